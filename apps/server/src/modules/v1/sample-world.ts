/** What test keys are answered with: always the same, about nobody, and nothing that is sent changes it. */
import type { Provider, ProviderId } from '@hakiki/contract/directory';
import type { Report, ReportId } from '@hakiki/contract/reports';
import type { Review, ReviewId } from '@hakiki/contract/reviews';

const providerId = (n: number) => `01900000-0000-7000-8000-00000000000${n}` as ProviderId;

const common = {
  otherNames: [],
  logoUrl: null,
  flaggedReasons: [],
  insurance: null,
  certifications: [],
  securityFeatures: [],
} satisfies Partial<Provider>;

export const sampleProviders: readonly Provider[] = [
  {
    ...common,
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
    ...common,
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
    ...common,
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
  createdAt: `2026-01-0${n}T09:00:00.000Z`,
});

export const sampleReviews: Readonly<Record<ProviderId, readonly Review[]>> = {
  [providerId(1)]: [review(1, 5, 'Paid out on the same day.'), review(2, 4, 'Good, and a little slow at weekends.')],
  [providerId(2)]: [review(3, 3, 'Works. Support took three days to answer.')],
};

/** What becomes of a report that is sent with a test key: it is answered, and stored nowhere. */
export const sampleReport = (
  given: Pick<Report, 'reportType' | 'severity' | 'description' | 'providerId'> & { reporterLocation: string | null },
): Report => ({
  id: '01900000-0000-7000-8000-000000000201' as ReportId,
  reportType: given.reportType,
  severity: given.severity,
  description: given.description,
  reporterLocation: given.reporterLocation,
  createdAt: '2026-01-01T09:00:00.000Z',
  providerId: given.providerId,
  fraudAlertId: null,
  status: 'pending',
  appealSince: null,
});
