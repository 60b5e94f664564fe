import type { Figures } from '@hakiki/contract/decision-log';
import { appellants } from '@hakiki/contract/appeal-values';
import type { MonthRow, RemovalRow } from './store.ts';

export const presentFigures = (row: MonthRow, removals: readonly RemovalRow[]): Figures => ({
  month: row.month,
  received: { alerts: row.alerts, reports: row.reports, providers: row.providers },
  decided: row.decided,
  medianHours: row.medianHours,
  p90Hours: row.p90Hours,
  decisions: row.decisions,
  reversed: row.reversed,
  undone: row.undone,
  appeals: { received: row.appeals, upheld: row.upheld, partly: row.partly, dismissed: row.dismissed },
  disputes: {
    received: row.disputes,
    upheld: row.disputesUpheld,
    dismissed: row.disputesDismissed,
    medianHours: row.disputeMedianHours,
  },
  removals: appellants.flatMap((appellant) => {
    const found = removals.find(({ month, askedBy }) => month === row.month && askedBy === appellant);
    if (!found) return [];
    const { askedBy, received, upheld, partly, dismissed } = found;
    return [{ askedBy, received, upheld, partly, dismissed }];
  }),
});
