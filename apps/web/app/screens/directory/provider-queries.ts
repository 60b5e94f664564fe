/** Queries of the provider page that start once the provider is known to exist. */
import { listLimits } from '@hakiki/contract/limits';
import { defineQuery } from '../../lib/api/queries.ts';
import type { ReviewsView } from './reviews-url.ts';

const withId = (id: string) => ({ params: { id } });

export const similarQuery = (id: string) => defineQuery('/api/providers/:id/similar', withId(id));
export const reviewSummaryQuery = (id: string) => defineQuery('/api/providers/:id/reviews/summary', withId(id));

export const reviewsQuery = (id: string, { sort, page }: ReviewsView) =>
  defineQuery('/api/providers/:id/reviews', {
    ...withId(id),
    query: {
      sort: sort === 'newest' ? undefined : sort,
      limit: listLimits.reviewsPage,
      offset: page === 1 ? undefined : (page - 1) * listLimits.reviewsPage,
    },
  });
export const providerNewsQuery = (id: string) => defineQuery('/api/providers/:id/news', withId(id));
