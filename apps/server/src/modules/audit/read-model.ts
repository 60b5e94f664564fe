/** The data of this module that other modules may read. */
import { publishTable } from '../../platform/db/published-table.ts';
import { auditEntries as auditEntriesTable, auditUnsealed as auditUnsealedTable } from './tables.ts';

export const auditEntries = publishTable(
  auditEntriesTable,
  'action',
  'actorId',
  'actorKind',
  'detail',
  'reason',
  'subject',
);
export const auditUnsealed = publishTable(auditUnsealedTable);
