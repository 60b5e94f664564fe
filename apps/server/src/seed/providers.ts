/** Generates providers: first the type and status, then the values that depend on them. */
import {
  type ProviderType,
  type ReviewState,
  type SecurityFeature,
  type VerificationStatus,
  type ProviderId,
} from '@hakiki/contract/directory';
import { getShownRisk, type RiskLevel } from '@hakiki/contract/risk';
import { toSiteOrNull } from '../platform/web-address/web-address.ts';
import { certificationRows, type ProviderCertificationRow } from './certifications.ts';
import { generateCompanyName, toExampleUrl, containsRealName } from './company-names.ts';
import { countryWeights } from './countries.ts';
import {
  describeProvider,
  generateFlagReasons,
  insuranceText,
  licenceText,
  securityFeatureNames,
} from './provider-texts.ts';
import { Random, timedId, toWeighted } from './random.ts';
import { getTimeAt, timeline } from './timeline.ts';

export interface ProviderStatus {
  type: ProviderType;
  verificationStatus: VerificationStatus;
  reviewState: ReviewState;
}

export interface ProviderRow extends ProviderStatus {
  id: string;
  name: string;
  otherNames: string[];
  description: string;
  logoUrl: string | null;
  website: string | null;
  websiteSite: string | null;
  flaggedReasons: string[];
  riskScore: RiskLevel;
  rating: string;
  reviewCount: number;
  countries: string[];
  established: number | null;
  userCount: number | null;
  licenseInfo: string | null;
  regulatoryCompliance: number;
  userSatisfaction: number;
  securityMeasures: number;
  securityFeatures: SecurityFeature[];
  insurance: string | null;
  createdAt: Date;
  updatedAt: Date;
}

const typeWeights = toWeighted<ProviderType>([
  ['Exchange', 24],
  ['Broker', 15],
  ['Wallet', 14],
  ['Peer-to-Peer', 12],
  ['OTC Desk', 8],
  ['Network Marketing', 7],
  ['Business Services', 6],
  ['Payment Processor', 6],
  ['Mining Pool', 3],
  ['DeFi Platform', 3],
  ['Other', 2],
]);

const usualStatus = toWeighted<VerificationStatus>([
  ['Pending', 47],
  ['Verified', 24],
  ['Limited', 22],
  ['Flagged', 4.5],
  ['Suspended', 2.5],
]);
const networkMarketingStatus = toWeighted<VerificationStatus>([
  ['Pending', 55],
  ['Limited', 15],
  ['Flagged', 24],
  ['Suspended', 6],
]);

const usualRisk: Record<VerificationStatus, ReturnType<typeof riskWeights>> = {
  Verified: riskWeights(78, 22, 0),
  Limited: riskWeights(25, 60, 15),
  Pending: riskWeights(20, 55, 25),
  Flagged: riskWeights(0, 0, 100),
  Suspended: riskWeights(0, 0, 100),
};

/** The range of the scores of each level, so that their average means the same level. */
const scoreRanges: Record<RiskLevel, readonly [number, number]> = { Low: [81, 99], Medium: [52, 78], High: [5, 47] };
const scaleScore = (drawn: number, level: RiskLevel): number => {
  const [lowest, highest] = scoreRanges[level];
  return lowest + Math.round((drawn / 100) * (highest - lowest));
};

function riskWeights(low: number, medium: number, high: number) {
  return toWeighted<RiskLevel>([
    ['Low', low],
    ['Medium', medium],
    ['High', high],
  ]);
}

/** The position of a row in the generated data; every row can be generated on its own. */
export interface RowPosition {
  seed: number;
  index: number;
  total: number;
}

/** Uses its own random stream: reviews need the status before the rest of the provider is generated. */
export function drawStatus({ seed, index }: Pick<RowPosition, 'seed' | 'index'>): ProviderStatus {
  const random = new Random(seed, 'standing', index);
  const type = random.weighted(typeWeights);
  const submission = random.nextFraction();
  if (submission < 0.03) return { type, verificationStatus: 'Pending', reviewState: 'pending' };
  if (submission < 0.04) return { type, verificationStatus: 'Pending', reviewState: 'rejected' };
  const statuses = type === 'Network Marketing' ? networkMarketingStatus : usualStatus;
  return { type, verificationStatus: random.weighted(statuses), reviewState: 'approved' };
}

export interface RatingSummary {
  rating: string;
  reviewCount: number;
}
export const unrated: RatingSummary = { rating: '0.0', reviewCount: 0 };

/** Fixed facts of a demo provider; omitted values are random. */
export type FixedFacts = Partial<
  Omit<ProviderRow, 'id' | 'websiteSite' | 'rating' | 'reviewCount' | 'createdAt' | 'updatedAt'>
>;

export const providerId = ({ seed, index, total }: RowPosition): ProviderId =>
  timedId(new Random(seed, 'provider-id', index), getTimeAt(index, total));

