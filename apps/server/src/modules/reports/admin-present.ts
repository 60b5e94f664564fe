/** How a report is shown in the console. */
import type { UserId } from '@hakiki/contract/accounts';
import type { AdminReport, CaseId } from '@hakiki/contract/admin';
import { presentReport, type ReportRow } from './present.ts';

export interface AdminReportRow extends ReportRow {
  providerName: string | null;
  /** Of the filing; empty for a visitor's, and for one entered by hand. */
  createdBy: UserId | null;
  caseId: CaseId | null;
}

export const presentAdminReport = (row: AdminReportRow): AdminReport => ({
  ...presentReport(row),
  providerName: row.providerName,
  createdBy: row.createdBy,
  caseId: row.caseId,
});
