/**
 * The queue in SQL: open cases with reports that can be decided here. Proposed providers are decided with the providers, so a
 * case of nothing else does not wait here.
 */
import type { CaseAge } from '@hakiki/contract/admin-values';
import { type Severity, severities } from '@hakiki/contract/alert-values';
import { waitingTimes } from '@hakiki/contract/limits';
import { and, type SQL, sql } from 'drizzle-orm';
import { placeIn } from '../../platform/db/columns.ts';

export interface CaseFilter {
  age?: CaseAge | undefined;
  /** In lower case. */
  country?: string | undefined;
  severities?: readonly Severity[] | undefined;
  search?: string | undefined;
  order: 'oldest' | 'largest';
}

const { from: dueHours, to: promisedHours } = waitingTimes.scamReportHours;
const inHours = (hours: number) => sql.raw(`interval '${hours} hours'`);

/** When the promise to the reporter who has waited longest runs out. */
const dueAt = sql`waiting.since + ${inHours(promisedHours)}`;
export const dueColumn = sql`coalesce(${dueAt}, c.created_at + ${inHours(promisedHours)})`;
export const ageColumn = sql`
  case when waiting.since <= now() - ${inHours(promisedHours)} then 'overdue'
    when waiting.since <= now() - ${inHours(dueHours)} then 'due' else 'fresh' end`;

/** Enough to know a case by; one of thousands is not read whole. */
const MOST_READ = 500;

/** What waits in the case `c`, oldest first. */
export const undecided = sql.raw(`(
  select f.id, f.kind, f.created_at, ${placeIn('coalesce(a.severity, r.severity)', severities)} as severity,
    coalesce(a.affected_countries, array_remove(array[lower(left(r.reporter_location, 60))], null)) as countries,
    concat_ws(' ', a.title, a.description, a.affected_provider_name, r.description, 'HK-' || right(f.id::text, 8)) as words
  from case_filings cf
    join filings f on f.id = cf.filing_id
    left join fraud_alerts a on f.kind = 'alert' and a.id = f.id and a.status = 'pending'
    left join reports r on f.kind = 'report' and r.id = f.id and r.status = 'pending'
  where cf.case_id = c.id and coalesce(a.id, r.id) is not null
  order by cf.created_at, cf.filing_id limit ${MOST_READ}
)`);

/** Follows `cases c`. */
export const waiting = sql`
  cross join lateral (
    select min(u.created_at) as since, max(u.severity) as severity from ${undecided} u
  ) waiting`;

const escaped = (words: string) => words.replaceAll(/[\\%_]/g, String.raw`\$&`);
const hasOne = (condition: SQL) => sql`exists (select from ${undecided} u where ${condition})`;

export const isWaiting = ({ age, country, severities: wanted, search }: CaseFilter): SQL =>
  and(
    sql`c.is_open and waiting.since is not null`,
    age ? sql`${ageColumn} = ${age}` : undefined,
    wanted && sql`waiting.severity = any(${sql.param(wanted.map((one) => severities.indexOf(one)))}::int[])`,
    country ? hasOne(sql`${country} = any(u.countries)`) : undefined,
    search ? hasOne(sql`u.words ilike ${`%${escaped(search)}%`}`) : undefined,
  )!;

export const orders: Record<CaseFilter['order'], SQL> = {
  oldest: sql.raw('c.created_at, c.id'),
  largest: sql.raw('c.undecided_count desc, c.created_at, c.id'),
};
