/** Keeps sort order and page of the reviews in the URL, so that they can be shared and work without scripts. */
import { listLimits } from '@hakiki/contract/limits';
import type { ReviewSort } from '@hakiki/contract/reviews';
import { countPages, parsePageNumber } from '../../lib/pages/paging.ts';
import { providerPath } from '../../lib/pages/paths.ts';
import { reviewSorts } from '../../lib/providers/review-labels.ts';

export interface ReviewsView {
  sort: ReviewSort;
  page: number;
}

export function parseReviewsView(params: URLSearchParams): ReviewsView {
  return {
    sort: reviewSorts.find((sort) => sort === params.get('sort')) ?? 'newest',
    page: parsePageNumber(params, listLimits.reviewsPage),
  };
}

export const reviewsPath = (providerId: string, { sort, page }: ReviewsView): string =>
  providerPath(providerId, 'reviews') +
  (sort === 'newest' ? '' : `&sort=${sort}`) +
  (page === 1 ? '' : `&page=${page}`);

export const countReviewPages = (total: number): number => countPages(total, listLimits.reviewsPage);
