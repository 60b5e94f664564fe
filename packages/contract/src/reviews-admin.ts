/** Reviews that wait for a moderator. */
import * as z from 'zod/mini';
import { moderatedFields } from './decisions-admin.ts';
import { ProviderId } from './directory.ts';
import { endpoint } from './endpoint.ts';
import { paging, textLimits } from './limits.ts';
import { ReviewId } from './reviews.ts';
import { list, text } from './schema.ts';
import { moderationDefaults, staffReadDefaults, staffCommonErrors, pendingListQuery } from './staff.ts';

export const ModeratedReview = z.object({
  id: ReviewId,
  providerId: ProviderId,
  providerName: text(textLimits.title),
  rating: z.int(),
  experience: text(textLimits.text),
  issueType: text(40),
  userLocation: text(40),
  ...moderatedFields,
});

export const listPendingReviews = endpoint({
  ...staffReadDefaults,
  path: '/api/admin/reviews',
  summary: 'Reviews that wait for a moderator, newest first unless `order` is oldest.',
  query: pendingListQuery,
  reply: list(ModeratedReview, paging.maxLimit),
  totalCount: true,
  errors: ['INVALID_INPUT', ...staffCommonErrors],
});

export const approveReview = endpoint({
  ...moderationDefaults,
  path: '/api/admin/reviews/:id/approve',
  summary: 'Publishes a review.',
  params: z.object({ id: ReviewId }),
  reply: ModeratedReview,
  errors: [...staffCommonErrors, 'REVIEW_NOT_FOUND', 'ALREADY_DECIDED', 'PRIVATE_DATA_FOUND', 'RATE_LIMITED'],
});
export const rejectReview = endpoint({
  ...moderationDefaults,
  path: '/api/admin/reviews/:id/reject',
  summary: 'Rejects a review.',
  params: z.object({ id: ReviewId }),
  reply: ModeratedReview,
  errors: [...staffCommonErrors, 'REVIEW_NOT_FOUND', 'ALREADY_DECIDED', 'RATE_LIMITED'],
});

export const reviewAdminEndpoints = [listPendingReviews, approveReview, rejectReview] as const;
