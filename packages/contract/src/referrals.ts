/** Referrals and their credits. A credit is not money: it reduces a charge for Premium and is never paid out. */
import * as z from 'zod/mini';
import { UserId } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { paging } from './limits.ts';
import { referralStatuses } from './referral-values.ts';
import { id, IsoTime, list, listOffset, queryInteger, text } from './schema.ts';

export const ReferralId = id<'ReferralId'>();
export type ReferralId = z.infer<typeof ReferralId>;

export const Referral = z.object({
  id: ReferralId,
  /** Null if that account was deleted. */
  referredUserId: z.nullable(UserId),
  createdAt: IsoTime,
  status: z.enum(referralStatuses),
  /** In credits; 0 until it is completed. */
  rewardAmount: z.int(),
});
export type Referral = z.infer<typeof Referral>;

export const ReferralStats = z.object({
  totalReferrals: z.int(),
  completedReferrals: z.int(),
  pendingReferrals: z.int(),
  totalRewards: z.int(),
});
export type ReferralStats = z.infer<typeof ReferralStats>;

const readDefaults = { method: 'GET', access: 'signed-in', cache: 'personal', rateLimit: 'read' } as const;

export const getReferralStats = endpoint({
  ...readDefaults,
  path: '/api/referrals/stats',
  summary: 'How many people the caller invited, and the credits it brought.',
  reply: ReferralStats,
  errors: ['NOT_SIGNED_IN'],
});

export const listMyReferrals = endpoint({
  ...readDefaults,
  path: '/api/referrals/my-referrals',
  summary: 'Whom the caller invited, newest first.',
  query: z.object({
    limit: queryInteger(1, paging.maxLimit, paging.defaultLimit),
    offset: listOffset(paging.maxOffset),
  }),
  reply: list(Referral, paging.maxLimit),
  errors: ['INVALID_INPUT', 'NOT_SIGNED_IN'],
});

export const generateReferralCode = endpoint({
  method: 'POST',
  path: '/api/referrals/generate-code',
  summary: "The caller's referral code. It is created on the first call and never changes.",
  access: 'signed-in',
  cache: 'never',
  rateLimit: 'account',
  reply: z.object({ referralCode: text(40) }),
  errors: ['NOT_SIGNED_IN', 'RATE_LIMITED'],
});

/** Only the first name: the code is a secret between the two, but links travel further than people think. */
export const getInvitation = endpoint({
  method: 'GET',
  path: '/api/referrals/invitations/:code',
  summary: 'The first name of the person whose referral code this is; null if there is none.',
  access: 'public',
  params: z.object({ code: text(40) }),
  reply: z.object({ firstName: z.nullable(text(100)) }),
  errors: ['INVALID_INPUT', 'RATE_LIMITED'],
  cache: 'never',
  rateLimit: 'mailedLink',
});

export const referralEndpoints = [getReferralStats, listMyReferrals, generateReferralCode, getInvitation] as const;
