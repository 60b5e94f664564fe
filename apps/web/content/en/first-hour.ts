import type { Page } from '../page.ts';

/**
 * For a frightened person on a phone: what to do comes before what to know, and no number that we have not confirmed is
 * printed.
 */
export const firstHour: Page = {
  title: 'I lost money: the first hour',
  description:
    'Lost money to a crypto scam? What to do in the first hour, in order: stop paying, call, keep evidence, report.',
  lead: 'Breathe. This happens to careful people too. Minutes count, so take these steps in order, one at a time.',
  updated: '2026-11-15',
  sections: [
    {
      id: 'now',
      heading: 'Do this now, in this order',
      blocks: [
        {
          kind: 'steps',
          items: [
            {
              title: 'Stop paying',
              text: 'Send nothing more, whatever they say. Not a “tax”, not a “fee”, not a “deposit” to free your money. Do not tell them what you do next.',
            },
            {
              title: 'Call whoever moved your money',
              text: 'That is your bank, your mobile money service or your exchange. Use the number on your card or in the official app, never one from a chat or a search. See [what to say](/first-hour#paid) below.',
            },
            {
              title: 'Lock them out',
              text: 'Did you install an app for them, or share your screen? Turn off Wi-Fi and mobile data on that phone and use another one. Change your email password first, then the others.',
            },
            {
              title: 'Keep the evidence',
              text: 'Delete nothing: no chat, no app, no message. [This list](/first-hour#evidence) says what to collect.',
            },
            {
              title: 'Report it',
              text: 'Ask the police for a case number. Then [report the scam to Hakiki](/report-scam), so that others are warned. You need no account.',
            },
            {
              title: 'Expect a second scam',
              text: 'Someone will offer to get your money back for a fee. [Do not pay them](/first-hour#recovery).',
            },
          ],
        },
      ],
    },
    {
      id: 'paid',
      heading: 'How did you pay?',
      blocks: [
        {
          kind: 'text',
          text: 'Say: “I was scammed. Please stop this payment, hold the money and lock my account.” Write down the time, the name and the case number.',
        },
        {
          kind: 'definitions',
          items: [
            {
              term: 'Mobile money',
              text: 'Call the operator at once. A payment can be taken back only while it is still in the other wallet. Do not ring the receiver first: that warns them.',
            },
            {
              term: 'Bank transfer or card',
              text: 'Ask your bank to recall the payment and to warn the receiving bank. Ask to block the card and the account.',
            },
            {
              term: 'Crypto from an exchange',
              text: 'Write to its support inside the app. Ask to stop the withdrawal and freeze your account. Give the transaction code and the receiving address.',
            },
            {
              term: 'Crypto from your own wallet',
              text: 'Did anyone see your seed phrase or private key? Then that wallet is lost. On a safe device, make a new wallet and send the rest there. Also remove every permission you gave to a site.',
            },
            {
              term: 'Your phone lost its signal',
              text: 'Someone may have moved your number to another SIM card. Call your network from another phone and ask to block the line.',
            },
          ],
        },
      ],
    },
    {
      id: 'evidence',
      heading: 'What to keep',
      blocks: [
        {
          kind: 'text',
          text: 'Copy long codes as text. Many exchanges refuse a code that is only in a picture. Keep a second copy somewhere else.',
        },
        {
          kind: 'list',
          items: [
            'the transaction code of each crypto payment and the receiving address',
            'bank and mobile money receipts, with account numbers and references',
            'phone numbers, email addresses, user names and web addresses',
            'screenshots of chats, profiles and balances, with the date and time',
            'a short list of what happened, in order',
          ],
        },
      ],
    },
    {
      id: 'report',
      heading: 'Where to report',
      blocks: [
        {
          kind: 'definitions',
          items: [
            {
              term: 'The police',
              text: 'Ask for a case number and the name of the officer. An exchange often freezes money only when the police ask.',
            },
            {
              term: 'The regulator',
              text: 'That is the public office that gives licences. It can warn the whole country.',
            },
            {
              term: 'Hakiki',
              text: 'We check your [report](/report-scam) and can warn everyone. You get a receipt to [follow it](/follow).',
            },
          ],
        },
        {
          kind: 'text',
          text: 'In a few countries crypto itself is forbidden. There a report to the police may admit an offence: ask a lawyer first.',
        },
      ],
    },
    {
      id: 'recovery',
      heading: 'Never pay to get money back',
      blocks: [
        {
          kind: 'warning',
          title: 'The second scam',
          text: 'Strangers will offer to “recover” or “trace” your crypto. They may say they are police, lawyers or hackers. Often they are the same people. Pay nothing, and give them no password and no seed phrase.',
        },
        {
          kind: 'text',
          text: 'Hakiki never offers to recover money and never asks to be paid for it.',
        },
      ],
    },
    {
      id: 'alone',
      heading: 'You are not alone',
      blocks: [
        {
          kind: 'list',
          items: [
            'Tell one person you trust. Let them do the next call with you.',
            'It is not your fault. These people do this every day, for a living.',
            'If you think of harming yourself, call your local emergency service or go to someone now.',
          ],
        },
      ],
    },
    {
      id: 'next',
      heading: 'When it is calmer',
      blocks: [
        {
          kind: 'links',
          items: [
            { label: 'Report the scam', href: '/report-scam' },
            { label: 'Follow a report', href: '/follow' },
            { label: 'Check another provider', href: '/directory' },
            { label: 'Read the safety guide', href: '/safety' },
          ],
        },
      ],
    },
  ],
};
