/**
 * SQL of the queue: open cases with reports that can be decided here. Proposed providers are decided elsewhere, so a
 * case with nothing else is not in the queue.
 */
import { type CaseAge, type CaseListFilter, maxHiddenSnoozes } from '@hakiki/contract/admin-values';
import { type Severity, severities } from '@hakiki/contract/alert-values';
import { waitingTimes } from '@hakiki/contract/limits';
import { and, type SQL, sql } from 'drizzle-orm';
import { sqlIndexOf } from '../../../platform/db/columns.ts';
import { caseClaims, caseFilings, caseSnoozes, unexaminedFilings } from '../cases/read-model.ts';
import { filed } from '../../filings/read-model.ts';

export interface CaseFilter {
  age?: CaseAge | undefined;
  /** In lower case. */
  country?: string | undefined;
  severities?: readonly Severity[] | undefined;
  search?: string | undefined;
  only?: CaseListFilter | undefined;
  /** Used to select the viewer's own cases. */
  viewerId: string;
  order: 'oldest' | 'largest';
}

const { from: dueHours, to: promisedHours } = waitingTimes.scamReportHours;
const hoursInterval = (hours: number) => sql.raw(`interval '${hours} hours'`);

/** When the promised time runs out for the reporter who has waited longest. */
const dueAtSql = sql`waiting.since + ${hoursInterval(promisedHours)}`;
export const dueColumn = sql`coalesce(${dueAtSql}, c.created_at + ${hoursInterval(promisedHours)})`;
export const ageColumn = sql`
  case when waiting.since <= now() - ${hoursInterval(promisedHours)} then 'overdue'
    when waiting.since <= now() - ${hoursInterval(dueHours)} then 'due' else 'fresh' end`;

/** Limits the filings that are read per case. */
const MAX_FILINGS_READ = 500;

/**
 * Looks the filing up on its own (`offset 0` prevents a join): the view has six tables, and planning their join order
 * takes longer than everything else.
 */
export const filingById = (id: string): SQL => sql`(select * from ${filed} f where f.id = ${sql.raw(id)} offset 0)`;
const isPending = (filingId: string): SQL => sql`(select f.status from ${filingById(filingId)} f) = 'pending'`;

/** The pending filings of the case `c`, oldest first. */
export const undecidedFilings = sql`(
  select f.id, f.kind, f.created_at, ${sql.raw(sqlIndexOf('f.severity', severities))} as severity, f.countries,
    concat_ws(' ', f.words, f.provider_name, 'HK-' || right(f.id::text, 8)) as words
  from ${caseFilings} cf cross join lateral ${filingById('cf.filing_id')} f
  where cf.case_id = c.id and f.status = 'pending' and f.kind <> 'submission'
  order by cf.created_at, cf.filing_id limit ${sql.raw(String(MAX_FILINGS_READ))}
)`;

export const waitingJoin = sql`
  cross join lateral (
    select min(u.created_at) as since, max(u.severity) as severity from ${undecidedFilings} u
  ) waiting`;

export const escapeLikePattern = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`);
const hasUndecided = (condition: SQL) => sql`exists (select from ${undecidedFilings} u where ${condition})`;

/** The question state of the case `c`; `min` prefers 'answered' to 'asked'. */
export const questionColumn = sql`(
  select min(cf.question) from ${caseFilings} cf
  where cf.case_id = c.id and cf.question is not null and ${isPending('cf.filing_id')}
)`;

/** These rows are rare, so the join starts from them. */
export const unexaminedColumn = sql`exists (
  select from ${unexaminedFilings} x join ${caseFilings} cf on cf.filing_id = x.filing_id
  where cf.case_id = c.id and ${isPending('x.filing_id')}
)`;

const snoozeQuery = sql`select from ${caseSnoozes} p where p.case_id = c.id and p.until > now()`;
const isSnoozed = sql`exists (${snoozeQuery})`;

const matchesAge = (age: CaseAge): SQL =>
  age === 'overdue'
    ? sql`(${ageColumn} = 'overdue' or exists (${snoozeQuery} and p.times > ${sql.raw(String(maxHiddenSnoozes))}))`
    : sql`${ageColumn} = ${age}`;

/** These rows are rare, so the join starts from them instead of scanning the queue. */
const matchesSelection = (only: CaseListFilter, viewerId: string): SQL => {
  switch (only) {
    case 'mine':
      return sql`c.id in (select case_id from ${caseClaims} where user_id = ${viewerId} and expires_at > now())`;
    case 'snoozed':
      return sql`c.id in (select case_id from ${caseSnoozes} where until > now())`;
    default:
      return sql`c.id in (select case_id from ${caseFilings} where question = ${only}) and ${questionColumn} = ${only}`;
  }
};

/** Overdue cases are listed even while they are snoozed. */
const matchesList = ({ only, viewerId, age }: CaseFilter): SQL | undefined => {
  if (only) return matchesSelection(only, viewerId);
  return age === 'overdue' ? undefined : sql`not ${isSnoozed}`;
};

export const matchesFilter = ({ age, country, severities: requestedSeverities, search }: CaseFilter): SQL =>
  and(
    sql`c.is_open and waiting.since is not null`,
    age ? matchesAge(age) : undefined,
    requestedSeverities &&
      sql`waiting.severity = any(${sql.param(requestedSeverities.map((one) => severities.indexOf(one)))}::int[])`,
    country ? hasUndecided(sql`${country} = any(u.countries)`) : undefined,
    search ? hasUndecided(sql`u.words ilike ${`%${escapeLikePattern(search)}%`}`) : undefined,
  )!;

export const isInQueue = (filter: CaseFilter): SQL => and(matchesFilter(filter), matchesList(filter))!;

/** Snoozed cases are offered only to a moderator who filters for them. */
export const isOffered = (filter: CaseFilter): SQL =>
  and(isInQueue(filter), filter.only === 'snoozed' ? undefined : sql`not ${isSnoozed}`)!;

export const orders: Record<CaseFilter['order'], SQL> = {
  oldest: sql.raw('c.created_at, c.id'),
  largest: sql.raw('c.undecided_count desc, c.created_at, c.id'),
};
