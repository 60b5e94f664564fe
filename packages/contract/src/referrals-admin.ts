/** Unusually many referrals of one user, which an administrator reviews before they bring credits. */
import * as z from 'zod/mini';
import { UserId } from './accounts.ts';
import { moderatedFields } from './decisions-admin.ts';
import { endpoint } from './endpoint.ts';
import { paging } from './limits.ts';
import { id, IsoTime, list, text } from './schema.ts';
import { moderationDefaults, staffReadDefaults, staffCommonErrors, pendingListQuery } from './staff.ts';

export const ReferralReviewId = id<'ReferralReviewId'>();
export type ReferralReviewId = z.infer<typeof ReferralReviewId>;

const MAX_FRIENDS = 20;

export const ReferralReview = z.object({
  id: ReferralReviewId,
  userId: UserId,
  email: text(254),
  /** How many referrals wait for this review. */
  held: z.int(),
  /** How many referrals of the user have counted already. */
  counted: z.int(),
  /** The newest waiting referrals; without an address if the account was deleted. */
  friends: list(z.object({ email: z.nullable(text(254)), joinedAt: IsoTime }), MAX_FRIENDS),
  ...moderatedFields,
});
export type ReferralReview = z.infer<typeof ReferralReview>;

export const listReferralReviews = endpoint({
  ...staffReadDefaults,
  path: '/api/admin/referral-reviews',
  summary: 'People whose invitations wait for review, newest first unless `order` is oldest.',
  query: pendingListQuery,
  reply: list(ReferralReview, paging.maxLimit),
  totalCount: true,
  errors: ['INVALID_INPUT', ...staffCommonErrors],
});

const reviewDecision = {
  ...moderationDefaults,
  params: z.object({ id: ReferralReviewId }),
  reply: ReferralReview,
  errors: [...staffCommonErrors, 'REFERRALS_NOT_FOUND', 'ALREADY_DECIDED', 'RATE_LIMITED'],
} as const;
export const countReferrals = endpoint({
  ...reviewDecision,
  path: '/api/admin/referral-reviews/:id/count',
  summary: 'Accepts the invitations: they earn their credits.',
});
export const refuseReferrals = endpoint({
  ...reviewDecision,
  path: '/api/admin/referral-reviews/:id/refuse',
  summary: 'Rejects the invitations: they earn no credits.',
});

export const referralAdminEndpoints = [listReferralReviews, countReferrals, refuseReferrals] as const;
