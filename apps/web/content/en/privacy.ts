import { CONVERSATION_MINUTES } from '@hakiki/contract/chat-values';
import { retention } from '@hakiki/contract/retention';
import type { Page } from '../page.ts';

const {
  contact,
  undecidedContact,
  evidence,
  receipts,
  messages,
  refusedReplies,
  maskedWords,
  sessions,
  signIns,
  limits,
  repeats,
  unconfirmed,
  letters,
  paymentNotices,
  webhookDeliveries,
  invitations,
  apiUsage,
} = retention;

export const privacy: Page = {
  title: 'Privacy notice',
  description:
    'What Hakiki keeps about you, why and for how long, what is never public, and how to see, correct or delete your data.',
  lead: 'We keep as little as we can. You can read, search and compare without telling us who you are.',
  updated: '2026-11-19',
  sections: [
    {
      id: 'kept',
      heading: 'What we keep, and why',
      blocks: [
        {
          kind: 'text',
          text: '“We” means the operator of this site, whose details are on the [contact page](/contact).',
        },
        {
          kind: 'definitions',
          items: [
            {
              term: 'When you only visit',
              text: 'Nothing that names you. Our server logs hold no visitors’ network addresses and no personal data. To stop abuse of a form we count requests from an address for a short time. We also count page views, without knowing whose they are. Of what you paste we keep only an address that copies a known name, never who asked.',
            },
            {
              term: 'When you ask from a chat',
              text: `Nothing of your message. It is encrypted while we answer, and the conversation ends after ${CONVERSATION_MINUTES} minutes. [What is kept](/ask)`,
            },
            {
              term: 'When you have an account',
              text: 'What you told us when you joined, your plan and your settings, where you are signed in, and a record of sign-ins and changes. Your password is kept only in a scrambled form we cannot read. We need this to let you in and give you what you asked for.',
            },
            {
              term: 'When you report or review',
              text: 'What you wrote, the country you chose and, if you were signed in, which account it was, sealed like contact details. Those are up to you. We need this to check what happened and ask you if something is unclear.',
            },
            {
              term: 'When you list a provider',
              text: 'The details of the provider, your name and email address, and documents you send for checking.',
            },
            {
              term: 'When you pay',
              text: 'Plan, amount, date and reference. Cards are handled by the payment company, which is told your name and email address. We never see the card number.',
            },
            {
              term: 'When you use Premium',
              text: 'Which provider pages you opened while signed in, and the day, for your “Money Saved” figure. Only you see it.',
            },
            {
              term: 'When you invite or write to us',
              text: 'Who joined through your invitation, so that you get your reward. Your message and how to answer it.',
            },
          ],
        },
        {
          kind: 'text',
          text: 'We do not sell personal data and we show no advertising based on it.',
        },
      ],
    },
    {
      id: 'never-public',
      heading: 'What is never public',
      blocks: [
        {
          kind: 'list',
          items: [
            'Who sent a report. Not to visitors, not to the provider it is about, and not in our own team’s lists.',
            'Contact details in a report. They are sealed with encryption when they arrive. They are opened to email you our decision, or by a named person with a written reason. Each use is recorded.',
            'Evidence and additional details in a report. Only you, signed in or with your receipt, and our team can read them.',
            'Hidden data in pictures, such as the place where a photo was taken. It is removed.',
          ],
        },
        {
          kind: 'text',
          text: 'We give data to an authority only when the law obliges us to, and only what it must have.',
        },
      ],
    },
    {
      id: 'device',
      heading: 'Cookies and your device',
      blocks: [
        {
          kind: 'text',
          text: 'Visitors get no cookie. When you sign in, we use:',
        },
        {
          kind: 'list',
          items: [
            'One that keeps you signed in, for up to 30 days.',
            'One that recognises a browser you signed in with before, for a year. It only keeps strangers who guess your password from locking you out.',
            'For administrators who use Google, one that lasts 10 minutes.',
          ],
        },
        {
          kind: 'text',
          text: 'Some choices stay on your device until you clear them there: the theme, the language, warnings you closed, providers you want to compare, an unfinished form, ticked steps and an invitation code.',
        },
        {
          kind: 'text',
          text: 'To open offline, these stay on it: the [safety guide](/safety), [the first hour](/first-hour), the [evidence pack](/evidence-pack), the [report form](/report-scam), the [check](/check) with our list, the offline page, and the last 40 you opened of home, providers, alerts and steps. Not if your browser saves data.',
        },
        {
          kind: 'text',
          text: 'Our pages load no trackers, fonts, maps or scripts from other companies. Links to other sites are only followed when you choose them.',
        },
      ],
    },
    {
      id: 'how-long',
      heading: 'How long we keep it',
      blocks: [
        {
          kind: 'list',
          items: [
            'Account data: while the account exists. Deleting it also clears your contact details. What you published stays, without your name.',
            `Contact details in a report, and whose account sent it: ${contact.days} days after our decision. Without one: ${undecidedContact.days} days.`,
            `Evidence and details: ${evidence.days} days after our decision, or until an appeal ends.`,
            `A receipt: ${receipts.days} days after our decision.`,
            `Messages to us: ${messages.days} days. Refused replies: ${refusedReplies.days} days. Masked words: ${maskedWords.days} days.`,
            `Open sign-ins: ${sessions.days} days. Their record: ${signIns.days} days.`,
            `Counts against abuse: ${limits.days} day. Marks of repeated sends: ${repeats.days} days. Unconfirmed forms: ${unconfirmed.days} day. Invitations to colleagues: ${invitations.days} days. Queued emails: ${letters.days} days.`,
            'Reports and warnings: while they help protect people.',
            `Notices of the payment company: ${paymentNotices.days} days. Sends to your webhooks: ${webhookDeliveries.days} days.`,
            `API calls, summed: ${apiUsage.days} days.`,
            'Payments, invoices: at least five years (tax law). Deposit proofs: until decided.',
            'Our record of decisions: while someone may need to check them.',
          ],
        },
      ],
    },
    {
      id: 'rights',
      heading: 'Your rights',
      blocks: [
        {
          kind: 'text',
          text: 'On your [account page](/account) you can download what we keep about you and delete your account at any time. To have mistakes corrected or to object to a use, [write to us](/contact). We may ask you to show that the data is yours. If we must keep something, we say why.',
        },
        {
          kind: 'text',
          text: 'Which law protects you depends on where you live. Examples are POPIA in South Africa, the Nigeria Data Protection Act, Kenya’s Data Protection Act and the GDPR in the European Union. You may also complain to the data protection authority of your country.',
        },
      ],
    },
    {
      id: 'children',
      heading: 'Children',
      blocks: [
        {
          kind: 'text',
          text: 'Anyone may read Hakiki. Accounts are for adults. If a child has sent us personal data, tell us and we delete it.',
        },
      ],
    },
    {
      id: 'security',
      heading: 'If something goes wrong',
      blocks: [
        {
          kind: 'text',
          text: 'No system is perfectly safe. If personal data is lost or seen by someone who should not see it, we tell the people concerned and the authority, as the law asks.',
        },
      ],
    },
    {
      id: 'changes',
      heading: 'Changes and contact',
      blocks: [
        {
          kind: 'text',
          text: 'When this notice changes, the date on this page changes too. If a change matters to account holders, we tell them before it applies.',
        },
        {
          kind: 'links',
          items: [
            { label: 'Ask about your data', href: '/contact' },
            { label: 'Read the terms', href: '/terms' },
          ],
        },
      ],
    },
  ],
};
