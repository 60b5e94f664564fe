/** Texts of generated providers and about them, in plain English. */
import type { ProviderType } from '@hakiki/contract/directory';
import { displayCountry } from '@hakiki/contract/countries';
import type { Random } from './random.ts';

const minLength = 120;
const maxLength = 400;

const offers: Record<ProviderType, readonly string[]> = {
  Exchange: [
    'lets people buy, sell and swap digital coins with local money',
    'runs an order book where customers trade coins against each other',
    'offers instant conversion between mobile money and digital coins',
    'matches buyers and sellers of the larger coins and a few stable ones',
  ],
  Broker: [
    'places orders for customers on several trading venues',
    'gives small investors access to coins, shares and currencies in one account',
    'trades on behalf of its customers and charges a fee for each order',
    'offers managed portfolios of digital assets',
  ],
  Wallet: [
    'makes a phone wallet in which the customer alone holds the keys',
    'keeps coins for families and small savings groups',
    'offers a wallet that works on simple phones over text messages',
    'stores keys in two parts so that a lost phone does not mean lost money',
  ],
  'OTC Desk': [
    'arranges large trades between companies away from public order books',
    'quotes one price for a large amount and settles within the day',
    'helps importers pay suppliers with stable coins',
    'buys and sells in bulk for businesses and wealthy customers',
  ],
  'Network Marketing': [
    'pays members for bringing in new members and for daily tasks',
    'sells learning packages through a network of members',
    'promises weekly rewards to members who build a team',
    'runs a savings circle in which members invite others',
  ],
  'Peer-to-Peer': [
    'brings buyers and sellers together and holds the coins in escrow',
    'lists offers from local traders who accept bank transfer or mobile money',
    'lets neighbours trade directly and rate each other',
    'runs a marketplace where each trade is between two people',
  ],
  'Business Services': [
    'helps shops and schools accept digital coins and keep their books in order',
    'builds payroll and invoice tools for companies that work across borders',
    'advises companies on rules, tax and safe storage',
    'hosts and maintains payment software for other companies',
  ],
  'Payment Processor': [
    'moves money between mobile wallets, banks and digital coins',
    'lets merchants accept coins at the till and receive local money',
    'sends money home for people who work abroad',
    'offers a checkout page for online shops',
  ],
  'Mining Pool': [
    'joins the machines of many small miners and shares what they earn',
    'hosts mining machines beside a small hydro station',
    'rents out mining power by the month',
    'pays miners daily in proportion to their work',
  ],
  'DeFi Platform': [
    'lets people lend, borrow and stake through contracts on a public chain',
    'pools savings and lends them against collateral',
    'offers liquidity pools for regional stable coins',
    'runs a community vote on how its lending pool is used',
  ],
  Other: [
    'offers training and help desks for people new to digital money',
    'sells gift cards and airtime for digital coins',
    'runs a network of agents who exchange cash for coins',
    'collects and compares prices of trading services',
  ],
};

const countrySentences = [
  'It serves customers in {countries}.',
  'Its services are offered in {countries}.',
  'Customers come mainly from {countries}.',
  'It says it is open to people living in {countries}.',
];
const payments = [
  'Deposits are taken by bank transfer and mobile money.',
  'Customers pay in by mobile money, card or bank transfer.',
  'Cash is accepted at partner shops and agents.',
  'It takes deposits in stable coins only.',
  'Deposits arrive within minutes on working days.',
];
const fees = [
  'Fees are shown before each trade.',
  'It charges one per cent for each order.',
  'Fees fall as the monthly amount grows.',
  'There is no fee for deposits, and a fixed fee for withdrawals.',
  'The fee schedule is published on its site.',
  'Fees are part of the quoted price.',
];
const controls = [
  'New customers show an identity document before their first withdrawal.',
  'Accounts are protected by a second factor.',
  'It says that customer money is kept apart from its own.',
  'Small amounts can be tried without documents.',
  'Withdrawals above a daily limit are checked by hand.',
  'It publishes a statement of reserves twice a year.',
];
const support = [
  'Support answers by chat, phone and email.',
  'Support is offered in English and French.',
  'Help is given in English, Swahili and Hausa.',
  'Its help desk is open from Monday to Saturday.',
  'Questions are answered by email within two days.',
  'Local agents help people who are new to it.',
];
const people = [
  'The team works from two offices and is led by its founders.',
  'It began as a student project and is now run by a small team.',
  'It is owned by its members.',
  'A family business runs it together with a few partners.',
  'Most of its staff work remotely.',
  'It has changed its owners once since it began.',
];

