/** Reviews of providers. Only approved reviews are public. */
import * as z from 'zod/mini';
import { ProviderId } from './directory.ts';
import { endpoint } from './endpoint.ts';
import { paging, textLimits } from './limits.ts';
import { id, integer, IsoTime, list, listOffset, queryInteger, required, text } from './schema.ts';
import { fieldError } from './field-error.ts';
import { PublicReply } from './public-reply.ts';
import { reviewIssueTypes, reviewLocations } from './review-values.ts';
import { defaultLanguage, languages } from './site.ts';

export const ratingScale = { min: 1, max: 5 } as const;

export const ReviewId = id<'ReviewId'>();
export type ReviewId = z.infer<typeof ReviewId>;

/** A number of stars; a form sends it as a string. */
/* @__NO_SIDE_EFFECTS__ */
export function stars() {
  return z
    .pipe(
      z.union([z.number(), z.string()], fieldError('RATING_REQUIRED')),
      z.transform((value: string | number) => (value === '' ? Number.NaN : Number(value))),
    )
    .check(
      z.refine((value) => Number.isInteger(value) && value >= ratingScale.min && value <= ratingScale.max, {
        error: fieldError('RATING_REQUIRED'),
      }),
    );
}

export const reviewSorts = ['newest', 'highest', 'lowest'] as const;
export type ReviewSort = (typeof reviewSorts)[number];

export const Review = z.object({
  id: ReviewId,
  rating: integer(ratingScale.min, ratingScale.max),
  experience: text(textLimits.text),
  issueType: z.enum(reviewIssueTypes),
  userLocation: z.enum(reviewLocations),
  /** The language of the page on which it was written. */
  language: z.enum(languages),
  createdAt: IsoTime,
});
export type Review = z.infer<typeof Review>;

/** A review with the published reply of the business. */
export const PublicReview = z.extend(Review, { reply: z.nullable(PublicReply) });
export type PublicReview = z.infer<typeof PublicReview>;

export const listProviderReviews = endpoint({
  method: 'GET',
  path: '/api/providers/:id/reviews',
  summary: 'Approved reviews of a public provider.',
  access: 'public',
  params: z.object({ id: ProviderId }),
  query: z.object({
    sort: z._default(z.enum(reviewSorts), 'newest'),
    limit: queryInteger(1, paging.maxLimit, paging.defaultLimit),
    offset: listOffset(paging.maxOffset),
  }),
  reply: list(PublicReview, paging.maxLimit),
  totalCount: true,
  errors: ['INVALID_INPUT', 'PROVIDER_NOT_FOUND'],
  cache: 'shared',
  rateLimit: 'read',
});

export const ReviewSummary = z.object({
  rating: z.string().check(z.regex(/^[0-5]\.\d$/)),
  reviewCount: z.int(),
  /** How many approved reviews gave each number of stars, starting with one star. */
  distribution: list(z.int(), ratingScale.max),
  /** How many approved reviews name each kind of problem, the most frequent first. */
  issues: list(z.object({ issueType: z.enum(reviewIssueTypes), count: z.int() }), reviewIssueTypes.length),
});
export type ReviewSummary = z.infer<typeof ReviewSummary>;

export const getReviewSummary = endpoint({
  method: 'GET',
  path: '/api/providers/:id/reviews/summary',
  summary: 'Mean, number, distribution and problems of the approved reviews of a public provider.',
  access: 'public',
  params: z.object({ id: ProviderId }),
  reply: ReviewSummary,
  errors: ['PROVIDER_NOT_FOUND'],
  cache: 'shared',
  rateLimit: 'read',
});

export const NewReview = z.object({
  rating: stars(),
  experience: required('EXPERIENCE_REQUIRED', textLimits.text),
  issueType: z._default(z.enum(reviewIssueTypes), 'none'),
  userLocation: z._default(z.enum(reviewLocations), 'other'),
  language: z._default(z.enum(languages), defaultLanguage),
});

export const submitReview = endpoint({
  method: 'POST',
  path: '/api/providers/:id/reviews',
  summary: 'Reviews a provider, once. It is public, and counts, once it was approved.',
  access: 'entitled:reviews',
  params: z.object({ id: ProviderId }),
  body: NewReview,
  reply: z.extend(Review, { status: z.literal('pending') }),
  status: 201,
  errors: ['INVALID_INPUT', 'NOT_SIGNED_IN', 'FORBIDDEN', 'PROVIDER_NOT_FOUND', 'REVIEW_EXISTS', 'RATE_LIMITED'],
  cache: 'never',
  rateLimit: 'account',
});
