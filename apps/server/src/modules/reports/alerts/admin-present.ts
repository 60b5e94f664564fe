/** Presents an alert in the console: everything that its reporter wrote, without their contact data. */
import type { AdminAlert } from '@hakiki/contract/alerts-admin';
import { type CaseColumns, presentClaim } from '../../moderation/workflow/service.ts';
import { type AlertRow, toCommonFields } from './present.ts';

export interface AdminAlertRow extends AlertRow, CaseColumns {
  affectedProviderName: string | null;
  /** The filing's encrypted details; the filings module decrypts them. */
  sealedDetails: Buffer | null;
  hasContact: boolean;
}

export const presentAdminAlert = (
  row: AdminAlertRow,
  details: Record<string, string | undefined>,
  viewerId?: string,
): AdminAlert => ({
  ...toCommonFields(row),
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
