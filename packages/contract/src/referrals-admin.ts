/** Unusually many referrals of one user, which an administrator reviews before they bring credits. */
import * as z from 'zod/mini';
import { UserId } from './accounts.ts';
import { moderatedFields } from './decisions-admin.ts';
import { endpoint } from './endpoint.ts';
import { paging } from './limits.ts';
import { id, IsoTime, list, text } from './schema.ts';
import { moderationDefaults, staffReadDefaults, staffCommonErrors, pendingListQuery } from './staff.ts';

export const ReferralLookId = id<'ReferralLookId'>();
export type ReferralLookId = z.infer<typeof ReferralLookId>;

const MAX_FRIENDS = 20;

export const ReferralLook = z.object({
  id: ReferralLookId,
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
export type ReferralLook = z.infer<typeof ReferralLook>;

export const listReferralLooks = endpoint({
  ...staffReadDefaults,
  path: '/api/admin/referral-looks',
  summary: 'People whose invitations wait for review, newest first unless `order` is oldest.',
  query: pendingListQuery,
  reply: list(ReferralLook, paging.maxLimit),
  totalCount: true,
  errors: ['INVALID_INPUT', ...staffCommonErrors],
});

const reviewDecision = {
  ...moderationDefaults,
  params: z.object({ id: ReferralLookId }),
  reply: ReferralLook,
  errors: [...staffCommonErrors, 'REFERRALS_NOT_FOUND', 'ALREADY_DECIDED', 'RATE_LIMITED'],
} as const;
export const countReferrals = endpoint({
  ...reviewDecision,
  path: '/api/admin/referral-looks/:id/count',
  summary: 'Accepts the invitations: they earn their credits.',
});
export const refuseReferrals = endpoint({
  ...reviewDecision,
  path: '/api/admin/referral-looks/:id/refuse',
  summary: 'Rejects the invitations: they earn no credits.',
});

export const referralAdminEndpoints = [listReferralLooks, countReferrals, refuseReferrals] as const;
