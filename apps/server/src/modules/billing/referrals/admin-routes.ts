import { countReferrals, listReferralReviews, refuseReferrals } from '@hakiki/contract/referrals-admin';
import { handle, page } from '../../../platform/http/route.ts';
import type { ReferralsService } from './service.ts';

export const referralsAdminRoutes = ({ referrals }: { referrals: ReferralsService }) => [
  handle(listReferralReviews, async ({ query }) => {
    const { rows, total } = await referrals.listReviews(query);
    return page(rows, total);
  }),
  handle(countReferrals, ({ actor, params }) => referrals.decideReview(actor, params.id, 'approved')),
  handle(refuseReferrals, ({ actor, params }) => referrals.decideReview(actor, params.id, 'rejected')),
];
