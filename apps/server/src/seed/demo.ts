/**
 * The providers for developers and end-to-end tests: chosen so that every status, type, risk and special case exists,
 * with invented companies only. Values that an entry omits are random with a fixed seed.
 */
import type { VerificationStatus, ProviderId } from '@hakiki/contract/directory';
import { getShownRisk } from '@hakiki/contract/risk';
import pg from 'pg';
import { certifications, providerCertifications, providerEvidence, providers } from '../modules/directory/tables.ts';
import { newsBatches, newsCopies, newsItems, newsMentions, newsSourceStates } from '../modules/news/tables.ts';
import { ratingCounts, reviews } from '../modules/reviews/tables.ts';
import { shippedNames } from '../starter/shipped.ts';
import { certificationRows } from './certifications.ts';
import { countryWeights } from './countries.ts';
import { demoBatchRows, demoCopyRows, demoMentionRows, demoNewsRows, demoSourceRows } from './demo-news.ts';
import { regtechSteps } from './demo-regtech.ts';
import { enterDemoLicences, findDemoLicence } from './demo-licences.ts';
import { listRegisterSteps } from './demo-register.ts';
import { type EvidenceItem, type EvidenceRow, generateEvidence, registerTeam } from './evidence.ts';
import {
  getBadgeTime,
  makeProvider,
  type RowPosition,
  providerId,
  type FixedFacts,
  type ProviderRow,
} from './providers.ts';
import { Random, timedId } from './random.ts';
import type { Stage } from './copy.ts';
import { summarizeRatings, generateRatingCounts, generateReviews } from './reviews.ts';
import { fillTables, hasRows } from './seed.ts';
import { type DemoTarget, withStory } from './story.ts';

const demoSeed = 20;

type RequiredFacts = Required<Pick<FixedFacts, 'name' | 'type' | 'verificationStatus' | 'riskScore' | 'countries'>>;
type DemoProvider = RequiredFacts & FixedFacts & { reviews: number; badges?: readonly string[] };

type Entry = [
  name: string,
  type: RequiredFacts['type'],
  status: VerificationStatus,
  risk: RequiredFacts['riskScore'],
  countries: string[],
  reviews: number,
  rest?: FixedFacts & { badges?: readonly string[] },
];

const everyCountry = [...countryWeights.items];
const allBadges = certificationRows.map(({ name }) => name);