export interface ProviderFacts {
  name: string;
  type: ProviderType;
  countries: readonly string[];
  established: number | null;
}

export function describeProvider(random: Random, { name, type, countries, established }: ProviderFacts): string {
  let text = `${name} ${random.pick(offers[type])}.`;
  const shown = countries.slice(0, 3).map(displayCountry);
  const countryList = shown.length > 1 ? `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}` : shown[0]!;
  const closing = established === null ? people : [...people, `It was founded in ${established}.`];
  const sentences = [
    random
      .pick(countrySentences)
      .replace('{countries}', countries.length > 3 ? `${countryList}, among others` : countryList),
    ...random.sample([payments, fees, controls, support, closing], 5).map((group) => random.pick(group)),
  ];
  const targetLength = random.between(minLength, maxLength);
  for (const sentence of sentences) {
    const isLongEnough = text.length >= minLength && text.length + sentence.length / 2 > targetLength;
    if (isLongEnough || text.length + sentence.length + 1 > maxLength) break;
    text += ` ${sentence}`;
  }
  return text;
}

const complaints = [
  'delayed withdrawals',
  'withdrawals that never arrived',
  'accounts locked without a reason',
  'fees that were not announced',
  'support that stopped answering',
  'promises of fixed daily returns',
  'pressure to bring in new members',
  'a balance that changed without an order',
  'a copy of another service’s pages',
  'being asked to pay a fee before a withdrawal',
];
const months = 'January February March April May June July August September October November December'.split(' ');

/** Accusations always have a source: people who reported, or a named check. */
export function generateFlagReasons(random: Random): string[] {
  return random.sample(complaints, random.between(1, 3)).map((complaint, index) => {
    const month = `${random.pick(months)} ${random.between(2025, 2026)}`;
    if (index === 0) return `Reported by ${random.between(6, 240)} people for ${complaint}.`;
    if (random.chance(0.5))
      return `Named in ${random.between(2, 30)} community reports since ${month} for ${complaint}.`;
    return `Under review since ${month} after complaints about ${complaint} (demo entry).`;
  });
}

/** What a provider says about itself; nobody has checked it. */
export const licenceText = (random: Random): string =>
  random.pick([
    `Licence (demo): number DEMO-${random.between(10000, 99999)} of ${random.pick(months)} 2025.`,
    `Licence (demo): registration DEMO-${random.between(10000, 99999)}, renewal due in ${random.pick(months)} 2027.`,
    `Licence (demo): trial permit DEMO-${random.between(100, 999)}/${random.between(2023, 2026)}.`,
    'Licence applied for (demo): the application has not been decided.',
  ]);

export const insuranceText = (random: Random): string =>
  random.pick([
    `Stored coins are insured up to $${random.between(1, 50) * 100},000 (demo policy).`,
    'Customer balances are covered by a guarantee fund (demo policy).',
    'Cover against theft of stored coins, renewed each year (demo policy).',
  ]);

export const securityFeatureNames = [
  'Two-factor sign-in',
  'Cold storage of customer coins',
  'Withdrawal address list',
  'Independent security audit',
  'Reward for reported faults',
  'Sign-in alerts by email',
  'Proof of reserves',
  'Customer money kept apart',
  'Anti-phishing code in emails',
  'Delay after a password change',
] as const;
