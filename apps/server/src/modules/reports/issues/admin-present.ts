import type { AdminReport } from '@hakiki/contract/reports-admin';
import { type CaseColumns, presentClaim } from '../../moderation/workflow/service.ts';
import { presentReport, type ReportRow } from './present.ts';

export interface AdminReportRow extends ReportRow, CaseColumns {
  providerName: string | null;
  /** False for a visitor's filing and for a report that an administrator entered. */
  hasAccount: boolean;
}

export const presentAdminReport = (row: AdminReportRow, viewerId?: string): AdminReport => ({
  ...presentReport(row),
  providerName: row.providerName,
  hasAccount: row.hasAccount,
  caseId: row.caseId,
  claim: presentClaim(row, viewerId),
});
