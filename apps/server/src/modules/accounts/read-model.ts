/** The data of this module that other modules may read. */
import { publishTable } from '../../platform/db/published-table.ts';
import { users as usersTable } from './tables.ts';

export { effectiveTierSql, isPlanOverSql } from './tables.ts';

export const users = publishTable(
  usersTable,
  'businessName',
  'email',
  'emailVerifiedAt',
  'firstName',
  'id',
  'isAdmin',
  'isModerator',
  'language',
  'lastName',
  'referralCode',
);
