/**
 * The verdict in one sentence, and its cautions. Findings of others are attributed ("on the warning list of …"); the
 * site itself accuses nobody.
 */
import type { Provider, VerificationStatus } from '@hakiki/contract/directory';
import { isFlaggedOrSuspended } from '@hakiki/contract/directory-values';
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

/** A warning outweighs everything; then a licence, then a registration, then other evidence. */
const kindsByWeight: readonly EvidenceKind[] = ['warning', 'licence', 'registration', 'audit', 'insurance', 'visit'];

/** Expects evidence sorted by the newest check. */
const findStrongestEvidence = (evidence: readonly Evidence[]): Evidence | undefined =>
  kindsByWeight.flatMap((kindToFind) => evidence.find(({ kind }) => kind === kindToFind) ?? [])[0];

const formatRegisterEntry = ({ kind, reference, authority }: Evidence): string =>
  m.evidence_in_register({ what: [evidenceKindLabel(kind), reference].filter(Boolean).join(' '), authority });

const sentenceByKind: Record<EvidenceKind, (found: Evidence) => string> = {
  licence: formatRegisterEntry,
  registration: formatRegisterEntry,
  audit: m.evidence_audit_read,
  insurance: m.evidence_insured,
  visit: m.evidence_visited,
  warning: ({ authority, checkedOn }) => m.evidence_warned({ authority, date: formatDate(checkedOn) }),
};

const verdictByStatus: Record<VerificationStatus, (found: string | undefined) => Verdict> = {
  Verified: (found) => ({ why: found ?? m.verdict_verified(), cautions: [m.verdict_verified_caution()] }),
  Limited: (found) => toVerdict(found, m.verdict_limited(), m.verdict_limited()),
  Pending: (found) => toVerdict(found, m.verdict_pending(), m.verdict_pending_begun()),
  Flagged: (found) => ({ why: found ?? m.verdict_flagged(), cautions: [] }),
  Suspended: (found) => toVerdict(found, m.verdict_suspended(), m.verdict_suspended()),
};

const toVerdict = (found: string | undefined, fallback: string, caution: string): Verdict =>
  found === undefined ? { why: fallback, cautions: [] } : { why: found, cautions: [caution] };

/** A warned status is explained by its reasons and by warnings, never by a licence. */
const canExplain = (status: VerificationStatus, { kind }: Evidence): boolean =>
  !isFlaggedOrSuspended(status) || kind === 'warning';

export function getVerdict(
  { verificationStatus: status, riskScore }: Pick<Provider, 'verificationStatus' | 'riskScore'>,
  evidence: readonly Evidence[],
): Verdict {
  const reason = findStrongestEvidence(evidence.filter((found) => canExplain(status, found)));
  const { why, cautions } = verdictByStatus[status](reason && sentenceByKind[reason.kind](reason));
  const isUnexpectedlyRisky = riskScore === 'High' && !isFlaggedOrSuspended(status);
  return { why, cautions: isUnexpectedlyRisky ? [...cautions, m.verdict_high_risk()] : cautions };
}
