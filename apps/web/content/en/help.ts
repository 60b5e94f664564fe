import { compareLimits, waitingTimes } from '@hakiki/contract/limits';
import type { Page } from '../page.ts';

const { scamReportHours, providerSubmissionBusinessDays } = waitingTimes;

export const help: Page = {
  title: 'Help center',
  description:
    'Answers about the directory, statuses and risk levels, reviews, reporting a scam, correcting a listing, accounts and your privacy.',
  lead: 'Short answers to the questions people ask most. In danger of losing money right now? Read [the first hour](/first-hour).',
  updated: '2026-11-15',
  sections: [
    {
      id: 'directory',
      heading: 'Using the directory',
      blocks: [
        {
          kind: 'definitions',
          items: [
            {
              term: 'How do I find a provider?',
              text: 'Type a name, or part of one, in the search box of the [directory](/directory). The search forgives small spelling mistakes and missing accents. Then compare the web address on our page with the one you were given.',
            },
            {
              term: 'How do the filters work?',
              text: 'You can choose a country, a type of service, a status and a risk level. Inside one group, any of your choices may match. Between groups, all must match.',
            },
            {
              term: 'In what order are the results?',
              text: 'At first, verified providers come before others, then those with better ratings. You can also sort by rating, risk or name. Nobody can pay for a higher place.',
            },
            {
              term: 'Can I compare providers?',
              text: `Yes, up to ${compareLimits.providers} side by side on the [compare page](/compare). Its address holds your choice, so you can save it or share it.`,
            },
            {
              term: 'Can I ask from WhatsApp or Telegram?',
              text: 'The page [Ask from a chat](/ask) shows where, and what is stored of your message.',
            },
            {
              term: 'The provider I want is not there. Is it a scam?',
              text: 'Not being listed is not a verdict. It may be new to us, still being checked, or taken down. Follow the steps in the [safety guide](/safety#verify). You can also [suggest it](/submit-provider).',
            },
          ],
        },
      ],
    },
    {
      id: 'labels',
      heading: 'Status and risk',
      blocks: [
        {
          kind: 'definitions',
          items: [
            {
              term: 'What do the statuses mean?',
              text: 'Verified, Limited, Pending, Flagged and Suspended say how much we could confirm. Each one is explained in the [safety guide](/safety#meaning).',
            },
            {
              term: 'Where do they come from?',
              text: 'People on our team decide. They look at official registers and warnings, at the provider’s documents and at reports from the public. Each decision is recorded with its reason.',
            },
            {
              term: 'What is the risk level made of?',
              text: 'Of three scores, and of warnings and reports. [How we rate risk](/how-we-rate) explains it on one page.',
            },
            {
              term: 'Is a verified provider safe?',
              text: 'No service is free of risk. Verified means that its main details stood up to our check. It is not advice to use it.',
            },
            {
              term: 'Why is a provider flagged?',
              text: 'The reasons are at the top of its page. They are what we know today. A flag is a call to be careful, not a court’s judgment.',
            },
          ],
        },
      ],
    },
    {
      id: 'reviews',
      heading: 'Ratings and reviews',
      blocks: [
        {
          kind: 'definitions',
          items: [
            {
              term: 'Who can write a review?',
              text: 'Members with the Premium plan, once for each provider. Anyone can share an experience on the home page. Those stories never change a rating.',
            },
            {
              term: 'Are reviews checked?',
              text: 'Yes. A moderator (a person on our team) reads every review before it is public. Insults, private details, advertising and copied texts are refused.',
            },
            {
              term: 'How is the rating worked out?',
              text: 'It is the average of the published reviews, from 1 to 5 stars. Without a published review there is no rating to show.',
            },
          ],
        },
      ],
    },
    {
      id: 'reporting',
      heading: 'Reporting',
      blocks: [
        {
          kind: 'definitions',
          items: [
            {
              term: 'How do I report a scam?',
              text: 'Use the [scam report form](/report-scam). You do not need an account. For a problem with a listed provider, use the “Report Issues” tab on its page.',
            },
            {
              term: 'What happens next?',
              text: `The team checks what you wrote. This typically takes ${scamReportHours.from}–${scamReportHours.to} hours. Nothing is public before that. If the report stands up, a warning is published as a report that we received, not as a proven crime.`,
            },
            {
              term: 'Where can I follow my report?',
              text: 'With your receipt, on [Follow a report](/follow), also without an account. If you were signed in, see [My reports](/my-reports). If we have a question, you can answer it there.',
            },
            {
              term: 'Can Hakiki get my money back?',
              text: 'No, and nobody can promise that. Be careful with anyone who does: [never pay to get money back](/safety#recovery).',
            },
            {
              term: 'What if a report is false?',
              text: 'Say only what you know. Reports made up to harm someone are refused, and may lead to limits on an account.',
            },
          ],
        },
      ],
    },
    {
      id: 'providers',
      heading: 'For providers',
      blocks: [
        {
          kind: 'definitions',
          items: [
            {
              term: 'How do I list my service?',
              text: `Send it with the [provider form](/submit-provider). Submissions are reviewed in ${providerSubmissionBusinessDays.from}–${providerSubmissionBusinessDays.to} business days. Approved ones enter the directory.`,
            },
            {
              term: 'I disagree with what my page says.',
              text: 'You have a right of reply. [Write to us](/contact) with the address of the page, the words you mean and your evidence. We check it and correct what is wrong. If we do not agree, we tell you why.',
            },
            {
              term: 'Can I pay to change a status, a risk level or a review?',
              text: 'No. Fees pay for a service, never for a verdict. If someone offers this in our name, please tell us.',
            },
            {
              term: 'Will you tell me who reported us?',
              text: 'No. You can answer what was said. Who said it stays protected.',
            },
          ],
        },
      ],
    },
    {
      id: 'accounts',
      heading: 'Accounts and plans',
      blocks: [
        {
          kind: 'definitions',
          items: [
            {
              term: 'Do I need an account?',
              text: 'Not to search, read provider pages, compare or report. A free account opens the full text of warnings and lets you follow your reports.',
            },
            {
              term: 'What does Premium add?',
              text: 'Reviews, deeper analysis and your own alert settings. The [pricing page](/pricing) lists everything, in South African rand.',
            },
            {
              term: 'How do I cancel?',
              text: 'At any time, under Account Status on your [dashboard](/dashboard). You keep access until the end of the period you paid for.',
            },
            {
              term: 'How do I keep my account safe?',
              text: 'Use a password you use nowhere else. On your [account page](/account) you can add a second step, see where you are signed in and change your password. Forgot it? [Ask for a new one](/forgot-password).',
            },
            {
              term: 'How do I get my data or delete my account?',
              text: 'Both are on your [account page](/account), at any time.',
            },
          ],
        },
      ],
    },
    {
      id: 'privacy',
      heading: 'Your privacy as a reporter',
      blocks: [
        {
          kind: 'definitions',
          items: [
            {
              term: 'Who sees my name?',
              text: 'Nobody in public. We never publish who sent a report, and we do not pass it on to the provider.',
            },
            {
              term: 'Who sees my email or phone number?',
              text: 'You may leave both out. If you give them, they are locked with encryption when they arrive. Our email program uses the address to send you our decision. Otherwise only a named person on our team can open them, with a written reason. Each use is recorded.',
            },
            {
              term: 'What should I leave out?',
              text: 'Passwords, seed phrases, card numbers and identity numbers. We never need them. More in the [privacy notice](/privacy).',
            },
          ],
        },
      ],
    },
    {
      id: 'data',
      heading: 'Phones, data and languages',
      blocks: [
        {
          kind: 'definitions',
          items: [
            {
              term: 'Does Hakiki work on a slow or costly connection?',
              text: 'Yes. Pages are small, and we load no fonts, advertising or trackers from other companies.',
            },
            {
              term: 'Does it work without JavaScript?',
              text: 'You can read, search, filter, sort and turn pages without it. In some browsers, turning JavaScript off also saves data.',
            },
            {
              term: 'Which languages are there?',
              text: 'English, French, Portuguese, Swahili and Arabic. Pages for businesses and developers are in English and French. Texts written by people and providers stay in their own language.',
            },
          ],
        },
      ],
    },
    {
      id: 'contact',
      heading: 'Still need help?',
      blocks: [
        {
          kind: 'text',
          text: 'Write to us in your own words. We will never ask for your password, your seed phrase or a payment in a chat.',
        },
        {
          kind: 'links',
          items: [
            { label: 'Contact us', href: '/contact' },
            { label: 'Read the safety guide', href: '/safety' },
            { label: 'How Hakiki works', href: '/about' },
          ],
        },
      ],
    },
  ],
};
