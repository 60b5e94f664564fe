import { analyticsPeriod } from '@hakiki/contract/business-values';
import type { ProviderId } from '@hakiki/contract/directory';
import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/database.ts';
import { reports } from '../../reports/issues/read-model.ts';
import { reviews } from '../../reviews/read-model.ts';
import { pageViews } from '../tables.ts';

export async function readViews(db: Db, providerId: ProviderId | null) {
  const { rows } = await db.execute<{ day: string; views: number }>(sql`
    select to_char(days.day, 'YYYY-MM-DD') as day, coalesce(counted.views, 0) as views
    from generate_series((now() at time zone 'UTC')::date - ${analyticsPeriod.days - 1}::int, (now() at time zone 'UTC')::date,
      interval '1 day') as days (day)
    left join ${pageViews} counted on counted.provider_id = ${providerId}::uuid and counted.day = days.day::date
    order by days.day`);
  return rows;
}

export async function readMonths(db: Db, providerId: ProviderId | null) {
  const { rows } = await db.execute<{ month: string; reviews: number; rating: string | null; reports: number }>(sql`
    with months as (
      select date_trunc('month', now() at time zone 'UTC') - make_interval(months => back) as month
      from generate_series(0, ${analyticsPeriod.months - 1}::int) as spans (back)
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

export const countReports = (db: Db, providerId: ProviderId | null): Promise<number> =>
  db.$count(reports, sql`${reports.providerId} = ${providerId}::uuid and ${reports.isPublic}`);
