/**
 * The verdict in one plain sentence, and what it does not mean. What others found is said in their name ("on the warning list
 * of …"); the site accuses nobody on its own.
 */
import type { Provider, VerificationStatus } from '@hakiki/contract/directory';
import { isWarnedOf } from '@hakiki/contract/directory-values';
import type { Evidence, EvidenceKind } from '@hakiki/contract/evidence';
import { m } from '../../paraglide/messages.js';
import { formatDate } from '../language/format.ts';

interface Verdict {
  why: string;
  cautions: string[];
}

const kindLabels: Record<EvidenceKind, () => string> = {
  licence: m.evidence_licence,
  registration: m.evidence_registration,
  audit: m.evidence_audit,
  insurance: m.evidence_insurance,
  visit: m.evidence_visit,
  warning: m.evidence_warning,
};

export const evidenceKindLabel = (kind: EvidenceKind): string => kindLabels[kind]();

/** A warning outweighs everything; then what a regulator allows, then that the company exists, then the rest. */
const byWeight: readonly EvidenceKind[] = ['warning', 'licence', 'registration', 'audit', 'insurance', 'visit'];

/** Evidence comes last checked first. */
const weightiest = (evidence: readonly Evidence[]): Evidence | undefined =>
  byWeight.flatMap((weighed) => evidence.find(({ kind }) => kind === weighed) ?? [])[0];

const register = ({ kind, reference, authority }: Evidence): string =>
  m.evidence_in_register({ what: [evidenceKindLabel(kind), reference].filter(Boolean).join(' '), authority });

const sentences: Record<EvidenceKind, (found: Evidence) => string> = {
  licence: register,
  registration: register,
  audit: m.evidence_audit_read,
  insurance: m.evidence_insured,
  visit: m.evidence_visited,
  warning: ({ authority, checkedOn }) => m.evidence_warned({ authority, date: formatDate(checkedOn) }),
};

const verdicts: Record<VerificationStatus, (found: string | undefined) => Verdict> = {
  Verified: (found) => ({ why: found ?? m.verdict_verified(), cautions: [m.verdict_verified_caution()] }),
  Limited: (found) => foundOr(found, m.verdict_limited(), m.verdict_limited()),
  Pending: (found) => foundOr(found, m.verdict_pending(), m.verdict_pending_begun()),
  Flagged: (found) => foundOr(found, m.verdict_flagged(), m.verdict_flagged()),
  Suspended: (found) => foundOr(found, m.verdict_suspended(), m.verdict_suspended()),
};

const foundOr = (found: string | undefined, otherwise: string, caution: string): Verdict =>
  found === undefined ? { why: otherwise, cautions: [] } : { why: found, cautions: [caution] };

/** A warning is explained by its reasons and by the warnings of others, never by a licence found elsewhere. */
const isReasonFor = (status: VerificationStatus, { kind }: Evidence): boolean =>
  !isWarnedOf(status) || kind === 'warning';

export function verdictOf(
  { verificationStatus: status, riskScore }: Pick<Provider, 'verificationStatus' | 'riskScore'>,
  evidence: readonly Evidence[],
): Verdict {
  const reason = weightiest(evidence.filter((found) => isReasonFor(status, found)));
  const { why, cautions } = verdicts[status](reason && sentences[reason.kind](reason));
  const isUnexpectedlyRisky = riskScore === 'High' && !isWarnedOf(status);
  return { why, cautions: isUnexpectedlyRisky ? [...cautions, m.verdict_high_risk()] : cautions };
}
