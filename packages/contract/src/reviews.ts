/** What people say about a provider. Only approved reviews are public. */
import * as z from 'zod/mini';
import { ProviderId } from './directory.ts';
import { endpoint } from './endpoint.ts';
import { paging, textLimits } from './limits.ts';
import { id, integer, IsoTime, list, queryInteger, text } from './schema.ts';

export const ratingScale = { min: 1, max: 5 } as const;
export const reviewIssueTypes = ['none', 'withdrawal', 'fees', 'support', 'scam', 'other'] as const;
export const reviewLocations = ['nigeria', 'south-africa', 'kenya', 'ghana', 'uganda', 'other'] as const;

export const ReviewId = id<'ReviewId'>();
export type ReviewId = z.infer<typeof ReviewId>;

export const Review = z.object({
  id: ReviewId,
  rating: integer(ratingScale.min, ratingScale.max),
  experience: text(textLimits.text),
  issueType: z.enum(reviewIssueTypes),
  userLocation: z.enum(reviewLocations),
  createdAt: IsoTime,
});
export type Review = z.infer<typeof Review>;

export const listProviderReviews = endpoint({
  method: 'GET',
  path: '/api/providers/:id/reviews',
  summary: 'Approved reviews of a public provider, newest first.',
  access: 'public',
  params: z.object({ id: ProviderId }),
  query: z.object({
    limit: queryInteger(1, paging.maxLimit, paging.defaultLimit),
    offset: queryInteger(0, paging.maxOffset, 0),
  }),
  reply: list(Review, paging.maxLimit),
  totalCount: true,
  errors: ['INVALID_INPUT', 'PROVIDER_NOT_FOUND'],
  cache: 'shared',
  rateLimit: 'read',
});
