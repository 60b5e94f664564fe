/** Generates providers: first the type and status, then the values that depend on them. */
import {
  type ProviderType,
  type ReviewState,
  type SecurityFeature,
  type VerificationStatus,
  type ProviderId,
} from '@hakiki/contract/directory';
import type { RiskLevel } from '@hakiki/contract/risk';
import { siteOfWebsite } from '../platform/web-address/web-address.ts';
import { certificationRows, type ProviderCertificationRow } from './certifications.ts';
import { companyName, exampleSite, soundsReal } from './company-names.ts';
import { countryWeights } from './countries.ts';
import { describeProvider, flagReasons, insuranceText, licenceText, securityFeatureNames } from './provider-texts.ts';
import { Random, timedId, weights } from './random.ts';
import { momentOf, timeline } from './timeline.ts';

export interface Standing {
  type: ProviderType;
  verificationStatus: VerificationStatus;
  reviewState: ReviewState;
}

export interface ProviderRow extends Standing {
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

const typeWeights = weights<ProviderType>([
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

const usualStatus = weights<VerificationStatus>([
  ['Pending', 47],
  ['Verified', 24],
  ['Limited', 22],
  ['Flagged', 4.5],
  ['Suspended', 2.5],
]);
const networkMarketingStatus = weights<VerificationStatus>([
  ['Pending', 55],
  ['Limited', 15],
  ['Flagged', 24],
  ['Suspended', 6],
]);

/** The usual risk and score range per status. */
const habits: Record<VerificationStatus, { risk: ReturnType<typeof weights<RiskLevel>>; scores: [number, number] }> = {
  Verified: { risk: riskWeights(75, 23, 2), scores: [68, 99] },
  Limited: { risk: riskWeights(30, 55, 15), scores: [42, 82] },
  Pending: { risk: riskWeights(20, 55, 25), scores: [22, 74] },
  Flagged: { risk: riskWeights(0, 12, 88), scores: [3, 46] },
  Suspended: { risk: riskWeights(0, 8, 92), scores: [0, 40] },
};

function riskWeights(low: number, medium: number, high: number) {
  return weights<RiskLevel>([
    ['Low', low],
    ['Medium', medium],
    ['High', high],
  ]);
}

/** The position of a row in the generated data; every row can be generated on its own. */
export interface Place {
  seed: number;
  index: number;
  total: number;
}

/** Uses its own random stream: reviews need the status before the rest of the provider is generated. */
export function standingOf({ seed, index }: Pick<Place, 'seed' | 'index'>): Standing {
  const random = new Random(seed, 'standing', index);
  const type = random.weighted(typeWeights);
  const submission = random.share();
  if (submission < 0.03) return { type, verificationStatus: 'Pending', reviewState: 'pending' };
  if (submission < 0.04) return { type, verificationStatus: 'Pending', reviewState: 'rejected' };
  const statuses = type === 'Network Marketing' ? networkMarketingStatus : usualStatus;
  return { type, verificationStatus: random.weighted(statuses), reviewState: 'approved' };
}

export interface Rated {
  rating: string;
  reviewCount: number;
}
export const unrated: Rated = { rating: '0.0', reviewCount: 0 };

/** Fixed facts of a demo provider; omitted values are random. */
export type Wishes = Partial<
  Omit<ProviderRow, 'id' | 'websiteSite' | 'rating' | 'reviewCount' | 'createdAt' | 'updatedAt'>
>;

export const providerId = ({ seed, index, total }: Place): ProviderId =>
  timedId(new Random(seed, 'provider-id', index), momentOf(index, total));

export function makeProvider(place: Place, rated: Rated, wishes: Wishes = {}): ProviderRow {
  const { seed, index, total } = place;
  const { type, verificationStatus, reviewState } = { ...standingOf(place), ...wishes };
  const random = new Random(seed, 'provider', index);
  const { risk, scores } = habits[verificationStatus];
  const score = () => random.between(...scores);

  const countries = wishes.countries ?? operatingCountries(random);
  const name = wishes.name ?? companyName(random, { type, country: countries[0]! });
  const established = random.chance(0.07) ? null : 2026 - Math.floor(22 * random.share() ** 2);
  const createdAt = momentOf(index, total);
  const drawn: Omit<ProviderRow, keyof Standing | 'websiteSite'> = {
    id: providerId(place),
    name,
    otherNames: otherNames(new Random(seed, 'other-names', index), name),
    description: describeProvider(random, { name, type, countries, established: wishes.established ?? established }),
    logoUrl: null,
    website: random.chance(0.08) ? null : exampleSite(name, random.chance(0.94)),
    flaggedReasons: verificationStatus === 'Flagged' && random.chance(0.92) ? flagReasons(random) : [],
    riskScore: random.weighted(risk),
    ...rated,
    countries,
    established,
    userCount: random.chance(0.2) ? null : Math.round(40 * 10 ** (random.share() * 4.8)),
    licenseInfo: random.chance(licensedShare[verificationStatus]) ? licenceText(random) : null,
    regulatoryCompliance: score(),
    userSatisfaction: satisfaction(random, rated) ?? score(),
    securityMeasures: score(),
    securityFeatures: securityFeatures(random, verificationStatus),
    insurance: verificationStatus === 'Verified' && random.chance(0.25) ? insuranceText(random) : null,
    createdAt: new Date(createdAt),
    updatedAt: new Date(createdAt + Math.floor(random.share() * (timeline.end - createdAt))),
  };
  const made = { ...drawn, type, verificationStatus, reviewState, ...wishes };
  return { ...made, websiteSite: siteOfWebsite(made.website) };
}

/** Some providers also use a short form of their name. */
function otherNames(random: Random, name: string): string[] {
  if (!random.chance(0.1)) return [];
  const short = `${name.split(' ')[0]} ${random.pick(['Club', 'FX', 'Online', 'Pro', 'Global'])}`;
  return short === name || soundsReal(short) ? [] : [short];
}

const licensedShare: Record<VerificationStatus, number> = {
  Verified: 0.93,
  Limited: 0.5,
  Pending: 0.2,
  Flagged: 0.08,
  Suspended: 0.05,
};

const countryCount = weights([
  [1, 52],
  [2, 20],
  [3, 12],
  [4, 8],
  [6, 4],
  [9, 3],
  [15, 1],
]);

/** The countries of a generated provider without its other values: they are the first draws of its stream. */
export const countriesOf = ({ seed, index }: Place): string[] =>
  operatingCountries(new Random(seed, 'provider', index));

function operatingCountries(random: Random): string[] {
  const wanted = random.weighted(countryCount);
  const chosen = new Set<string>();
  while (chosen.size < wanted) chosen.add(random.weighted(countryWeights));
  return [...chosen];
}

/** Satisfaction matches the rating, if there is one. */
function satisfaction(random: Random, { rating, reviewCount }: Rated): number | undefined {
  if (reviewCount === 0) return undefined;
  const fromStars = Math.round(((Number(rating) - 1) / 4) * 100) + random.between(-4, 4);
  return Math.min(100, Math.max(0, fromStars));
}

function securityFeatures(random: Random, status: VerificationStatus): SecurityFeature[] {
  const confirmed = status === 'Verified' ? 0.8 : status === 'Limited' ? 0.5 : 0.2;
  return random
    .sample(securityFeatureNames, random.between(0, 7))
    .map((name) => ({ name, state: random.chance(confirmed) ? 'confirmed' : 'not_confirmed' }));
}

const badgeCount = { Verified: [1, 6], Limited: [0, 2], Pending: [0, 0], Flagged: [0, 0], Suspended: [0, 0] } as const;

export const givenAt = ({ index, total }: Place): Date => new Date(momentOf(index, total) + timeline.day);

export function badgesOf(place: Place): ProviderCertificationRow[] {
  const [fewest, most] = badgeCount[standingOf(place).verificationStatus];
  if (most === 0) return [];
  const random = new Random(place.seed, 'badges', place.index);
  return random
    .sample(certificationRows, random.between(fewest, most))
    .map(({ id }) => ({ providerId: providerId(place), certificationId: id, createdAt: givenAt(place) }));
}