const entries: Entry[] = [
  [
    'Tandiwa Exchange',
    'Exchange',
    'Verified',
    'Low',
    ['nigeria', 'south africa', 'kenya', 'ghana', 'uganda', 'tanzania'],
    164,
    {
      badges: ['Compliance badge', 'Identity confirmed', 'Licence seen', 'Reserves published', 'Security audit'],
      otherNames: ['Tandiwa X'],
      established: 2017,
      userCount: 482_000,
      website: 'https://www.tandiwa-exchange.example',
      insurance: 'Stored coins are insured up to $2,000,000 (demo policy).',
      regulatoryCompliance: 96,
      securityMeasures: 91,
    },
  ],
  ['Zukari Vault', 'Wallet', 'Verified', 'Low', ['kenya', 'uganda'], 38, { badges: allBadges, established: 2019 }],
  ['Sembalo Markets', 'Exchange', 'Verified', 'Low', ['ghana'], 21, { badges: ['Founding member', 'Teaches safety'] }],
  [
    'Adéwara Coin',
    'Exchange',
    'Verified',
    'Medium',
    ['nigeria', 'benin'],
    17,
    { badges: ['Open books'], regulatoryCompliance: 80, securityMeasures: 50 },
  ],
  [
    'Kôlibri Purse',
    'Wallet',
    'Verified',
    'Low',
    ['senegal', 'ivory coast', 'mali'],
    12,
    { badges: ['Pilot programme'] },
  ],
  [
    'Mawende Brokers',
    'Broker',
    'Verified',
    'Low',
    ['south africa', 'botswana', 'namibia'],
    26,
    { badges: ['Licence seen'] },
  ],
  [
    'Ruvimbari Desk',
    'OTC Desk',
    'Verified',
    'Low',
    ['zimbabwe', 'zambia'],
    5,
    { badges: ['Local office', 'Quick answers'] },
  ],
  [
    'Jengapeer',
    'Peer-to-Peer',
    'Verified',
    'Medium',
    ['kenya', 'tanzania', 'rwanda'],
    44,
    { badges: ['Community choice'] },
  ],
  [
    'Nandoro Business Services',
    'Business Services',
    'Verified',
    'Low',
    ['south africa'],
    3,
    { badges: ['Compliance badge', 'Licence seen'] },
  ],
  [
    'Sirabo Payments',
    'Payment Processor',
    'Verified',
    'Low',
    ['mali', 'burkina faso', 'niger'],
    19,
    { badges: ['Local office'] },
  ],
  [
    'Inzovani Hydro Mining',
    'Mining Pool',
    'Verified',
    'Medium',
    ['rwanda', 'burundi'],
    4,
    { badges: ['Local office'] },
  ],
  [
    'Tumbela Protocol',
    'DeFi Platform',
    'Verified',
    'Medium',
    ['angola', 'mozambique'],
    9,
    { badges: ['Security audit'] },
  ],
  ['Peñara Exchange', 'Exchange', 'Verified', 'Low', ['equatorial guinea', 'gabon'], 8, { badges: [] }],
  ['Oshari Trade', 'Broker', 'Verified', 'High', ['nigeria'], 31, { badges: ['Identity confirmed'] }],
  [
    'Barazela Nurowe Wallet',
    'Wallet',
    'Verified',
    'Low',
    ['tanzania'],
    0,
    { badges: ['Identity confirmed'], userCount: null },
  ],
  [
    'Lumbani Custody',
    'Wallet',
    'Verified',
    'Low',
    ['malawi', 'zambia'],
    14,
    { insurance: null, badges: ['Security audit'] },
  ],
  ['Akomeda Bourse', 'Exchange', 'Verified', 'Medium', ['ghana', 'togo'], 23, { badges: ['Reserves published'] }],
  [
    'Savaneki Labs',
    'Business Services',
    'Verified',
    'Low',
    everyCountry,
    11,
    { badges: ['Open books', 'Local office'] },
  ],

  ['Bolingari Swap', 'Exchange', 'Limited', 'Medium', ['democratic republic of the congo', 'congo'], 15],
  [
    'Chinelora Pay Bridge',
    'Payment Processor',
    'Limited',
    'Medium',
    ['nigeria', 'cameroon'],
    28,
    { badges: ['Identity confirmed'] },
  ],
  ['Dawitra Trading', 'Broker', 'Limited', 'High', ['ethiopia'], 7],
  ['Eremosa Pocket', 'Wallet', 'Limited', 'Low', ['lesotho', 'eswatini'], 2],
  ['Fanaye Local Market', 'Peer-to-Peer', 'Limited', 'Medium', ['ethiopia', 'djibouti'], 33],
  ['Gwinyai Treasury', 'OTC Desk', 'Limited', 'Medium', ['zimbabwe'], 0],
  ['Harunela Consulting', 'Business Services', 'Limited', 'Low', ['nigeria', 'niger'], 1],
  ['Imvelora Hash Works', 'Mining Pool', 'Limited', 'High', ['south africa'], 6],
  ['Jiranowe Savings Circle', 'Network Marketing', 'Limited', 'High', ['kenya', 'uganda'], 18],
  ['Kasimba Lend', 'DeFi Platform', 'Limited', 'High', ['zambia'], 5],
  [
    'Leselani Exchange',
    'Exchange',
    'Limited',
    'Medium',
    ['lesotho', 'south africa'],
    12,
    { established: 2026, licenseInfo: 'Provisional licence in South Africa (demo): number DEMO-20588.' },
  ],
  ['Mokoné Agency', 'Other', 'Limited', 'Medium', ['cameroon', 'chad'], 4],

  ['Nuruwa Digital Exchange', 'Exchange', 'Pending', 'Medium', ['tanzania', 'kenya'], 9],
  ['Obasika P2P', 'Peer-to-Peer', 'Pending', 'Medium', ['nigeria'], 52],
  [
    'Palesi Wallet',
    'Wallet',
    'Pending',
    'Medium',
    ['south africa'],
    0,
    { website: null, established: null, userCount: null },
  ],
  ['Quelima Pay', 'Payment Processor', 'Pending', 'Low', ['mozambique'], 3],
  [
    'Rafiwa Brokers',
    'Broker',
    'Pending',
    'Medium',
    ['uganda', 'south sudan'],
    8,
    { website: 'http://www.rafiwa.example' },
  ],
  ['Sahelo Exchange', 'Exchange', 'Pending', 'High', ['mauritania', 'mali'], 2],
  ['Tebogwa Desk', 'OTC Desk', 'Pending', 'Low', ['botswana'], 0],
  ['Umojani Members Club', 'Network Marketing', 'Pending', 'High', ['kenya'], 13],
  ['Vakani Solar Mining', 'Mining Pool', 'Pending', 'Medium', ['namibia'], 1],
  [
    'Wanjaro Finance',
    'DeFi Platform',
    'Pending',
    'Medium',
    ['kenya', 'rwanda'],
    6,
    { website: 'https://www.wanjaro-finance.example' },
  ],
  [
    'Xolaneri Enterprise',
    'Business Services',
    'Pending',
    'Low',
    ['south africa'],
    0,
    { licenseInfo: null, securityFeatures: [] },
  ],
  ['Yamaro Gift Point', 'Other', 'Pending', 'Medium', ['ghana', 'sierra leone', 'liberia'], 5],
  ['Zaïnaba Change', 'Exchange', 'Pending', 'Medium', ['comoros', 'madagascar'], 4],
  ['Médinala Kori Wallet', 'Wallet', 'Pending', 'Low', ['morocco', 'tunisia', 'algeria'], 7],
  ['Nilovar Markets', 'Broker', 'Pending', 'High', ['egypt', 'sudan', 'libya'], 16],
  ['Cabo Verdim Transfer', 'Payment Processor', 'Pending', 'Low', ['cape verde', 'guinea bissau'], 0],
  ['Mbarosha', 'Exchange', 'Pending', 'Medium', ['uganda'], 0],
  [
    'Kinshandari and Mbujimara Cross-Border Digital Asset Exchange, Remittance, Savings and Settlement Cooperative Society of the Eastern Provinces of the Great Lakes',
    'Exchange',
    'Pending',
    'Medium',
    ['democratic republic of the congo', 'rwanda', 'burundi', 'uganda', 'tanzania'],
    10,
  ],
  ['Nkosanakwazulubandlelamandlovu', 'Wallet', 'Limited', 'Medium', ['south africa'], 3],

  [
    'Fastari Daily Gains',
    'Network Marketing',
    'Flagged',
    'High',
    ['nigeria', 'ghana', 'kenya', 'south africa'],
    88,
    {
      otherNames: ['FDG Capital', 'Fastari Gold Club'],
      website: 'https://www.fastari-daily-gains.example',
      flaggedReasons: [
        'Reported by 3 people for withdrawals that never arrived.',
        'Promises fixed daily returns, which no lawful investment can.',
        'Under review since June 2026 after complaints about being asked to pay a fee before a withdrawal (demo entry).',
      ],
      licenseInfo: null,
      regulatoryCompliance: 4,
      securityMeasures: 12,
    },
  ],
  ['Goldeka Trade Club', 'Broker', 'Flagged', 'High', ['nigeria'], 41, { flaggedReasons: [] }],
  [
    'Hashimari Cloud Mining',
    'Mining Pool',
    'Flagged',
    'High',
    ['uganda', 'kenya'],
    27,
    { flaggedReasons: ['Reported by 2 people for machines that nobody has seen.'] },
  ],
  ['Kwikasha Wallet', 'Wallet', 'Flagged', 'High', ['south africa', 'namibia'], 19, { website: null }],
  [
    'Royal Umbeki Circle',
    'Network Marketing',
    'Flagged',
    'High',
    ['tanzania', 'malawi', 'zambia'],
    0,
    { flaggedReasons: ['Reported by 2 people for paying its members with what new members bring.'] },
  ],
  [
    'Sikaboa P2P',
    'Peer-to-Peer',
    'Flagged',
    'Medium',
    ['ghana'],
    22,
    {
      otherNames: ['Sika Boa Traders'],
      flaggedReasons: [
        'Reported by 2 people for buyers who show edited receipts.',
        'Under review since August 2026 after complaints about accounts locked without a reason (demo entry).',
      ],
    },
  ],
  [
    'Tradovani Exchange',
    'Exchange',
    'Flagged',
    'High',
    ['cameroon', 'ivory coast'],
    35,
    {
      flaggedReasons: [
        'Reported by 3 people for withdrawals that are held back.',
        'Announced an attack of which our team found no trace.',
      ],
    },
  ],

  [
    'Ubuntari Wealth',
    'Network Marketing',
    'Suspended',
    'High',
    ['south africa'],
    24,
    {
      otherNames: ['Ubuntari Members Fund'],
      website: 'https://ubuntari-wealth.example',
      flaggedReasons: [
        'Its pay-outs depended on recruiting others.',
        'Its office in the register was empty when our team called there (demo entry).',
      ],
    },
  ],
  ['Vumbarela Coin', 'Exchange', 'Suspended', 'High', ['zimbabwe'], 6],
  ['Weledari Savings Wallet', 'Wallet', 'Pending', 'Medium', ['kenya'], 0, { reviewState: 'pending' }],
  ['Yirgamo Desk', 'OTC Desk', 'Pending', 'High', ['ethiopia'], 0, { reviewState: 'rejected' }],
];

