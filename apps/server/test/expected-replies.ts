/** Whole replies as a test expects them of a row, each field written out once more: a reply is compared with toEqual. */
import type { User, UserId } from '@hakiki/contract/accounts';
import { type ErrorReply, errors } from '@hakiki/contract/errors';
import type { users } from '../src/modules/accounts/tables.ts';

export const userReply = (row: typeof users.$inferSelect): User => ({
  id: row.id as UserId,
  firstName: row.firstName,
  lastName: row.lastName,
  email: row.email,
  profileImageUrl: row.profileImageUrl,
  subscriptionTier: row.subscriptionTier,
  userType: row.userType,
  subscriptionStatus: row.subscriptionStatus,
  subscriptionEndsAt: row.subscriptionEndsAt?.toISOString() ?? null,
  isAdmin: row.isAdmin,
  referralCode: row.referralCode,
  createdAt: row.createdAt.toISOString(),
});

export const invalidReply = (fields: Record<string, string>): ErrorReply => ({
  code: 'INVALID_INPUT',
  message: errors.INVALID_INPUT.message,
  fields,
});
