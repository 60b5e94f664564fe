/** Generates evidence for the status of providers. Every authority is invented and marked as such. */
import type { VerificationStatus } from '@hakiki/contract/directory';
import type { EvidenceKind } from '@hakiki/contract/evidence';
import { getBadgeTime, type RowPosition, providerId } from './providers.ts';
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

/** What was seen, without who entered it. */
export type EvidenceItem = Omit<EvidenceRow, 'id' | 'providerId' | 'createdAt' | 'checkedBy'>;

export const registerTeam = 'Hakiki register team';
const firstCheck = Date.UTC(2026, 0, 5);

/**
 * The usual kinds of evidence per status; the first `minCount` of them always exist. Nobody has a licence at random: it
 * would contradict the registers, and the law of most countries.
 */
const usualKinds: Record<VerificationStatus, { kinds: readonly EvidenceKind[]; minCount: number }> = {
  Verified: { kinds: ['registration', 'audit', 'visit'], minCount: 2 },
  Limited: { kinds: ['registration', 'visit'], minCount: 1 },
  Flagged: { kinds: ['warning', 'warning'], minCount: 1 },
  Pending: { kinds: [], minCount: 0 },
  Suspended: { kinds: ['warning'], minCount: 1 },
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

export function* generateEvidence(
  position: RowPosition,
  status: VerificationStatus,
  countries: readonly string[],
): Generator<EvidenceRow> {
  const { kinds, minCount } = usualKinds[status];
  if (kinds.length === 0 || countries.length === 0) return;
  const random = new Random(position.seed, 'evidence', position.index);
  const found = kinds.slice(0, random.between(minCount, kinds.length));
  for (const [index, kind] of found.entries())
    yield makeEvidence(random, position, kind, countries[index % countries.length]!);
}

function makeEvidence(random: Random, position: RowPosition, kind: EvidenceKind, country: string): EvidenceRow {
  const since = Math.max(firstCheck, getBadgeTime(position).getTime());
  const checkedAt = new Date(
    Math.min(timeline.end, since + Math.floor(random.nextFraction() * (timeline.end - since))),
  );
  const source = sources[kind];
  const number = random.between(10_000, 99_999);
  return {
    id: timedId(random, checkedAt.getTime()),
    providerId: providerId(position),
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