/** Nobody has checked a pending provider, so scores beside it would contradict its page. */
const notAssessed = { regulatoryCompliance: 0, userSatisfaction: 0, securityMeasures: 0 };

export const demoProviders: readonly DemoProvider[] = entries.map(
  ([name, type, verificationStatus, riskScore, countries, count, extras]) => ({
    reviewState: 'approved',
    ...(verificationStatus === 'Pending' && notAssessed),
    // Nobody is verified with a licence that is in no register.
    ...(verificationStatus === 'Verified' && { licenseInfo: findDemoLicence(name)?.licenseInfo ?? null }),
    ...extras,
    name,
    type,
    verificationStatus,
    riskScore,
    countries,
    reviews: count,
  }),
);

const toPosition = (index: number): RowPosition => ({ seed: demoSeed, index, total: demoProviders.length });

const findProviderId = (name: string): ProviderId | undefined => {
  const index = demoProviders.findIndex((provider) => provider.name === name);
  return index === -1 ? undefined : providerId(toPosition(index));
};

const getProviderId = (name: string): ProviderId => {
  const id = findProviderId(name);
  if (!id) throw new Error(`The demo register has no provider called ${name}.`);
  return id;
};

export const demoProviderRows = () =>
  demoProviders.map(({ reviews: count, badges: _, ...wishes }, index) =>
    makeProvider(toPosition(index), summarizeRatings(toPosition(index), wishes.verificationStatus, count), wishes),
  );

