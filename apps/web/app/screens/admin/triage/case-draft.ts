/** The decision that a moderator prepares: the choices, the typed texts, and the reports they apply to. */
import type { CaseDetail, CaseFiling } from '@hakiki/contract/triage-admin';
import { useState } from 'react';
import type { CaseDecision, RestoredTexts, SampleReading } from './case-state.ts';
import { getConfirmationTokens, getFilingMarks } from '../parts/marks.tsx';

export type MissingPart = 'decision' | 'reason' | 'sample' | 'seen';

interface Draft {
  decision?: CaseDecision['decision'];
  reason: string;
  advice: string;
  /** The report that becomes the alert. */
  lead?: string;
  /** Whether the case is merged into an earlier public alert. */
  mergeChoice?: boolean;
  /** The part that was missing when the moderator tried to submit. */
  missing?: MissingPart;
  /** Reports whose private data was reviewed. */
  reviewedIds: ReadonlySet<string>;
}

/** Reports that the moderator selected, and those that were on the screen. */
interface FilingSets {
  selected: ReadonlySet<string>;
  seen: ReadonlySet<string>;
}

export function useCaseDraft(detail: CaseDetail, filingSets: FilingSets, restored: RestoredTexts | undefined) {
  const { reason, advice } = restored?.caseId === detail.id ? restored : { reason: '', advice: '' };
  const [draft, setDraft] = useState<Draft>({ reason, advice, reviewedIds: new Set() });
  const change = (changes: Partial<Draft>) => setDraft((now) => ({ ...now, ...changes }));
  return { ...draft, ...derivePublication(detail, draft, filingSets), change };
}

export type CaseDraft = ReturnType<typeof useCaseDraft>;

function derivePublication(detail: CaseDetail, draft: Draft, { selected, seen }: FilingSets) {
  const { decision, lead, mergeChoice } = draft;
  const undecided = detail.filings.filter(({ status, kind }) => status === 'pending' && kind !== 'submission');
  const chosen = undecided.filter(({ id }) => selected.has(id));
  // A report that was never on the screen is not decided.
  const decidedFilings = (chosen.length > 0 ? chosen : undecided).filter(({ id }) => seen.has(id));
  const alerts = decidedFilings.filter(({ kind }) => kind === 'alert');
  // Only a scam report becomes an alert, and only if none is public yet.
  const earlier = detail.publicAlert ? undefined : detail.similar.find(({ publicAlert }) => publicAlert);
  const isMerging = earlier !== undefined && (mergeChoice ?? earlier.isOfSameTraces);
  const canPublish = decision === 'approve' && alerts.length > 0 && !detail.publicAlert && !isMerging;
  // One of many scam reports becomes the alert; issue reports are published themselves.
  const published = [
    ...(canPublish ? alerts.filter(({ id }, index) => (lead ? id === lead : index === 0)) : []),
    ...(decision === 'approve' ? decidedFilings.filter(({ kind }) => kind === 'report') : []),
  ];
  return { undecided, chosen, decidedFilings, alerts, earlier: earlier?.publicAlert, isMerging, canPublish, published };
}

export const findMissing = (
  { decision, reason, undecided, decidedFilings }: CaseDraft,
  sample: SampleReading | undefined,
): MissingPart | undefined => {
  if (!decision) return 'decision';
  if (!reason.trim()) return 'reason';
  if (undecided.length > 0 && decidedFilings.length === 0) return 'seen';
  return sample && sample.restCount > 0 && sample.read < sample.size ? 'sample' : undefined;
};

/** Reports that would be published with private data that nobody has reviewed. */
export const listUnconfirmedMarks = ({ published, reviewedIds }: CaseDraft) =>
  published.flatMap((filing: CaseFiling) => {
    const marks = reviewedIds.has(filing.id) ? [] : getFilingMarks(filing);
    return marks.length > 0 ? [{ filing, marks }] : [];
  });

export const toDecision = (decision: CaseDecision['decision'], draft: CaseDraft): CaseDecision => {
  const { reason, advice, lead, canPublish, isMerging, earlier, chosen, decidedFilings, undecided, published } = draft;
  return {
    decision,
    reason: reason.trim(),
    ...(canPublish && advice.trim() && { advice: advice.trim() }),
    ...(canPublish && lead && { lead }),
    ...(isMerging && decision === 'approve' && earlier && { joins: earlier.id }),
    filings: decidedFilings.map(({ id }) => id),
    acknowledged: published.flatMap(getConfirmationTokens),
    isPart: decidedFilings.length < undecided.length,
    unseenCount: (chosen.length || undecided.length) - decidedFilings.length,
  };
};
