import type { CaseFiling, CaseSummary } from '@hakiki/contract/triage-admin';
import { severities } from '@hakiki/contract/alert-values';
import type { ModeratedFiling } from '../../filings/service.ts';
import type { OwnerTag } from '../../intake/service.ts';
import { computeAccuracy } from './accuracy.ts';
import type { CaseRow, FilingRow } from './store.ts';

export const presentSummary = (row: CaseRow, viewerId: string): CaseSummary => ({
  id: row.id,
  title: row.title,
  reportType: row.reportType,
  providerName: row.providerName,
  severity: row.severity === null ? null : (severities[row.severity] ?? null),
  countries: row.countries,
  filingCount: row.filingCount,
  undecidedCount: row.undecidedCount,
  createdAt: row.createdAt.toISOString(),
  newestFilingAt: row.newestFilingAt.toISOString(),
  dueAt: row.dueAt.toISOString(),
  age: row.age,
  claimedBy: row.claimedBy,
  isOwn: row.claimedById === viewerId,
  question: row.question,
  hasUnexamined: row.hasUnexamined,
  snooze: presentSnooze(row),
});

const presentSnooze = (row: CaseRow): CaseSummary['snooze'] =>
  row.snoozedUntil && {
    until: row.snoozedUntil.toISOString(),
    isForAnswer: row.isSnoozedForAnswer ?? false,
    by: row.snoozedBy,
    note: row.snoozeNote,
    times: row.snoozeTimes ?? 1,
  };

interface FilingParts {
  rows: FilingRow[];
  states: ModeratedFiling[];
  trackRecords: { tag: OwnerTag; agreed: number; disagreed: number }[];
}

/** Everything that reporters wrote, without their contact details. */
export function presentFilings({ rows, states, trackRecords }: FilingParts): CaseFiling[] {
  const rowsById = new Map(rows.map((row) => [row.id, row]));
  const recordsByTag = new Map(
    trackRecords.map(({ tag, agreed, disagreed }) => [
      tag,
      { agreed, disagreed, accuracy: computeAccuracy({ agreed, disagreed }) },
    ]),
  );
  return states.flatMap((state): CaseFiling[] => {
    const row = rowsById.get(state.id);
    return row ? [presentFiling(state, row, row.ownerTag ? recordsByTag.get(row.ownerTag) : undefined)] : [];
  });
}

const presentFiling = (
  state: ModeratedFiling,
  { severity, type, countries, providerId, providerName, ownerTag, isUnexamined }: FilingRow,
  trackRecord: CaseFiling['reporter'] | undefined,
): CaseFiling => ({
  id: state.id,
  kind: state.kind,
  reference: state.reference,
  title: state.title,
  reportType: state.reportType,
  description: state.description,
  isEdited: state.isEdited,
  language: state.language,
  original: state.original,
  wordsVersion: state.wordsVersion,
  status: state.status,
  alertId: state.alertId,
  createdAt: state.createdAt,
  decidedAt: state.decidedAt,
  expectedBy: state.expectedBy,
  hasContact: state.hasContact,
  amountLost: state.amountLost,
  evidenceDescription: state.evidenceDescription,
  additionalDetails: state.additionalDetails,
  indicators: state.indicators,
  questions: state.questions,
  evidence: state.evidence,
  severity,
  type,
  countries,
  providerId,
  providerName,
  hasAccount: ownerTag !== null,
  reporter: trackRecord ?? null,
  isUnexamined,
});
