import { listProviderReviews } from '@hakiki/contract/reviews';
import { handle, page } from '../../platform/http/route.ts';
import type { ReviewsService } from './service.ts';

export const reviewsRoutes = ({ reviews }: { reviews: ReviewsService }) => [
  handle(listProviderReviews, async ({ params, query }) => {
    const { rows, total } = await reviews.listOfProvider(params.id, query.limit, query.offset);
    return page(rows, total);
  }),
];
