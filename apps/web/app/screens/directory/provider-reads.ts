/** Queries of the provider page that start once the provider is known to exist. */
import { listLimits } from '@hakiki/contract/limits';
import { defineQuery } from '../../lib/api/queries.ts';
import type { ReviewsView } from './reviews-address.ts';

const of = (id: string) => ({ params: { id } });

export const similarRead = (id: string) => defineQuery('/api/providers/:id/similar', of(id));
export const reviewSummaryRead = (id: string) => defineQuery('/api/providers/:id/reviews/summary', of(id));

export const reviewsRead = (id: string, { sort, page }: ReviewsView) =>
  defineQuery('/api/providers/:id/reviews', {
    ...of(id),
    query: {
      sort: sort === 'newest' ? undefined : sort,
      limit: listLimits.reviewsPage,
      offset: page === 1 ? undefined : (page - 1) * listLimits.reviewsPage,
    },
  });
export const providerNewsRead = (id: string) => defineQuery('/api/providers/:id/news', of(id));
