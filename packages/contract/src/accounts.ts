/** The signed-in user. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { tiers, userTypes } from './entitlements.ts';
import { id, IsoTime, text } from './schema.ts';

export const UserId = id<'UserId'>();
export type UserId = z.infer<typeof UserId>;

export const subscriptionStatuses = ['active', 'pending', 'cancelled', 'expired', 'inactive'] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

export const User = z.object({
  id: UserId,
  firstName: z.nullable(text(100)),
  lastName: z.nullable(text(100)),
  email: text(254),
  profileImageUrl: z.nullable(text(2000)),
  subscriptionTier: z.enum(tiers),
  userType: z.enum(userTypes),
  subscriptionStatus: z.enum(subscriptionStatuses),
  subscriptionEndsAt: z.nullable(IsoTime),
  isAdmin: z.boolean(),
  /** Triages and decides reports, without other rights in the admin console. */
  isModerator: z.boolean(),
  referralCode: z.nullable(text(40)),
  createdAt: IsoTime,
});
export type User = z.infer<typeof User>;

export const getAuthUser = endpoint({
  method: 'GET',
  path: '/api/auth/user',
  summary: 'The signed-in person.',
  access: 'signed-in',
  reply: User,
  errors: ['NOT_SIGNED_IN'],
  cache: 'personal',
  rateLimit: 'read',
});
