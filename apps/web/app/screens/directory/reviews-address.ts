/** Which reviews are shown stands in the address, so that it can be shared and works without scripts. */
import { listLimits } from '@hakiki/contract/limits';
import type { ReviewSort } from '@hakiki/contract/reviews';
import { providerPath } from '../../lib/paths.ts';
import { reviewSorts } from '../../lib/review-words.ts';

export interface ReviewsView {
  sort: ReviewSort;
  page: number;
}

export function parseReviewsView(params: URLSearchParams): ReviewsView {
  const page = Number(params.get('page'));
  return {
    sort: reviewSorts.find((sort) => sort === params.get('sort')) ?? 'newest',
    page: Number.isInteger(page) && page > 1 && page < 100_000 ? page : 1,
  };
}

export const reviewsPath = (providerId: string, { sort, page }: ReviewsView): string =>
  providerPath(providerId, 'reviews') +
  (sort === 'newest' ? '' : `&sort=${sort}`) +
  (page === 1 ? '' : `&page=${page}`);

export const reviewPages = (total: number): number => Math.max(1, Math.ceil(total / listLimits.reviewsPage));
