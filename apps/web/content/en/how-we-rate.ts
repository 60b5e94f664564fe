import type { Page } from '../page.ts';

export const howWeRate: Page = {
  title: 'How we rate risk',
  description:
    'What low, medium and high risk mean on Hakiki, what the three bars measure, and when we say “Not assessed”.',
  lead: 'The risk level says how careful you should be. More risk is worse. People on our team set it, and nobody can pay to change it.',
  updated: '2026-11-18',
  sections: [
    {
      id: 'levels',
      heading: 'The three levels',
      blocks: [
        {
          kind: 'definitions',
          items: [
            {
              term: 'Low risk',
              text: 'We know of few problems. It does not mean no risk: prices fall and companies fail.',
            },
            {
              term: 'Medium risk',
              text: 'Something is weak or unknown. Read the details, start small, and try a withdrawal.',
            },
            { term: 'High risk', text: 'There are warnings or serious concerns. Do not send money.' },
            {
              term: 'Not assessed',
              text: 'Nobody on our team has scored this provider yet. That is neither good nor bad news. Treat it as unchecked.',
            },
          ],
        },
      ],
    },
    {
      id: 'bars',
      heading: 'The three bars',
      blocks: [
        {
          kind: 'text',
          text: 'A provider’s page shows three bars from 0 to 100. Here a longer bar is better: 80 or more is good, 50 to 79 is fair, less is poor.',
        },
        {
          kind: 'definitions',
          items: [
            {
              term: 'Regulatory compliance',
              text: 'Licences and registrations that we could check, and how it follows the rules.',
            },
            { term: 'User satisfaction', text: 'What reviews and reports say, after our team has checked them.' },
            { term: 'Security measures', text: 'How it protects money and data, as far as this can be confirmed.' },
          ],
        },
      ],
    },
    {
      id: 'from-bars-to-level',
      heading: 'From the bars to the level',
      blocks: [
        {
          kind: 'steps',
          items: [
            {
              title: 'We take the average of the bars',
              text: 'Good (80 or more) means low risk, fair (50 to 79) means medium risk, poor (below 50) means high risk.',
            },
            {
              title: 'Warnings and reports can raise it',
              text: 'Our team sets a higher level when there are warnings or reports. We never show a lower level than the average.',
            },
            {
              title: 'Flagged means high risk',
              text: 'A provider that we have flagged or suspended is always shown with high risk, whatever its bars say.',
            },
          ],
        },
      ],
    },
    {
      id: 'limits',
      heading: 'What the level does not tell you',
      blocks: [
        {
          kind: 'list',
          items: [
            'It is not a promise. A provider with low risk can still fail, be hacked or stop paying out.',
            'It is not advice to buy, sell or invest. The price of a coin has nothing to do with it.',
            'It is not about one person. Somebody who writes to you in the name of a good company may be a fraud.',
            'It is not older than its sources. Look at the day beside each line: an old check says less than a new one.',
          ],
        },
        {
          kind: 'warning',
          title: 'Before you pay anybody',
          text: 'Read why we say it, not only the level. Then send a small amount and withdraw it again before you send more.',
        },
      ],
    },
    {
      id: 'changes',
      heading: 'Who changes it, and how you can object',
      blocks: [
        {
          kind: 'text',
          text: 'A person on our team sets the scores and the level, and writes down the reason. To make a warning weaker takes two people. Payment plays no part in it.',
        },
        {
          kind: 'text',
          text: 'Each change is public, with its reason and its day. If you are named and disagree, you can appeal on the provider’s page. What the statuses mean is in the [safety guide](/safety#meaning).',
        },
      ],
    },
  ],
};
