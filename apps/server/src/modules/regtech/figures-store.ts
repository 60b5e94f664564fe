/** Computes statistics from public data of other modules. Reads nothing about reporters, not even their location. */
import type { Severity } from '@hakiki/contract/alert-values';
import { minComplaintsForStatistics } from '@hakiki/contract/regtech-values';
import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import { fraudAlerts } from '../reports/alerts/read-model.ts';
import { decisions } from '../moderation/workflow/read-model.ts';
import { ALL_COUNTRIES, providerCounts, providers } from '../directory/read-model.ts';
import { reports } from '../reports/issues/read-model.ts';

/** From the start of a month to the start of the next. */
export interface MonthRange {
  from: Date;
  to: Date;
}

const publicStatuses = sql.raw(`('approved', 'merged', 'investigating', 'resolved')`);

/**
 * The complaints that first became public in the range, so that one decided late or twice counts once. An alert has its
 * own countries; a report has those of its provider or of the alert it is linked to.
 */
const complaintsCte = ({ from, to }: MonthRange) => sql`complaints as materialized (
  with first_public as materialized (
    select d.subject, d.subject_id, d.created_at from ${decisions} d
    where d.created_at >= ${from} and d.created_at < ${to} and d.subject in ('alert', 'report') and d.to_value in ${publicStatuses}
      and not exists (
        select from ${decisions} e
        where e.subject_id = d.subject_id and e.to_value in ${publicStatuses} and (e.created_at, e.id) < (d.created_at, d.id)
      )
  )
  select a.id, a.severity, coalesce(a.reported_countries, a.affected_countries) as countries,
    case when not a.is_merged_unread then a.lost_cents end as lost_cents, f.created_at - a.created_at as waited,
    a.status = 'approved' as is_scheme
  from first_public f join ${fraudAlerts} a on a.id = f.subject_id and f.subject = 'alert' and a.status in ('approved', 'merged')
  union all
  select r.id, r.severity, coalesce(p.countries, a.affected_countries, '{}'), null, f.created_at - r.created_at, false
  from first_public f join ${reports} r on r.id = f.subject_id and f.subject = 'report' and r.is_public
  left join ${providers} p on p.id = r.provider_id and p.is_public
  left join ${fraudAlerts} a on a.id = r.fraud_alert_id and a.status = 'approved'
)`;

export interface CountryComplaints {
  country: string;
  complaints: number;
  /** Alerts without the merged ones, which are about the same scheme. */
  schemes: number;
  severities: Severity[];
  lostCents: number | null;
  medianHours: number | null;
}

export async function listComplaints(tx: Db, span: MonthRange): Promise<CountryComplaints[]> {
  const { rows } = await tx.execute<Omit<CountryComplaints, 'lostCents'> & { lostCents: string | null }>(sql`
    with ${complaintsCte(span)}
    select country, count(*)::int as complaints, count(*) filter (where is_scheme)::int as schemes, array_agg(distinct severity) as severities,
      case when count(lost_cents) >= ${minComplaintsForStatistics} then sum(lost_cents) end as "lostCents",
      case when count(*) >= ${minComplaintsForStatistics} then percentile_disc(0.5) within group (
        order by greatest(floor(extract(epoch from waited) / 3600), 0)
      )::int end as "medianHours"
    from complaints cross join lateral unnest(countries) as country
    group by country`);
  return rows.map((row) => ({ ...row, lostCents: row.lostCents === null ? null : Number(row.lostCents) }));
}

export async function countComplaints(tx: Db, span: MonthRange): Promise<number> {
  const { rows } = await tx.execute<{ n: number }>(
    sql`with ${complaintsCte(span)} select count(*)::int as n from complaints`,
  );
  return rows[0]!.n;
}

export interface CountryProviders {
  country: string;
  providers: number;
  verified: number;
  flagged: number;
}

/** The current state of the register. */
export async function listCountryProviders(tx: Db): Promise<CountryProviders[]> {
  const { rows } = await tx.execute<CountryProviders & Record<string, unknown>>(sql`
    select country, sum(n)::int as providers,
      coalesce(sum(n) filter (where verification_status = 'Verified'), 0)::int as verified,
      coalesce(sum(n) filter (where verification_status = 'Flagged'), 0)::int as flagged
    from ${providerCounts} where country <> ${ALL_COUNTRIES} group by country having sum(n) > 0`);
  return rows;
}

/** Percentages over all public providers, with the risk that pages show; undefined if there are none. */
export async function readProviderStats(tx: Db): Promise<{ compliance: number; highRisk: number } | undefined> {
  const { rows } = await tx.execute<{ compliance: number | null; highRisk: number | null }>(sql`
    select (select avg(regulatory_compliance)::float8 from ${providers} where is_public) as compliance,
      (select (100.0 * sum(n) filter (where shown_risk = 'High') / nullif(sum(n), 0))::float8 from ${providerCounts}
        where country = ${ALL_COUNTRIES}) as "highRisk"`);
  const { compliance, highRisk } = rows[0]!;
  return compliance === null || highRisk === null ? undefined : { compliance, highRisk };
}
