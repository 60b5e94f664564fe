/** The data of this module that other modules may read. */
import { publishTable } from '../../../platform/db/published-table.ts';
import {
  decisions as decisionsTable,
  proposals as proposalsTable,
  publicVersions as publicVersionsTable,
} from './tables.ts';

export const decisions = publishTable(
  decisionsTable,
  'createdAt',
  'decidedBy',
  'fromValue',
  'id',
  'reason',
  'reverses',
  'subject',
  'subjectId',
  'toValue',
);
export const proposals = publishTable(proposalsTable, 'expiresAt', 'id', 'state', 'subjectId');
export const publicVersions = publishTable(publicVersionsTable, 'id', 'statement', 'subjectId', 'successor');
