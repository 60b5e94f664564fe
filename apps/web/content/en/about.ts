import type { Page } from '../page.ts';

export const about: Page = {
  title: 'About Hakiki',
  description:
    'Hakiki is a public register of crypto services in Africa: what it is, how it decides, who pays for it, and what it does not claim.',
  lead: 'Hakiki is Swahili for “verify”. We help people in Africa check a crypto service before they trust it with money. Verify before you trust.',
  updated: '2026-11-15',
  sections: [
    {
      id: 'what',
      heading: 'What Hakiki is',
      blocks: [
        {
          kind: 'text',
          text: 'Hakiki is a public register. It lists exchanges, brokers, wallets, trading desks, person-to-person services and network-marketing schemes. For each one it shows what could be confirmed, how risky it looks and what people say.',
        },
        {
          kind: 'text',
          text: 'It also gathers reports of scams and publishes warnings after a check. Reading, searching, comparing and reporting are free and need no account.',
        },
      ],
    },
    {
      id: 'for-whom',
      heading: 'Who it is for',
      blocks: [
        {
          kind: 'definitions',
          items: [
            {
              term: 'People',
              text: 'Anyone who was offered a crypto service and wants to know, in a minute, whether to be careful.',
            },
            {
              term: 'Honest providers',
              text: 'Companies that want their licence and details to be easy to check.',
            },
            {
              term: 'Regulators, researchers and other services',
              text: 'Those who need dependable data about the market, on screen or through our [data service](/api).',
            },
          ],
        },
      ],
    },
    {
      id: 'decisions',
      heading: 'How we decide',
      blocks: [
        {
          kind: 'steps',
          items: [
            {
              title: 'We collect',
              text: 'We look at public registers and warning lists of regulators, at documents from providers, and at reports and reviews from people.',
            },
            {
              title: 'We check',
              text: 'A person on our team compares the sources. A report alone proves nothing. Neither does a provider’s own word.',
            },
            {
              title: 'We decide and write it down',
              text: 'A change of status is recorded: who decided, what changed, when and why. A flagged provider’s page shows the reasons.',
            },
            {
              title: 'We listen and correct',
              text: 'A provider may answer and send evidence. Anyone may point out a mistake. What turns out to be wrong is corrected.',
            },
          ],
        },
        {
          kind: 'text',
          text: 'Reviews, reports and stories are read by a moderator before they are public. We publish what people reported as their report. We do not present it as our own finding.',
        },
      ],
    },
    {
      id: 'independence',
      heading: 'Independence',
      blocks: [
        {
          kind: 'text',
          text: 'Hakiki lives from paid plans: Premium for individuals, listings and data access for companies, consulting and research. The prices are on the [pricing page](/pricing).',
        },
        {
          kind: 'warning',
          title: 'A fee never buys a verdict',
          text: 'No payment changes a status, a risk level, a rating, the order of results or a warning. A provider that pays is checked like one that does not.',
        },
      ],
    },
    {
      id: 'open',
      heading: 'Open by design',
      blocks: [
        {
          kind: 'text',
          text: 'The program behind Hakiki is free software under the AGPL-3.0 licence. Anyone may read it, use it and change it. Those who run a changed version for others must share their changes under the same licence.',
        },
        {
          kind: 'text',
          text: 'The site is made for small phones and costly data. It loads nothing from other companies, and its public pages can be read without JavaScript.',
        },
      ],
    },
    {
      id: 'limits',
      heading: 'What we do not claim',
      blocks: [
        {
          kind: 'list',
          items: [
            'We are not a regulator, a court or the police. We give no licences and punish nobody.',
            'We give no financial, legal or tax advice.',
            'We do not hold, move or recover money.',
            'We do not know everything. A provider can change after our check, and a new scam may not be here yet.',
            'A good status is not a guarantee. A missing provider is not a verdict.',
          ],
        },
      ],
    },
    {
      id: 'verified-ssl',
      heading: 'What “Verified SSL” means',
      blocks: [
        {
          kind: 'text',
          text: 'It means that the line between your device and this site is encrypted and that you reached the address you typed. It does not mean that a site is honest. Scam sites show the same padlock and print the same words.',
        },
      ],
    },
    {
      id: 'data-protected',
      heading: 'What “Data Protected” means',
      blocks: [
        {
          kind: 'text',
          text: 'It means that we ask for little, seal what could hurt you, and say on [the privacy page](/privacy) what we keep and for how long. It does not mean that anybody outside has tested us. Any site can print these words, so never trust one because of them.',
        },
      ],
    },
    {
      id: 'next',
      heading: 'Read on',
      blocks: [
        {
          kind: 'links',
          items: [
            { label: 'Learn how to check a provider', href: '/safety' },
            { label: 'Find answers in the help center', href: '/help' },
            { label: 'Contact us', href: '/contact' },
          ],
        },
      ],
    },
  ],
};
