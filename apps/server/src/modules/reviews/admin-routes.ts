import { approveReview, listPendingReviews, rejectReview } from '@hakiki/contract/reviews-admin';
import { handle, page } from '../../platform/http/route.ts';
import type { ReviewsService } from './service.ts';

export const reviewsAdminRoutes = ({ reviews }: { reviews: ReviewsService }) => [
  handle(listPendingReviews, async ({ query }) => {
    const { rows, total } = await reviews.listPending(query);
    return page(rows, total);
  }),
  handle(approveReview, ({ actor, params }) => reviews.decide(actor, params.id, 'approved')),
  handle(rejectReview, ({ actor, params }) => reviews.decide(actor, params.id, 'rejected')),
];
