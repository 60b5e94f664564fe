import { premiumMoneyBackDays } from '@hakiki/contract/limits';
import type { Page } from '../page.ts';

export const terms: Page = {
  title: 'Terms of use',
  description:
    'The rules for using Hakiki in plain words: no financial advice, honest content, corrections, paid plans, the data service and the law.',
  lead: 'These are the rules between you and the operator of Hakiki, in plain words. By using the site you accept them.',
  updated: '2026-11-15',
  sections: [
    {
      id: 'service',
      heading: 'What the service is',
      blocks: [
        {
          kind: 'text',
          text: 'Hakiki is a register of crypto services with reviews, reports and warnings. The public part is free. The operator’s details are on the [contact page](/contact).',
        },
        {
          kind: 'warning',
          title: 'No financial advice',
          text: 'What you read here is information. It is not financial, legal or tax advice, and not an invitation to buy or sell. Hakiki is not a regulator. The decision and the risk are yours.',
        },
      ],
    },
    {
      id: 'account',
      heading: 'Your account',
      blocks: [
        {
          kind: 'list',
          items: [
            'You must be an adult where you live, and give correct details.',
            'Keep your password and keys to yourself. Tell us at once if someone else has used them.',
            'You may close your account at any time. We may limit or close an account that breaks these terms, and we say why.',
          ],
        },
      ],
    },
    {
      id: 'content',
      heading: 'What you write',
      blocks: [
        {
          kind: 'text',
          text: 'Reports, reviews and stories protect others only when they can be trusted. So what you send must be:',
        },
        {
          kind: 'list',
          items: [
            'honest: what you saw or lived through, not rumours presented as facts',
            'lawful: no threats, hate, insults or private details of other people',
            'your own: not copied, not paid for, and not about yourself or a rival in disguise',
            'harmless: no links to scams, no malware, no advertising',
          ],
        },
        {
          kind: 'text',
          text: 'What you write stays yours. You allow us to store it, check it, shorten it without changing its sense, publish it and translate it as part of the service.',
        },
      ],
    },
    {
      id: 'moderation',
      heading: 'Checking and corrections',
      blocks: [
        {
          kind: 'text',
          text: 'We read content before it is public. We may refuse or remove what breaks these terms. If you think that we are wrong, [ask us](/contact) to look again.',
        },
        {
          kind: 'text',
          text: 'False reports made on purpose may lead to limits on an account.',
        },
      ],
    },
    {
      id: 'listings',
      heading: 'Listings and right of reply',
      blocks: [
        {
          kind: 'text',
          text: 'We decide on status and risk by the sources we have. A provider may be listed without asking for it. It may answer, send evidence and ask for a correction through the [contact page](/contact). We look at each request and correct what is wrong.',
        },
        {
          kind: 'text',
          text: 'A fee for a listing pays for the listing. It never pays for a status, a risk level, a rating or the removal of a warning. A provider may not present its status as a recommendation by Hakiki.',
        },
      ],
    },
    {
      id: 'plans',
      heading: 'Plans and payment',
      blocks: [
        {
          kind: 'list',
          items: [
            'Prices are in South African rand. You find them on the [pricing page](/pricing).',
            'Premium runs from month to month. You can cancel at any time and keep access until the end of the billing period.',
            `Premium has a ${premiumMoneyBackDays}-day money-back guarantee. Ask through the [contact page](/contact).`,
            'Premium starts when the payment is confirmed. Yearly plans for companies follow their own written agreement.',
            'We announce a new price before it applies. You may cancel first.',
          ],
        },
      ],
    },
    {
      id: 'api',
      heading: 'The data service (API)',
      blocks: [
        {
          kind: 'text',
          text: 'The API lets a program read our public data. Keep your key secret and stay within the limits shown in its documentation. Show the data as it is, with its date and the name Hakiki. Do not use it to find out who reported something, or to harm people. We may stop a key that is misused.',
        },
      ],
    },
    {
      id: 'fair-use',
      heading: 'Fair use of the site',
      blocks: [
        {
          kind: 'text',
          text: 'Do not try to break in, overload the site, get around its limits or pretend to be Hakiki. If you find a weakness, tell us first so that we can close it.',
        },
      ],
    },
    {
      id: 'liability',
      heading: 'What we answer for',
      blocks: [
        {
          kind: 'text',
          text: 'We work with care, but we cannot promise that everything is complete, current or always available. As far as the law allows, we do not answer for losses from dealings between you and a provider. Nothing here limits a liability that the law does not let us limit.',
        },
      ],
    },
    {
      id: 'software',
      heading: 'The software',
      blocks: [
        {
          kind: 'text',
          text: 'The program is free software under the AGPL-3.0 licence, which gives you rights of its own. The name and the mark of Hakiki are not part of that licence.',
        },
      ],
    },
    {
      id: 'law',
      heading: 'Law and changes',
      blocks: [
        {
          kind: 'text',
          text: 'The law of the operator’s country applies. The consumer rights of the country where you live stay yours.',
        },
        {
          kind: 'text',
          text: 'When these terms change, the date on this page changes. Account holders are told before an important change applies.',
        },
        {
          kind: 'links',
          items: [
            { label: 'Read the privacy notice', href: '/privacy' },
            { label: 'Contact us', href: '/contact' },
          ],
        },
      ],
    },
  ],
};
