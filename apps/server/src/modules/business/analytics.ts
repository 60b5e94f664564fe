/** How a business's own listing fares: measured, and about nobody in particular. */
import type { BusinessAnalytics } from '@hakiki/contract/business';
import { analyticsSpan } from '@hakiki/contract/business-values';
import type { ProviderId } from '@hakiki/contract/directory';
import { sql } from 'drizzle-orm';
import type { Database, Db } from '../../platform/db/database.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import { reports } from '../reports/tables.ts';
import { reviews } from '../reviews/tables.ts';
import { membershipOf } from './membership.ts';
import { findBusiness } from './portal-store.ts';
import { pageViews } from './tables.ts';

async function readViews(db: Db, providerId: ProviderId | null) {
  const { rows } = await db.execute<{ day: string; views: number }>(sql`
    select to_char(days.day, 'YYYY-MM-DD') as day, coalesce(counted.views, 0) as views
    from generate_series((now() at time zone 'UTC')::date - ${analyticsSpan.days - 1}::int, (now() at time zone 'UTC')::date,
      interval '1 day') as days (day)
    left join ${pageViews} counted on counted.provider_id = ${providerId}::uuid and counted.day = days.day::date
    order by days.day`);
  return rows;
}

async function readMonths(db: Db, providerId: ProviderId | null) {
  const { rows } = await db.execute<{ month: string; reviews: number; rating: string | null; reports: number }>(sql`
    with months as (
      select date_trunc('month', now() at time zone 'UTC') - make_interval(months => back) as month
      from generate_series(0, ${analyticsSpan.months - 1}::int) as spans (back)
    )
    select to_char(months.month, 'YYYY-MM') as month,
      (select count(*)::int from ${reviews} r where r.provider_id = ${providerId}::uuid and r.status = 'approved'
        and date_trunc('month', r.created_at at time zone 'UTC') = months.month) as reviews,
      (select round(avg(r.rating), 1) from ${reviews} r where r.provider_id = ${providerId}::uuid and r.status = 'approved'
        and date_trunc('month', r.created_at at time zone 'UTC') = months.month) as rating,
      (select count(*)::int from ${reports} r where r.provider_id = ${providerId}::uuid and r.is_public
        and date_trunc('month', r.created_at at time zone 'UTC') = months.month) as reports
    from months order by months.month`);
  return rows.map(({ rating, ...month }) => ({ ...month, rating: rating === null ? null : Number(rating) }));
}

const countReports = (db: Db, providerId: ProviderId | null): Promise<number> =>
  db.$count(reports, sql`${reports.providerId} = ${providerId}::uuid and ${reports.isPublic}`);

export const createAnalytics = ({ database: { db } }: { database: Database }) => ({
  async get(actor: UserActor): Promise<BusinessAnalytics> {
    const membership = await membershipOf(db, actor);
    const business = membership && (await findBusiness(db, membership.businessId));
    const providerId = business?.providerId ?? null;
    const [views, months, reportCount] = await Promise.all([
      readViews(db, providerId),
      readMonths(db, providerId),
      countReports(db, providerId),
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
