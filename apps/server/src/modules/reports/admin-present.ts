/** How a report is shown in the console. */
import type { CaseId } from '@hakiki/contract/cases';
import type { AdminReport } from '@hakiki/contract/reports-admin';
import { type Held, presentClaim } from '../cases/service.ts';
import { presentReport, type ReportRow } from './present.ts';

export interface AdminReportRow extends ReportRow, Held {
  providerName: string | null;
  /** Of the filing; not for a visitor's, nor for one entered by hand. */
  hasAccount: boolean;
  caseId: CaseId | null;
}

export const presentAdminReport = (row: AdminReportRow, viewerId?: string): AdminReport => ({
  ...presentReport(row),
  providerName: row.providerName,
  hasAccount: row.hasAccount,
  caseId: row.caseId,
  claim: presentClaim(row, viewerId),
});
