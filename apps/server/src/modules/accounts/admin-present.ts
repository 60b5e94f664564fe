import type { AdminUser } from '@hakiki/contract/accounts-admin';
import { presentUser, userColumns, type UserRow } from './present.ts';
import { users } from './tables.ts';

export const adminUserColumns = { ...userColumns, emailVerifiedAt: users.emailVerifiedAt } as const;

export interface AdminUserRow extends UserRow {
  emailVerifiedAt: Date | null;
}

export const presentAdminUser = (row: AdminUserRow): AdminUser => ({
  ...presentUser(row),
  emailVerified: row.emailVerifiedAt !== null,
});
