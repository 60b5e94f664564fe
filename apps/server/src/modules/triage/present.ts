import type { CaseFiling, CaseSummary } from '@hakiki/contract/admin';
import { severities } from '@hakiki/contract/alert-values';
import type { FilingState } from '@hakiki/contract/filings';
import { accuracyOf } from './accuracy.ts';
import type { CaseRow, FilingRow } from './store.ts';

export const presentSummary = (row: CaseRow, viewerId: string): CaseSummary => ({
  id: row.id,
  title: row.title,
  reportType: row.reportType,
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
});

interface Parts {
  rows: FilingRow[];
  states: FilingState[];
  standings: { id: string; agreed: number; disagreed: number }[];
}

/** All that reporters wrote but how to reach them. */
export function presentFilings({ rows, states, standings }: Parts): CaseFiling[] {
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const standingOf = new Map(
    standings.map(({ id, agreed, disagreed }) => [
      id,
      { agreed, disagreed, accuracy: accuracyOf({ agreed, disagreed }) },
    ]),
  );
  return states.flatMap((state): CaseFiling[] => {
    const row = rowOf.get(state.id);
    return row ? [presentFiling(state, row, standingOf.get(row.createdBy ?? ''))] : [];
  });
}

const presentFiling = (
  state: FilingState,
  { severity, type, countries, providerId, providerName, createdBy }: FilingRow,
  standing: CaseFiling['reporter'] | undefined,
): CaseFiling => ({
  id: state.id,
  kind: state.kind,
  reference: state.reference,
  title: state.title,
  reportType: state.reportType,
  description: state.description,
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
  hasAccount: createdBy !== null,
  reporter: standing ?? null,
});
