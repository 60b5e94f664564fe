import type { Page } from '../page.ts';

export const figures: Page = {
  title: 'What our figures mean',
  description:
    'The definition of every figure on Hakiki: providers, warnings, decisions, figures for regulators, API usage and payments.',
  lead: 'A figure has one definition, wherever we show it. If two pages ever disagree, that is a bug: please [tell us](/contact).',
  updated: '2026-11-18',
  sections: [
    {
      id: 'register',
      heading: 'The register',
      blocks: [
        { kind: 'text', text: 'On the home page, in the [directory](/directory) and in the API.' },
        {
          kind: 'definitions',
          items: [
            { term: 'Providers', text: 'All providers with a public page, except suspended ones.' },
            { term: 'Verified and flagged providers', text: 'Public providers that have this verdict now.' },
            {
              term: 'Countries',
              text: 'Countries in which at least one public provider offers its services. “Other” is not a country.',
            },
            { term: 'Rating', text: 'The mean of approved reviews, with one decimal. Without reviews there is none.' },
            {
              term: 'Risk',
              text: 'The level that [How we rate risk](/how-we-rate) explains. A flagged provider is always High.',
            },
          ],
        },
      ],
    },
    {
      id: 'warnings',
      heading: 'Warnings and reports',
      blocks: [
        { kind: 'text', text: 'On [Reports](/reports), [Alerts](/alerts) and the pages of providers.' },
        {
          kind: 'definitions',
          items: [
            {
              term: 'Active alerts',
              text: 'Approved fraud alerts that were not withdrawn. Reports of the same scam are part of one alert.',
            },
            { term: 'Reports behind an alert', text: 'Its own report and all reports that our team joined to it.' },
            { term: 'Public reports', text: 'Issue reports that our team looks into or has solved.' },
            {
              term: 'Losses of an alert',
              text: 'The losses that its reports state, in rand and rounded to two digits. Shown from three reports with an amount.',
            },
          ],
        },
      ],
    },
    {
      id: 'decisions',
      heading: 'Decisions',
      blocks: [
        {
          kind: 'text',
          text: 'On [Transparency](/transparency), counted from the [decision log](/decisions), and on the overview of our team.',
        },
        {
          kind: 'definitions',
          items: [
            {
              term: 'Received',
              text: 'Fraud reports, issue reports and proposed providers, public or not, by the day on which they arrived (UTC).',
            },
            { term: 'Decided', text: 'First decisions on what people sent.' },
            {
              term: 'Half were decided within',
              text: 'The median of the full hours from arrival to the first decision: a number of hours that really occurred.',
            },
            {
              term: 'Decisions',
              text: 'Decisions that changed a status of something public. Appeals and disputes are counted separately. A decision undone within seconds does not count.',
            },
            {
              term: 'Disputes',
              text: 'All disputes about a link, wallet, number or name, by the day on which they arrived (UTC), with how many were accepted and refused. Several people who dispute the same count each. Half decided within: the median of the full hours from arrival to the decision.',
            },
            { term: 'Reversed', text: 'Decisions that a later decision reversed, in the month of the reversal.' },
          ],
        },
      ],
    },
    {
      id: 'regtech',
      heading: 'Figures for regulators',
      blocks: [
        {
          kind: 'text',
          text: 'On [RegTech](/regtech) and in its files. Months are in UTC. Figures of a closed month never change.',
        },
        {
          kind: 'definitions',
          items: [
            {
              term: 'Complaints',
              text: 'Alerts and reports that first became public in the month, whenever they arrived. In a country: one that concerns several countries counts in each. This is less than “received”, which includes what is never published. In the file: complaints.',
            },
            { term: 'Change', text: 'Complaints of the month minus those of the month before.' },
            {
              term: 'New schemes',
              text: 'Alerts among the complaints. Later reports of the same scam count in its alert. In the file: new_schemes.',
            },
            {
              term: 'Losses in rand',
              text: 'The sum of the losses that the alerts of the month state in rand. Shown when the month has closed, from three alerts with an amount. In the file: losses.',
            },
            {
              term: 'Median hours to a decision',
              text: 'The median of full hours from arrival to the first decision, of the complaints of the month. Shown from three complaints. In the file: median_hours_to_decision.',
            },
            {
              term: 'Verified and flagged providers',
              text: 'Public providers of the country with this verdict on the last night of the month. In the file: listed_providers (all), verified_providers, flagged_providers.',
            },
            {
              term: 'Compliance score',
              text: 'The mean regulatory compliance (0 to 100) of all public providers. In the file: compliance_score.',
            },
            {
              term: 'High-risk providers',
              text: 'The share of public providers whose shown risk is High. In the file: high_risk_providers.',
            },
            { term: 'Coverage', text: 'The countries of the register, as above. In the file: coverage.' },
          ],
        },
      ],
    },
    {
      id: 'api',
      heading: 'API usage',
      blocks: [
        { kind: 'text', text: 'On the page of your API keys.' },
        {
          kind: 'definitions',
          items: [
            { term: 'Calls', text: 'All calls with your keys, test keys included, by the day in UTC.' },
            {
              term: 'Used',
              text: 'Calls of this month that cost quota. Unchanged answers (304), calls refused for their key or a limit, our own failures and test keys cost nothing.',
            },
            { term: 'Left', text: 'The quota minus what is used, the same as in the RateLimit header.' },
            { term: 'Last used', text: 'The last call with this key that reached us.' },
          ],
        },
      ],
    },
    {
      id: 'money',
      heading: 'Payments and invoices',
      blocks: [
        { kind: 'text', text: 'On invoices, and on the overview of our team. Months are in South African time.' },
        {
          kind: 'definitions',
          items: [
            {
              term: 'Total of an invoice',
              text: 'What is to be paid, in rand. A paid invoice shows the day and the amount of the payment.',
            },
            {
              term: 'Received',
              text: 'Confirmed payments of plans, and paid annual invoices, by the day on which we confirmed them.',
            },
            { term: 'Refunded', text: 'Refunds that we have paid out.' },
          ],
        },
      ],
    },
  ],
};
