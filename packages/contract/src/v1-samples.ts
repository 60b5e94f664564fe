/**
 * Fixed responses for test keys, independent of the input. The documentation shows the same data, so that an example
 * with a test key returns what was printed.
 */
import type { AlertId } from './alerts.ts';
import type { CheckAnswer } from './check.ts';
import type { Provider, ProviderId } from './directory.ts';
import type { Evidence, EvidenceId } from './evidence.ts';
import type { Report, ReportId } from './reports.ts';
import type { Review, ReviewId } from './reviews.ts';
import type { Compliance, FraudAlert, FraudAlertDetail } from './v1.ts';

const providerId = (n: number) => `01900000-0000-7000-8000-00000000000${n}` as ProviderId;

const commonFields = {
  otherNames: [],
  logoUrl: null,
  flaggedReasons: [],
  insurance: null,
  certifications: [],
  securityFeatures: [],
} satisfies Partial<Provider>;

export const sampleProviders: readonly Provider[] = [
  {
    ...commonFields,
    id: providerId(1),
    name: 'Sample Exchange',
    type: 'Exchange',
    description: 'An invented exchange. Test keys always find it verified.',
    website: 'https://exchange.example',
    verificationStatus: 'Verified',
    riskScore: 'Low',
    rating: '4.5',
    reviewCount: 2,
    countries: ['kenya', 'south africa'],
    established: 2016,
    userCount: 120_000,
    licenseInfo: 'Sample licence 0001',
    regulatoryCompliance: 92,
    userSatisfaction: 88,
    securityMeasures: 95,
  },
  {
    ...commonFields,
    id: providerId(2),
    name: 'Sample Wallet',
    type: 'Wallet',
    description: 'An invented wallet whose licence covers a part of what it does.',
    website: 'https://wallet.example',
    verificationStatus: 'Limited',
    riskScore: 'Medium',
    rating: '3.0',
    reviewCount: 1,
    countries: ['nigeria'],
    established: 2020,
    userCount: null,
    licenseInfo: null,
    regulatoryCompliance: 55,
    userSatisfaction: 61,
    securityMeasures: 70,
  },
  {
    ...commonFields,
    id: providerId(3),
    name: 'Sample Scheme',
    otherNames: ['Sample Profits'],
    type: 'Network Marketing',
    description: 'An invented scheme that promises profits. Test keys always find it flagged.',
    website: null,
    verificationStatus: 'Flagged',
    flaggedReasons: ['Promises returns that nobody can pay'],
    riskScore: 'High',
    rating: '0.0',
    reviewCount: 0,
    countries: ['ghana', 'nigeria'],
    established: null,
    userCount: null,
    licenseInfo: null,
    regulatoryCompliance: 0,
    userSatisfaction: 0,
    securityMeasures: 10,
  },
];

const review = (n: number, rating: number, experience: string): Review => ({
  id: `01900000-0000-7000-8000-00000000010${n}` as ReviewId,
  rating,
  experience,
  issueType: 'none',
  userLocation: 'kenya',
  language: 'en',
  createdAt: `2026-01-0${n}T09:00:00.000Z`,
});

export const sampleReviews: Readonly<Record<ProviderId, readonly Review[]>> = {
  [providerId(1)]: [review(1, 5, 'Paid out on the same day.'), review(2, 4, 'Good, and a little slow at weekends.')],
  [providerId(2)]: [review(3, 3, 'Works. Support took three days to answer.')],
};

const alert = (n: number, more: Omit<FraudAlert, 'id' | 'language' | 'createdAt'>): FraudAlert => ({
  id: `01900000-0000-7000-8000-00000000030${n}` as AlertId,
  language: 'en',
  createdAt: `2026-01-0${n}T09:00:00.000Z`,
  ...more,
});

/** Most severe first, like the list. */
export const sampleAlerts: readonly FraudAlert[] = [
  alert(2, {
    title: 'Sample Scheme promises 3 % a day',
    description: 'An invented warning: deposits are taken by mobile money, and withdrawals need a fee that never ends.',
    advice: 'Do not pay. Do not pay a fee to get your money back.',
    alertType: 'ponzi_scheme',
    severity: 'Critical',
    reportCount: 12,
    affectedCountries: ['ghana', 'nigeria'],
    providerId: providerId(3),
  }),
  alert(1, {
    title: 'A page that imitates Sample Exchange',
    description: 'An invented warning: the page asks for the recovery words of a wallet.',
    advice: null,
    alertType: 'phishing',
    severity: 'High',
    reportCount: 3,
    affectedCountries: ['kenya'],
    providerId: null,
  }),
];

export const toSampleAlertDetail = (sample: FraudAlert): FraudAlertDetail => ({
  id: sample.id,
  publishedAt: '2026-01-03T09:00:00.000Z',
  withdrawnAt: null,
  appealSince: null,
  alert: {
    ...sample,
    checkedAt: '2026-01-03T09:00:00.000Z',
    provider: sample.providerId ? { id: sample.providerId, name: 'Sample Scheme' } : null,
    indicators: [{ kind: 'website', value: 'profits.example' }],
    lostRand: null,
    reply: null,
  },
});

