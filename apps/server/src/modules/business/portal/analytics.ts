/** Statistics of a business's own listing, without data about visitors. */
import type { BusinessAnalytics } from '@hakiki/contract/business';
import type { Database } from '../../../platform/db/database.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import * as store from './analytics-store.ts';
import { findMembershipOf } from '../colleagues/membership.ts';
import { findBusiness } from './portal-store.ts';

export const createAnalytics = ({ database: { db } }: { database: Database }) => ({
  async get(actor: UserActor): Promise<BusinessAnalytics> {
    const membership = await findMembershipOf(db, actor);
    const business = membership && (await findBusiness(db, membership.businessId));
    const providerId = business?.providerId ?? null;
    const [views, months, reportCount] = await Promise.all([
      store.readViews(db, providerId),
      store.readMonths(db, providerId),
      store.countReports(db, providerId),
    ]);
    return {
      providerId,
      pageViews: views,
      reviewCount: business?.listing?.reviewCount ?? 0,
      rating: Number(business?.listing?.rating ?? 0),
      reportCount,
      months,
    };
  },
});
