/** How an alert is shown in the console: all that its reporter wrote but how to reach them. */
import type { AdminAlert } from '@hakiki/contract/alerts-admin';
import type { CaseId } from '@hakiki/contract/cases';
import { type Held, presentClaim } from '../cases/service.ts';
import { type AlertRow, common } from './present.ts';

export interface AdminAlertRow extends AlertRow, Held {
  affectedProviderName: string | null;
  /** Of the filing; opened by the filings room. */
  sealedDetails: Buffer | null;
  hasContact: boolean;
  caseId: CaseId | null;
}

export const presentAdminAlert = (
  row: AdminAlertRow,
  details: Record<string, string | undefined>,
  viewerId?: string,
): AdminAlert => ({
  ...common(row),
  affectedProvider: row.affectedProviderId,
  affectedProviderName: row.affectedProviderName,
  hasAccount: row.ownerTag !== null,
  amountLost: details['amountLost'] ?? null,
  evidenceDescription: details['evidenceDescription'] ?? null,
  additionalDetails: details['additionalDetails'] ?? null,
  hasContact: row.hasContact,
  caseId: row.caseId,
  claim: presentClaim(row, viewerId),
});
