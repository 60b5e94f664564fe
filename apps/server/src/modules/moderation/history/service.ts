/** The public history of a subject: decisions, earlier versions and outcomes of appeals, without names of people. */
import type { DecisionSubject } from '@hakiki/contract/admin-values';
import type { PublicDecision } from '@hakiki/contract/decisions';
import { listFieldChanges } from '@hakiki/contract/public-statements';
import type { Database } from '../../../platform/db/database.ts';
import type { PublicHistory } from '../workflow/service.ts';
import { listPublic, type PublicHistoryRow } from './store.ts';

/** The reply has separate fields for statuses; ids mean nothing to the public. */
const hiddenFields = new Set([
  'kind',
  'status',
  'verificationStatus',
  'reviewState',
  'affectedProviderId',
  'providerId',
]);

const presentPublic = ({
  from,
  to,
  reason,
  statement,
  successor,
  createdAt,
  isAppeal,
}: PublicHistoryRow): PublicDecision => ({
  from,
  to,
  reason,
  changes:
    statement && successor
      ? listFieldChanges(statement, successor).filter(({ field }) => !hiddenFields.has(field))
      : [],
  createdAt: createdAt.toISOString(),
  ...(isAppeal && { isAppeal: true as const }),
});

/** Hides edits that changed nothing in public. */
const presentHistory = (rows: readonly PublicHistoryRow[]): PublicDecision[] =>
  rows.map(presentPublic).filter(({ from, to, changes }) => from !== to || changes.length > 0);

export const createHistoryService = ({ database }: { database: Database }): PublicHistory => ({
  listPublic: async (subject: DecisionSubject, subjectId: string) =>
    presentHistory(await listPublic(database, subject, subjectId)),
});