const demoReviewRows = () =>
  demoProviders.flatMap(({ verificationStatus, reviews: count }, index) => [
    ...generateReviews(toPosition(index), verificationStatus, count),
  ]);

const demoBadgeRows = () =>
  demoProviders.flatMap(({ badges = [] }, index) =>
    certificationRows
      .filter(({ name }) => badges.includes(name))
      .map(({ id }) => ({
        providerId: providerId(toPosition(index)),
        certificationId: id,
        createdAt: getBadgeTime(toPosition(index)),
      })),
  );

const demoRatingCountRows = () =>
  demoProviders.flatMap(({ verificationStatus, reviews: count }, index) => [
    ...generateRatingCounts(toPosition(index), verificationStatus, count),
  ]);

/** The values of providers before the edits in demo-register.ts. */
const earlierFacts: Record<string, Partial<ProviderRow>> = {
  'Ubuntari Wealth': { verificationStatus: 'Pending' },
  'Vumbarela Coin': { verificationStatus: 'Limited' },
  'Fastari Daily Gains': {
    riskScore: 'Medium',
    flaggedReasons: [
      'Reported by 2 people for withdrawals that never arrived.',
      'Under review since June 2026 after complaints about being asked to pay a fee before a withdrawal (demo entry).',
    ],
  },
};

/** The first demo provider has evidence of every positive kind; the others have a licence at most, and generated evidence. */
const tandiwaEvidenceItems: EvidenceItem[] = [
  {
    kind: 'registration',
    country: 'nigeria',
    authority: 'Demo Companies Register (fictional)',
    reference: 'DEMO-R88120',
    sourceUrl: 'https://companies-register.example/entries/88120',
    checkedOn: '2026-03-12',
  },
  {
    kind: 'audit',
    country: 'south africa',
    authority: 'Demo Assurance Partners (fictional)',
    reference: 'Proof of reserves, second quarter of 2026 (demo)',
    sourceUrl: 'https://assurance-partners.example/reports/tandiwa-2026-q2',
    checkedOn: '2026-07-20',
  },
  {
    kind: 'insurance',
    country: 'south africa',
    authority: 'Demo Mutual Insurance (fictional)',
    reference: 'DEMO-I55310',
    sourceUrl: null,
    checkedOn: '2026-04-02',
  },
  {
    kind: 'visit',
    country: 'kenya',
    authority: 'Hakiki field visit (demo)',
    reference: null,
    sourceUrl: null,
    checkedOn: '2026-09-08',
  },
];

