/** Queries of the provider page that start once the provider is known to exist. */
import { listLimits } from '@hakiki/contract/limits';
import { read } from '../../lib/api/reads.ts';
import type { ReviewsView } from './reviews-address.ts';

const of = (id: string) => ({ params: { id } });

export const similarRead = (id: string) => read('/api/providers/:id/similar', of(id));
export const reviewSummaryRead = (id: string) => read('/api/providers/:id/reviews/summary', of(id));

export const reviewsRead = (id: string, { sort, page }: ReviewsView) =>
  read('/api/providers/:id/reviews', {
    ...of(id),
    query: {
      sort: sort === 'newest' ? undefined : sort,
      limit: listLimits.reviewsPage,
      offset: page === 1 ? undefined : (page - 1) * listLimits.reviewsPage,
    },
  });
export const providerNewsRead = (id: string) => read('/api/providers/:id/news', of(id));
