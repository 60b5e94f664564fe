/** Generates evidence for the status of providers. Every authority is invented and marked as such. */
import type { VerificationStatus } from '@hakiki/contract/directory';
import type { EvidenceKind } from '@hakiki/contract/evidence';
import { givenAt, type Place, providerId } from './providers.ts';
import { Random, timedId } from './random.ts';
import { timeline } from './timeline.ts';

export interface EvidenceRow {
  id: string;
  providerId: string;
  kind: EvidenceKind;
  country: string;
  authority: string;
  reference: string | null;
  sourceUrl: string | null;
  checkedOn: string;
  checkedBy: string;
  createdAt: Date;
}

export const registerTeam = 'Hakiki register team';
const firstCheck = Date.UTC(2026, 0, 5);

/** The usual kinds of evidence per status; the first `minCount` of them always exist. */
const usualKinds: Record<VerificationStatus, { kinds: readonly EvidenceKind[]; fewest: number }> = {
  Verified: { kinds: ['licence', 'registration', 'audit', 'visit'], fewest: 2 },
  Limited: { kinds: ['registration', 'visit'], fewest: 1 },
  Flagged: { kinds: ['warning', 'warning'], fewest: 1 },
  Pending: { kinds: [], fewest: 0 },
  Suspended: { kinds: ['warning'], fewest: 1 },
};

const authorities: Record<EvidenceKind, readonly string[]> = {
  licence: ['Demo Markets Authority (fictional)', 'Demo Financial Conduct Office (fictional)'],
  registration: ['Demo Companies Register (fictional)', 'Demo Business Registry (fictional)'],
  audit: ['Demo Assurance Partners (fictional)', 'Demo Security Testers (fictional)'],
  insurance: ['Demo Mutual Insurance (fictional)'],
  visit: ['Hakiki field visit (demo)'],
  warning: ['Demo Markets Authority (fictional)', 'Demo Investor Protection Office (fictional)'],
};

/** A visit has no public entry; all other kinds have one. */
const sources: Record<EvidenceKind, { prefix: string; address: string } | undefined> = {
  licence: { prefix: 'DEMO-L', address: 'https://licences.markets-authority.example' },
  registration: { prefix: 'DEMO-R', address: 'https://companies-register.example/entries' },
  audit: { prefix: 'DEMO-A', address: 'https://assurance-partners.example/reports' },
  insurance: { prefix: 'DEMO-I', address: 'https://mutual-insurance.example/policies' },
  visit: undefined,
  warning: { prefix: 'DEMO-W', address: 'https://warnings.investor-protection.example' },
};

export function* evidenceOf(
  place: Place,
  status: VerificationStatus,
  countries: readonly string[],
): Generator<EvidenceRow> {
  const { kinds, fewest } = usualKinds[status];
  if (kinds.length === 0 || countries.length === 0) return;
  const random = new Random(place.seed, 'evidence', place.index);
  const found = kinds.slice(0, random.between(fewest, kinds.length));
  for (const [index, kind] of found.entries())
    yield makeEvidence(random, place, kind, countries[index % countries.length]!);
}

function makeEvidence(random: Random, place: Place, kind: EvidenceKind, country: string): EvidenceRow {
  const since = Math.max(firstCheck, givenAt(place).getTime());
  const checkedAt = new Date(Math.min(timeline.end, since + Math.floor(random.share() * (timeline.end - since))));
  const source = sources[kind];
  const number = random.between(10_000, 99_999);
  return {
    id: timedId(random, checkedAt.getTime()),
    providerId: providerId(place),
    kind,
    country,
    authority: random.pick(authorities[kind]),
    reference: source ? `${source.prefix}${number}` : null,
    sourceUrl: source ? `${source.address}/${number}` : null,
    checkedOn: checkedAt.toISOString().slice(0, 10),
    checkedBy: registerTeam,
    createdAt: checkedAt,
  };
}
