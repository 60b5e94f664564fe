/** Converts rows to replies field by field, because a row at run time may have more columns than its type. */
import type { User } from '@hakiki/contract/accounts';
import { effectivePlanColumns } from './plans/effective-plan.ts';
import { users } from './tables.ts';

export const userColumns = {
  id: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
  profileImageUrl: users.profileImageUrl,
  ...effectivePlanColumns,
  userType: users.userType,
  subscriptionEndsAt: users.subscriptionEndsAt,
  isAdmin: users.isAdmin,
  isModerator: users.isModerator,
  referralCode: users.referralCode,
  createdAt: users.createdAt,
} as const;

export type UserRow = Pick<typeof users.$inferSelect, keyof typeof userColumns>;

export const presentUser = (row: UserRow): User => ({
  id: row.id,
  firstName: row.firstName,
  lastName: row.lastName,
  email: row.email,
  profileImageUrl: row.profileImageUrl,
  subscriptionTier: row.subscriptionTier,
  userType: row.userType,
  subscriptionStatus: row.subscriptionStatus,
  subscriptionEndsAt: row.subscriptionEndsAt?.toISOString() ?? null,
  isAdmin: row.isAdmin,
  isModerator: row.isModerator,
  referralCode: row.referralCode,
  createdAt: row.createdAt.toISOString(),
});
