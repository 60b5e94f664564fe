/** From a row to what leaves the house: a password's hash is not among the columns that are read. */
import type { User, UserId } from '@hakiki/contract/accounts';
import { users } from './tables.ts';

export const userColumns = {
  id: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
  profileImageUrl: users.profileImageUrl,
  subscriptionTier: users.subscriptionTier,
  userType: users.userType,
  subscriptionStatus: users.subscriptionStatus,
  subscriptionEndsAt: users.subscriptionEndsAt,
  isAdmin: users.isAdmin,
  referralCode: users.referralCode,
  createdAt: users.createdAt,
} as const;

export type UserRow = Pick<typeof users.$inferSelect, keyof typeof userColumns>;

export const presentUser = ({ id, subscriptionEndsAt, createdAt, ...rest }: UserRow): User => ({
  ...rest,
  id: id as UserId,
  subscriptionEndsAt: subscriptionEndsAt?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
});