function enterEvidence(position: RowPosition, items: readonly EvidenceItem[]): EvidenceRow[] {
  const random = new Random(demoSeed, 'demo-evidence', position.index);
  return items.map((finding) => {
    const createdAt = new Date(`${finding.checkedOn}T09:00:00Z`);
    return {
      id: timedId(random, createdAt.getTime()),
      providerId: providerId(position),
      ...finding,
      checkedBy: registerTeam,
      createdAt,
    };
  });
}

export const demoEvidenceRows = (): EvidenceRow[] =>
  demoProviders.flatMap(({ name, verificationStatus, countries }, index) => {
    const licence = findDemoLicence(name)?.evidence;
    const isTandiwa = name === 'Tandiwa Exchange';
    return [
      ...enterEvidence(toPosition(index), [...(licence ? [licence] : []), ...(isTandiwa ? tandiwaEvidenceItems : [])]),
      ...(isTandiwa ? [] : generateEvidence(toPosition(index), verificationStatus, countries)),
    ];
  });

/** The providers that visitors can find. */
const listedProviders = () =>
  demoProviders.filter(
    ({ reviewState, verificationStatus }) => reviewState === 'approved' && verificationStatus !== 'Suspended',
  );

function computeCurrentRegtechValues() {
  const isListed = new Set(listedProviders().map(({ name }) => name));
  const rows = demoProviderRows().filter(({ name }) => isListed.has(name));
  return {
    compliance: rows.reduce((sum, { regulatoryCompliance }) => sum + regulatoryCompliance, 0) / rows.length,
    highRisk: (100 * rows.filter((row) => getShownRisk(row) === 'High').length) / rows.length,
    countries: new Set(listedProviders().flatMap(({ countries }) => countries)).size,
  };
}

/** Generated rows, and tables that no service fills from a form. */
const listGeneratedRows = (): Stage[] => [
  { table: certifications, label: 'badges', rows: certificationRows },
  {
    table: providers,
    label: 'providers',
    rows: demoProviderRows().map((row) => ({ ...row, ...earlierFacts[row.name] })),
  },
  { table: providerCertifications, label: 'badges given', rows: demoBadgeRows() },
  { table: providerEvidence, label: 'evidence', rows: demoEvidenceRows() },
  { table: reviews, label: 'reviews', rows: demoReviewRows() },
  { table: ratingCounts, label: 'rating counts', rows: demoRatingCountRows() },
  { table: newsItems, label: 'news', rows: demoNewsRows(demoSeed) },
  { table: newsCopies, label: 'news on two hosts', rows: demoCopyRows(demoSeed) },
  { table: newsMentions, label: 'providers in the news', rows: demoMentionRows(demoSeed, findProviderId) },
  { table: newsBatches, label: 'news that wait', rows: demoBatchRows(demoSeed) },
  { table: newsSourceStates, label: 'sources of news', rows: demoSourceRows() },
];

/** Fills an empty register and leaves any other unchanged; returns whether it filled it. */
export async function seedDemo(target: DemoTarget): Promise<boolean> {
  const client = new pg.Client({ connectionString: target.databaseUrl });
  await client.connect();
  try {
    if (await hasRows(client, 'providers')) return false;
    await fillTables(client, listGeneratedRows());
  } finally {
    await client.end();
  }
  await withStory(target, async (story) => {
    await story.play([
      ...listRegisterSteps({ ...story, seed: demoSeed, getProviderId }),
      ...regtechSteps({
        database: story.database,
        listedProviders: listedProviders(),
        current: computeCurrentRegtechValues(),
      }),
    ]);
    await enterDemoLicences(story, getProviderId);
    await story.services.check.protectedNames.addMissing('demo', shippedNames);
    await story.services.families.applyWaiting();
  });
  return true;
}