export function makeProvider(position: RowPosition, ratingSummary: RatingSummary, facts: FixedFacts = {}): ProviderRow {
  const { seed, index, total } = position;
  const { type, verificationStatus, reviewState } = { ...drawStatus(position), ...facts };
  const random = new Random(seed, 'provider', index);
  const score = () => random.between(0, 100);
  const isRated = ratingSummary.reviewCount > 0;

  const countries = facts.countries ?? operatingCountries(random);
  const name = facts.name ?? generateCompanyName(random, { type, country: countries[0]! });
  const established = random.chance(0.07) ? null : 2026 - Math.floor(22 * random.nextFraction() ** 2);
  const createdAt = getTimeAt(index, total);
  const drawn: Omit<ProviderRow, keyof ProviderStatus | 'websiteSite'> = {
    id: providerId(position),
    name,
    otherNames: drawOtherNames(new Random(seed, 'other-names', index), name),
    description: describeProvider(random, { name, type, countries, established: facts.established ?? established }),
    logoUrl: null,
    website: random.chance(0.08) ? null : toExampleUrl(name, random.chance(0.94)),
    flaggedReasons: verificationStatus === 'Flagged' && random.chance(0.92) ? generateFlagReasons(random) : [],
    riskScore: random.weighted(usualRisk[verificationStatus]),
    ...ratingSummary,
    countries,
    established,
    userCount: random.chance(0.2) ? null : Math.round(40 * 10 ** (random.nextFraction() * 4.8)),
    licenseInfo: random.chance(licenceProbability[verificationStatus]) ? licenceText(random) : null,
    regulatoryCompliance: score(),
    userSatisfaction: isRated ? computeSatisfaction(random, ratingSummary) : score(),
    securityMeasures: score(),
    securityFeatures: drawSecurityFeatures(random, verificationStatus),
    insurance: verificationStatus === 'Verified' && random.chance(0.25) ? insuranceText(random) : null,
    createdAt: new Date(createdAt),
    updatedAt: new Date(createdAt + Math.floor(random.nextFraction() * (timeline.end - createdAt))),
  };
  const level = facts.riskScore ?? drawn.riskScore;
  const scores = {
    regulatoryCompliance: scaleScore(drawn.regulatoryCompliance, level),
    userSatisfaction: isRated ? drawn.userSatisfaction : scaleScore(drawn.userSatisfaction, level),
    securityMeasures: scaleScore(drawn.securityMeasures, level),
  };
  const provider = { ...drawn, ...scores, type, verificationStatus, reviewState, ...facts };
  return {
    ...provider,
    // Bad stars can lower the average of the scores.
    riskScore: getShownRisk(provider) ?? provider.riskScore,
    websiteSite: toSiteOrNull(provider.website),
  };
}

/** Some providers also use a short form of their name. */
function drawOtherNames(random: Random, name: string): string[] {
  if (!random.chance(0.1)) return [];
  const short = `${name.split(' ')[0]} ${random.pick(['Club', 'FX', 'Online', 'Pro', 'Global'])}`;
  return short === name || containsRealName(short) ? [] : [short];
}

const licenceProbability: Record<VerificationStatus, number> = {
  Verified: 0.93,
  Limited: 0.5,
  Pending: 0.2,
  Flagged: 0.08,
  Suspended: 0.05,
};

const countryCount = toWeighted([
  [1, 52],
  [2, 20],
  [3, 12],
  [4, 8],
  [6, 4],
  [9, 3],
  [15, 1],
]);

/** The countries of a generated provider without its other values: they are the first draws of its stream. */
export const drawCountries = ({ seed, index }: RowPosition): string[] =>
  operatingCountries(new Random(seed, 'provider', index));

function operatingCountries(random: Random): string[] {
  const targetCount = random.weighted(countryCount);
  const chosen = new Set<string>();
  while (chosen.size < targetCount) chosen.add(random.weighted(countryWeights));
  return [...chosen];
}

/** Satisfaction matches the rating. */
function computeSatisfaction(random: Random, { rating }: RatingSummary): number {
  const fromStars = Math.round(((Number(rating) - 1) / 4) * 100) + random.between(-4, 4);
  return Math.min(100, Math.max(0, fromStars));
}

function drawSecurityFeatures(random: Random, status: VerificationStatus): SecurityFeature[] {
  const confirmed = status === 'Verified' ? 0.8 : status === 'Limited' ? 0.5 : 0.2;
  return random
    .sample(securityFeatureNames, random.between(0, 7))
    .map((name) => ({ name, state: random.chance(confirmed) ? 'confirmed' : 'not_confirmed' }));
}

const badgeCount = { Verified: [1, 6], Limited: [0, 2], Pending: [0, 0], Flagged: [0, 0], Suspended: [0, 0] } as const;

export const getBadgeTime = ({ index, total }: RowPosition): Date => new Date(getTimeAt(index, total) + timeline.day);

export function drawBadges(position: RowPosition): ProviderCertificationRow[] {
  const [minCount, maxCount] = badgeCount[drawStatus(position).verificationStatus];
  if (maxCount === 0) return [];
  const random = new Random(position.seed, 'badges', position.index);
  return random
    .sample(certificationRows, random.between(minCount, maxCount))
    .map(({ id }) => ({ providerId: providerId(position), certificationId: id, createdAt: getBadgeTime(position) }));
}