/** The response to a report sent with a test key; nothing is stored. */
export const sampleReport = (
  input: Pick<Report, 'reportType' | 'severity' | 'description' | 'providerId'> & { reporterLocation: string | null },
): Report => ({
  id: '01900000-0000-7000-8000-000000000201' as ReportId,
  reportType: input.reportType,
  severity: input.severity,
  description: input.description,
  reporterLocation: input.reporterLocation,
  language: 'en',
  createdAt: '2026-01-01T09:00:00.000Z',
  providerId: input.providerId,
  fraudAlertId: null,
  status: 'pending',
  appealSince: null,
  reply: null,
});

const [exchange] = sampleProviders as [Provider];
const [ponziAlert] = sampleAlerts as [FraudAlert];

export const sampleEvidence: Readonly<Record<ProviderId, readonly Evidence[]>> = {
  [exchange.id]: [
    {
      id: '01900000-0000-7000-8000-000000000401' as EvidenceId,
      kind: 'licence',
      country: 'kenya',
      authority: 'Sample Capital Markets Authority',
      reference: 'Sample licence 0001',
      sourceUrl: 'https://authority.example/register/0001',
      pictureUrl: null,
      checkedOn: '2026-01-02',
      checkedBy: 'Hakiki register team',
      isOld: false,
    },
  ],
};

const sampleCompliance: Compliance = {
  providerId: exchange.id,
  verificationStatus: exchange.verificationStatus,
  riskScore: exchange.riskScore,
  licenseInfo: exchange.licenseInfo,
  regulatoryCompliance: exchange.regulatoryCompliance,
  userSatisfaction: exchange.userSatisfaction,
  securityMeasures: exchange.securityMeasures,
  certifications: exchange.certifications,
  evidence: [...sampleEvidence[exchange.id]!],
};

const newReport = {
  reportType: 'withdrawal_issues',
  severity: 'High',
  description: 'A withdrawal has been waiting for two weeks.',
  reporterLocation: 'Nairobi',
  providerId: providerId(2),
} as const;

const nothingKnown: CheckAnswer = {
  verdict: 'nothingKnown',
  readings: [],
  question: null,
  reasons: [],
  providers: [],
  alerts: [],
  similar: [],
  lookalike: null,
  known: null,
  links: [],
  promisesProfit: false,
};
const noDetails = { name: null, providerId: null, alertId: null, count: null, firstSeenOn: null };

/** What a test key knows; the addresses of reasons are those of an invented installation. */
const sampleAnswers: Readonly<Record<string, CheckAnswer>> = {
  'https://profits.example/start': {
    ...nothingKnown,
    verdict: 'reported',
    readings: [{ kind: 'website', value: 'profits.example', why: 'webAddress', country: null, verdict: 'reported' }],
    reasons: [
      {
        ...noDetails,
        kind: 'reports',
        reading: 0,
        count: 12,
        firstSeenOn: '2025-12-20',
        source: { kind: 'own', name: null, url: null },
        date: '2026-01-02',
      },
    ],
  },
  'exchange.example': {
    ...nothingKnown,
    verdict: 'official',
    readings: [{ kind: 'website', value: 'exchange.example', why: 'webAddress', country: null, verdict: 'official' }],
    reasons: [
      {
        ...noDetails,
        kind: 'official',
        reading: 0,
        name: exchange.name,
        providerId: exchange.id,
        source: { kind: 'own', name: null, url: `https://hakiki.example/provider/${exchange.id}` },
        date: '2026-01-02',
      },
    ],
    providers: [
      {
        id: exchange.id,
        name: exchange.name,
        otherNames: [],
        type: exchange.type,
        website: exchange.website,
        verificationStatus: exchange.verificationStatus,
        flaggedReasons: [],
        countries: exchange.countries,
        match: 'whole',
        licences: [],
        checkedOn: '2026-01-02',
      },
    ],
  },
};

/** Everything else is unknown to a test key. */
export const toSampleAnswer = (input: string): CheckAnswer =>
  sampleAnswers[input] ?? {
    ...nothingKnown,
    readings: [{ kind: 'name', value: input.slice(0, 500), why: 'plainText', country: null, verdict: 'nothingKnown' }],
  };

const newCheck = { inputs: [...Object.keys(sampleAnswers), 'A name that nobody knows'], country: 'Kenya' };

export interface SampleCall {
  params?: Record<string, string>;
  query?: Record<string, string | number>;
  body?: object;
  reply: unknown;
}

/** Each call once, with the response to a test key. */
export const sampleCalls: Readonly<Record<string, SampleCall>> = {
  'GET /api/v1/providers': { query: { country: 'kenya', limit: 20 }, reply: [exchange] },
  'GET /api/v1/providers/:id': { params: { id: exchange.id }, reply: exchange },
  'GET /api/v1/providers/:id/compliance': { params: { id: exchange.id }, reply: sampleCompliance },
  'GET /api/v1/providers/:id/reviews': { params: { id: exchange.id }, reply: sampleReviews[exchange.id] },
  'GET /api/v1/alerts': { query: { country: 'ghana', limit: 20 }, reply: [ponziAlert] },
  'GET /api/v1/alerts/:id': { params: { id: ponziAlert.id }, reply: toSampleAlertDetail(ponziAlert) },
  'POST /api/v1/check': { body: newCheck, reply: newCheck.inputs.map(toSampleAnswer) },
  'POST /api/v1/reports': { body: newReport, reply: sampleReport(newReport) },
};
