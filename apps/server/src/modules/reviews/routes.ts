import { getReviewSummary, listProviderReviews, submitReview } from '@hakiki/contract/reviews';
import { handle, page } from '../../platform/http/route.ts';
import type { ReviewsService } from './service.ts';

export const reviewsRoutes = ({ reviews }: { reviews: ReviewsService }) => [
  handle(listProviderReviews, async ({ params, query }) => {
    const { rows, total } = await reviews.listByProvider(params.id, query);
    return page(rows, total);
  }),
  handle(getReviewSummary, ({ params }) => reviews.getSummary(params.id)),
  handle(submitReview, ({ actor, params, body }) => reviews.submit(actor, params.id, body)),
];
