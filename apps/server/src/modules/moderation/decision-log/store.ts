import type { AppealSubject, Appellant, AppealRequest } from '@hakiki/contract/appeal-values';
import type { LoggedSubject, LogLine, LogPart } from '@hakiki/contract/decision-log';
import { loggedSubjects } from '@hakiki/contract/decision-log-values';
import { alertPath, providerPath } from '@hakiki/contract/site';
import { sql, type SQL } from 'drizzle-orm';
import type { Database, Db } from '../../../platform/db/database.ts';
import { escapeLike } from '../../../platform/db/newest-list.ts';
import { quotedTableName } from '../../../platform/db/quoted-table-name.ts';
import { prepareStatement } from '../../../platform/db/statement.ts';
import { fraudAlerts } from '../../reports/alerts/read-model.ts';
import { appeals } from '../appeals/read-model.ts';
import { disputes } from '../disputes/read-model.ts';
import { profileChanges } from '../../business/read-model.ts';
import { decisions, publicVersions } from '../workflow/read-model.ts';
import { hasPageCondition, providers } from '../../directory/read-model.ts';
import { withdrawalWatches } from '../../early-warning/read-model.ts';
import { filings } from '../../intake/read-model.ts';
import { newsMentions } from '../../news/read-model.ts';
import { businessReplies } from '../../business/replies/read-model.ts';
import { reports } from '../../reports/issues/read-model.ts';
import { reviews } from '../../reviews/read-model.ts';
import type { LogHead } from './line.ts';
import { decisionLog, decisionLogWaiting } from './tables.ts';

/** Advisory lock key; must be unique in the database. */
const APPEND_LOCK_KEY = 4_715_014;

/** Holds the lock until the transaction ends. Returns false at once when another worker has it. */
export async function tryLockLog(tx: Db): Promise<boolean> {
  const { rows } = await tx.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(${APPEND_LOCK_KEY}) as locked`,
  );
  return rows[0]?.locked === true;
}

export async function findHead(db: Db): Promise<LogHead | undefined> {
  const { rows } = await db.execute<{ number: string; hash: string }>(
    sql`select number, encode(hash, 'hex') as hash from ${decisionLog} order by number desc limit 1`,
  );
  return rows[0] && { number: Number(rows[0].number), hash: rows[0].hash };
}

const headStatement = prepareStatement({
  name: 'decision-log-head',
  text: `
  select number::float8 as number, encode(hash, 'hex') as hash from ${quotedTableName(decisionLog)}
  order by number desc limit 1`,
});

/** The same for its page, which a replica can answer. */
export const findHeadOfPage = (database: Database): Promise<LogHead | undefined> =>
  database.read<{ number: number; hash: string }>(headStatement, []).then(([head]) => head);

// Queue

export interface QueuedDecision {
  id: string;
  /** The id of the moderated subject. */
  decidedId: string;
  subject: LoggedSubject;
  from: string;
  to: string;
  day: string;
  people: number;
  waitedHours: number | null;
  /** The decision that this one undoes, and whether this one was undone itself. */
  reverses: string | null;
  isUndone: boolean;
  isReversal: boolean;
  before: string | null;
  after: string | null;
  /** Whether the subject is or was public. */
  isPublic: boolean;
  /** The provider on whose page the subject is shown, if it has no page of its own. */
  standsOn: string | null;
  /** Only for an appeal: its subject, the request and the role of the appellant. */
  about: AppealSubject | null;
  aboutId: string | null;
  wants: AppealRequest | null;
  askedBy: Appellant | null;
  /** The line of the decision that this one undoes or reverses. */
  reversedLine: number | null;
}

const publicReportStatuses = sql.raw(`('investigating', 'resolved')`);

/** Whether the subject was public at the time. Old decisions have no statement hashes, only values. */
const wasPublic = sql`(
  d.statement_before is not null or d.statement_after is not null
  or d.subject in ('alert', 'review', 'experience', 'watch', 'reply') and 'approved' in (d.from_value, d.to_value)
  or d.subject = 'report' and (d.from_value in ${publicReportStatuses} or d.to_value in ${publicReportStatuses})
  or d.subject in ('change', 'appeal')
  or exists (
    select from ${publicVersions} v where v.subject_id = d.subject_id and v.created_at <= d.created_at
  )
)`;

/** A provider that is public now need not hide how it became public. */
const isPublic = sql`(
  ${wasPublic} or d.subject = 'provider' and exists (
    select from ${providers} p where p.id = d.subject_id and p.review_state = 'approved'
  )
)`;

const isUndone = sql`exists (select from ${decisions} undo where undo.reverses = d.id)`;

const lineNumberSql = (decision: SQL) => sql`
  select l.number from ${decisionLog} l where l.source_id = ${decision} and l.subject_id is not null`;

const decisionColumns = sql`
  d.id, d.subject_id as "decidedId", d.subject, d.from_value as "from", d.to_value as "to",
  to_char(d.created_at at time zone 'UTC', 'YYYY-MM-DD') as day,
  case when d.confirmed_by is null then 1 else 2 end as people,
  case when d.arrived_at is not null
    then greatest(floor(extract(epoch from d.created_at - d.arrived_at) / 3600), 0)::int end as "waitedHours",
  d.reverses, ${isUndone} as "isUndone",
  d.reverses is null and public.is_reversal(d.from_value, d.to_value) as "isReversal",
  d.statement_before as before, d.statement_after as after, ${isPublic} as "isPublic",
  case d.subject
    when 'review' then (select r.provider_id from ${reviews} r where r.id = d.subject_id)
    when 'change' then (select c.provider_id from ${profileChanges} c where c.id = d.subject_id)
    when 'reply' then (select y.provider_id from ${businessReplies} y where y.id = d.subject_id)
    when 'news' then (
      select n.provider_id from ${newsMentions} n
      where n.item_id = d.subject_id and n.state = 'confirmed' order by n.created_at, n.provider_id limit 1
    )
    when 'watch' then (select w.provider_id from ${withdrawalWatches} w where w.id = d.subject_id)
  end as "standsOn",
  x.subject as about, x.subject_id as "aboutId", x.wants, x.asked_by as "askedBy",
  case when d.reverses is not null then (${lineNumberSql(sql`d.reverses`)})
    else (
      select l.number from ${decisions} e join ${decisionLog} l on l.source_id = e.id
      where e.subject_id = d.subject_id and e.to_value = d.from_value and e.from_value <> e.to_value
        and (e.created_at, e.id) < (d.created_at, d.id) and l.subject_id is not null
      order by e.created_at desc, e.id desc limit 1
    )
  end::int as "reversedLine"`;

type QueuedDecisionRow = QueuedDecision & Record<string, unknown>;

/** In the order of the decisions, as far as they are visible: a transaction that commits later is logged later. */
export async function listNewDecisions(tx: Db, limit: number): Promise<QueuedDecision[]> {
  const { rows } = await tx.execute<QueuedDecisionRow>(sql`
    select ${decisionColumns}
    from (
      select id from ${decisionLogWaiting} where day is null and source = 'decision' order by created_at, id limit ${limit}
    ) w cross join lateral (select * from ${decisions} where id = w.id offset 0) d
    left join ${appeals} x on x.id = d.subject_id and d.subject = 'appeal'
    order by d.created_at, d.id`);
  return rows;
}

/** Decisions of the oldest day that is over, in an order that does not reveal their times. */
export async function listDecisionsOfPastDay(tx: Db, now: Date, limit: number): Promise<QueuedDecision[]> {
  const { rows } = await tx.execute<QueuedDecisionRow>(sql`
    select ${decisionColumns}
    from (
      select id from ${decisionLogWaiting} where day = (
        select min(day) from ${decisionLogWaiting} where day < (${now}::timestamptz at time zone 'UTC')::date
      )
    ) w cross join lateral (select * from ${decisions} where id = w.id offset 0) d
    left join ${appeals} x on x.id = d.subject_id and d.subject = 'appeal'
    order by d.subject, d.from_value, d.to_value, "waitedHours", d.id limit ${limit}`);
  return rows;
}

export interface QueuedAppeal {
  id: string;
  day: string;
  subject: AppealSubject;
  subjectId: string;
  wants: AppealRequest;
  askedBy: Appellant;
}

export async function listAppeals(tx: Db, limit: number): Promise<QueuedAppeal[]> {
  const { rows } = await tx.execute<QueuedAppeal & Record<string, unknown>>(sql`
    select x.id, to_char(x.created_at at time zone 'UTC', 'YYYY-MM-DD') as day, x.subject, x.subject_id as "subjectId", x.wants,
      x.asked_by as "askedBy"
    from ${decisionLogWaiting} w join ${appeals} x on x.id = w.id
    where w.source = 'appeal' and w.day is null order by w.created_at, w.id limit ${limit}`);
  return rows;
}

const toUuidArray = (ids: readonly string[]) => sql`${sql.param(ids)}::uuid[]`;

export const deferToEndOfDay = (tx: Db, ids: readonly string[]) =>
  tx.execute(sql`
    update ${decisionLogWaiting} set day = (created_at at time zone 'UTC')::date where id = any(${toUuidArray(ids)})`);

export const removeQueued = (tx: Db, ids: readonly string[]) =>
  tx.execute(sql`delete from ${decisionLogWaiting} where id = any(${toUuidArray(ids)})`);

const isLogged = sql.raw(`d.subject in (${loggedSubjects.map((subject) => `'${subject}'`).join(', ')})`);

/** Returns the size of the queue, the age of its oldest entry, and a decision that is missing in queue and log. */
export async function findUnlogged(db: Db): Promise<{ waiting: number; seconds: number; missing: string | null }> {
  const { rows } = await db.execute<{ waiting: number; seconds: number; missing: string | null }>(sql`
    select
      (select count(*)::int from ${decisionLogWaiting}) as waiting,
      coalesce((
        select extract(epoch from now() - created_at)::float8 from ${decisionLogWaiting}
        where day is null order by created_at limit 1
      ), 0) as seconds,
      (
        select d.id from ${decisions} d
        where ${isLogged} and not exists (select from ${decisionLog} l where l.source_id = d.id)
          and not exists (select from ${decisionLogWaiting} w where w.id = d.id)
          and (${wasPublic} or d.from_value <> d.to_value and d.reverses is null and not ${isUndone})
        limit 1
      ) as missing`);
  return rows[0]!;
}

// Received submissions

export interface Arrivals {
  day: string;
  alerts: number;
  reports: number;
  providers: number;
  disputes: number | null;
}

const submissions = sql`${filings} where kind = 'submission'`;
const isOnDay = sql`
  created_at >= shown.day at time zone 'UTC' and created_at < (shown.day + interval '1 day') at time zone 'UTC'`;

/** Each day after the last one in the log, up to yesterday. */
export async function listArrivals(tx: Db, now: Date, limit: number): Promise<Arrivals[]> {
  const { rows } = await tx.execute<Arrivals & Record<string, unknown>>(sql`
    select to_char(shown.day, 'YYYY-MM-DD') as day,
      (select count(*)::int from ${fraudAlerts} where ${isOnDay}) as alerts,
      (select count(*)::int from ${reports} where ${isOnDay}) as reports,
      (select count(*)::int from ${submissions} and ${isOnDay}) as providers,
      (select nullif(count(*), 0)::int from ${disputes} where ${isOnDay}) as disputes
    from generate_series(
      coalesce(
        (select max(day) + 1 from ${decisionLog} where kind = 'received'),
        (least(
          (select min(created_at) from ${fraudAlerts}), (select min(created_at) from ${reports}),
          (select min(created_at) from ${submissions})
        ) at time zone 'UTC')::date
      )::timestamp,
      (${now}::timestamptz at time zone 'UTC')::date - interval '1 day', interval '1 day'
    ) as shown(day)
    order by shown.day limit ${limit}`);
  return rows;
}

// Lines

export type NewLine = LogLine & { sourceId: string | null };

export async function insertLines(tx: Db, lines: readonly NewLine[]): Promise<void> {
  await tx.insert(decisionLog).values(
    lines.map((line) => ({
      number: line.number,
      day: line.day,
      kind: line.kind,
      subject: line.subject,
      subjectId: line.subjectId,
      path: line.path,
      fromValue: line.from,
      toValue: line.to,
      people: line.people,
      waitedHours: line.waitedHours,
      reversal: line.reversal,
      reverses: line.reverses,
      statementBefore: line.before,
      statementAfter: line.after,
      wants: line.wants,
      askedBy: line.askedBy,
      alerts: line.alerts,
      reports: line.reports,
      providers: line.providers,
      disputes: line.disputes,
      previous: Buffer.from(line.previous, 'hex'),
      hash: Buffer.from(line.hash, 'hex'),
      sourceId: line.sourceId,
    })),
  );
}

/** Always refer to columns as `l.day`: an output column of the same name would shadow the indexed one. */
const lineColumns = `
  l.number::float8 as number, to_char(l.day, 'YYYY-MM-DD') as day, l.kind, l.subject, l.subject_id as "subjectId", l.path,
  l.from_value as "from", l.to_value as "to", l.people, l.waited_hours as "waitedHours", l.reversal,
  l.reverses::float8 as reverses, l.statement_before as before, l.statement_after as after, l.wants, l.asked_by as "askedBy",
  l.alerts, l.reports, l.providers, l.disputes, encode(l.previous, 'hex') as previous, encode(l.hash, 'hex') as hash`;
const fromLog = `from ${quotedTableName(decisionLog)} l`;

type LineRow = { [Key in keyof LogLine]: LogLine[Key] };

const rangeStatement = prepareStatement({
  name: 'decision-log-stretch',
  text: `select ${lineColumns} ${fromLog} where l.number >= $1 and l.number < $2 order by l.number`,
});

export const listRange = (database: Pick<Database, 'read'>, first: number, count: number) =>
  database.read<LineRow>(rangeStatement, [first, first + count]);

export interface LineFilter {
  part?: LogPart | undefined;
  month?: string | undefined;
  subject?: LoggedSubject | undefined;
  outcome?: string | undefined;
  before?: number | undefined;
  /** Only lines that are called after these pages. */
  paths?: readonly string[] | undefined;
  limit: number;
}

/** The ids of the pages among these that have this prefix. */
const listIds = (paths: readonly (string | null)[], prefix: string): string[] =>
  paths.flatMap((path) => (path?.startsWith(prefix) ? [path.slice(prefix.length)] : []));

/**
 * The lines that `listNames` calls after these pages. An issue report is called after its provider; lines from before
 * it was public have no subject and stay anonymous.
 */
const linesNamedSql = (paths: string, providerIds: string) => `
  select number from ${quotedTableName(decisionLog)} where path = any(${paths}::text[])
  union all
  select named.number from ${quotedTableName(reports)} r
  join (
    select id, subject_id from ${quotedTableName(decisions)} union all select id, subject_id from ${quotedTableName(appeals)}
  ) source on source.subject_id = r.id
  join ${quotedTableName(decisionLog)} named
    on named.source_id = source.id and named.subject = 'report' and named.subject_id = r.id
  where r.is_public and r.provider_id = any(${providerIds}::uuid[])`;

/** Not a prepared statement: which index to scan depends on the values. */
export function listLines(database: Database, { part, month, subject, outcome, before, paths, limit }: LineFilter) {
  const values: unknown[] = [limit];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const conditions = [
    part && `l.kind ${part === 'arrivals' ? '=' : '<>'} 'received'`,
    month && `l.day >= ${bind(`${month}-01`)}::date`,
    month && `l.day < ${bind(`${month}-01`)}::date + interval '1 month'`,
    subject && `l.subject = ${bind(subject)}`,
    outcome && `l.to_value = ${bind(outcome)}`,
    paths && `l.number in (${linesNamedSql(bind(paths), bind(listIds(paths, providerPath(''))))})`,
    before &&
      `(l.day, l.number) < (select day, number from ${quotedTableName(decisionLog)} where number = ${bind(before)})`,
  ].filter(Boolean);
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
  const text = `select ${lineColumns} ${fromLog} ${where} order by l.day desc, l.number desc limit $1`;
  return database.read<LineRow>({ text }, values);
}

/** More pages with the searched words than anybody reads. */
const MAX_PATHS = 100;

const pathsStatement = prepareStatement({
  name: 'decision-log-paths',
  text: `
  (select '${providerPath('')}' || p.id as path from ${quotedTableName(providers)} p
    where ${hasPageCondition} and p.names_key like public.fold($1) limit $2)
  union all
  (select '${alertPath('')}' || a.id from ${quotedTableName(fraudAlerts)} a
    where a.status = 'approved' and lower(a.title) like lower($1) limit $2)`,
});

/** The public pages whose name contains the words. */
export const findPaths = (database: Database, words: string): Promise<string[]> =>
  database
    .read<{ path: string }>(pathsStatement, [`%${escapeLike(words)}%`, MAX_PATHS])
    .then((rows) => rows.map(({ path }) => path));

const namesStatement = prepareStatement({
  name: 'decision-log-names',
  text: `
  select '${providerPath('')}' || p.id as path, p.name from ${quotedTableName(providers)} p
  where ${hasPageCondition} and p.id = any($1::uuid[])
  union all
  select '${alertPath('')}' || a.id, a.title from ${quotedTableName(fraudAlerts)} a
  where a.status = 'approved' and a.id = any($2::uuid[])
  union all
  select r.id::text, p.name from ${quotedTableName(reports)} r
  join ${quotedTableName(providers)} p on p.id = r.provider_id and ${hasPageCondition}
  where r.is_public and r.id = any($3::uuid[])`,
});

/**
 * The current names of the pages of these lines, as far as they are public. An issue report has neither page nor title:
 * it is called after its provider.
 */
export async function listNames(database: Database, lines: readonly Pick<LogLine, 'path' | 'subject' | 'subjectId'>[]) {
  const paths = lines.map(({ path }) => path);
  const reportIds = lines.flatMap(({ subject, subjectId }) => (subject === 'report' && subjectId ? [subjectId] : []));
  const ids = [listIds(paths, providerPath('')), listIds(paths, alertPath('')), reportIds];
  const rows = ids.every((list) => list.length === 0)
    ? []
    : await database.read<{ path: string; name: string }>(namesStatement, ids);
  const names = new Map(rows.map(({ path, name }) => [path, name]));
  return ({ path, subject, subjectId }: (typeof lines)[number]): string | null =>
    names.get((subject === 'report' ? subjectId : path) ?? '') ?? null;
}

/** A loose index scan from one month to the next, however many lines each has. */
const monthsStatement = prepareStatement({
  name: 'decision-log-months',
  text: `
  with recursive months as (
    (select date_trunc('month', day)::date as month from ${quotedTableName(decisionLog)} order by day desc limit 1)
    union all
    select (
      select date_trunc('month', l.day)::date from ${quotedTableName(decisionLog)} l where l.day < months.month order by l.day desc limit 1
    ) from months where months.month is not null
  )
  select to_char(month, 'YYYY-MM') as month from months where month is not null order by month desc limit $1`,
});

export const listMonths = (database: Database, limit: number): Promise<string[]> =>
  database.read<{ month: string }>(monthsStatement, [limit]).then((rows) => rows.map(({ month }) => month));

// Statistics

/**
 * Groups equal lines, which gives some thousands of rows however long the log is. A decision that was undone within
 * seconds counts neither as a decision nor for the waiting times.
 */
const groupedLinesSql = (condition: string) => `
  with facts as materialized (
    select date_trunc('month', l.day)::date as month, l.kind, l.reversal, l.asked_by,
      case when l.subject in ('appeal', 'dispute') then l.subject end as objection,
      case when l.subject in ('appeal', 'dispute') then l.to_value end as outcome,
      undo.number is not null or l.reversal is not distinct from 'undone' as is_undone, l.from_value <> l.to_value as is_change,
      case when l.subject in ('alert', 'report', 'provider', 'dispute') and undo.number is null and l.reversal is distinct from 'undone'
        then l.waited_hours end as waited,
      count(*) as n, sum(l.alerts) as alerts, sum(l.reports) as reports, sum(l.providers) as providers,
      sum(l.disputes) as disputes
    ${fromLog} left join ${quotedTableName(decisionLog)} undo on undo.reverses = l.number and undo.reversal = 'undone'
    where ${condition} group by 1, 2, 3, 4, 5, 6, 7, 8, 9
  )`;

const sum = (column: string, condition = 'true') => `coalesce(sum(${column}) filter (where ${condition}), 0)::int`;
const count = (condition: string) => sum('n', condition);
const decidedAs = (objection: 'appeal' | 'dispute', outcome: string) =>
  `objection = '${objection}' and outcome = '${outcome}' and kind = 'decision' and not is_undone`;

export interface MonthRow {
  month: string | null;
  alerts: number;
  reports: number;
  providers: number;
  decided: number;
  medianHours: number | null;
  p90Hours: number | null;
  decisions: number;
  reversed: number;
  undone: number;
  appeals: number;
  upheld: number;
  partly: number;
  dismissed: number;
  disputes: number;
  disputesUpheld: number;
  disputesDismissed: number;
  disputeMedianHours: number | null;
}

/** The percentile by the nearest-rank method: a number of hours that really occurred, easy to check. */
const percentileSql = (share: number) => `min(waited) filter (where upto >= ceil(${share}::float8 * total))`;

/** One row per month, and one with a null month for all time. */
const figuresStatement = prepareStatement({
  name: 'decision-log-figures',
  text: `
  ${groupedLinesSql('true')}, waits as (
    select month, objection is not null as is_dispute, waited, sum(n) as n from facts where waited is not null
    group by grouping sets ((1, 2, 3), (2, 3))
  ), ranked as (
    select month, is_dispute, waited, sum(n) over (partition by month, is_dispute order by waited) as upto,
      sum(n) over (partition by month, is_dispute) as total
    from waits
  ), hours as (
    select month, is_dispute, ${percentileSql(0.5)} as median, ${percentileSql(0.9)} as p90 from ranked group by 1, 2
  ), counts as (
    select month, ${sum('alerts')} as alerts, ${sum('reports')} as reports, ${sum('providers')} as providers,
      ${count('waited is not null and objection is null')} as decided,
      ${count(`kind = 'decision' and objection is null and is_change and not is_undone`)} as decisions,
      ${count(`reversal = 'reversed'`)} as reversed, ${count(`reversal = 'undone'`)} as undone,
      ${count(`kind = 'request'`)} as appeals, ${count(decidedAs('appeal', 'upheld'))} as upheld,
      ${count(decidedAs('appeal', 'partly'))} as partly, ${count(decidedAs('appeal', 'dismissed'))} as dismissed,
      ${sum('disputes')} as disputes, ${count(decidedAs('dispute', 'upheld'))} as "disputesUpheld",
      ${count(decidedAs('dispute', 'dismissed'))} as "disputesDismissed"
    from facts group by grouping sets ((month), ())
  )
  select to_char(c.month, 'YYYY-MM') as month, c.alerts, c.reports, c.providers, c.decided, h.median as "medianHours",
    h.p90 as "p90Hours", c.decisions, c.reversed, c.undone, c.appeals, c.upheld, c.partly, c.dismissed, c.disputes,
    c."disputesUpheld", c."disputesDismissed", d.median as "disputeMedianHours"
  from counts c left join hours h on h.month is not distinct from c.month and not h.is_dispute
    left join hours d on d.month is not distinct from c.month and d.is_dispute
  order by c.month desc nulls first limit $1`,
});

/** The first row is for all time, followed by the newest months. */
export const listFigures = (database: Database, months: number) =>
  database.read<{ [Key in keyof MonthRow]: MonthRow[Key] }>(figuresStatement, [months + 1]);

export interface RemovalRow {
  month: string | null;
  askedBy: Appellant;
  received: number;
  upheld: number;
  partly: number;
  dismissed: number;
}

const removalsStatement = prepareStatement({
  name: 'decision-log-removals',
  text: `
  ${groupedLinesSql(`l.wants = 'removal'`)}
  select to_char(month, 'YYYY-MM') as month, asked_by as "askedBy", ${count(`kind = 'request'`)} as received,
    ${count(decidedAs('appeal', 'upheld'))} as upheld, ${count(decidedAs('appeal', 'partly'))} as partly,
    ${count(decidedAs('appeal', 'dismissed'))} as dismissed
  from facts group by grouping sets ((month, asked_by), (asked_by))`,
});

export const listRemovals = (database: Database) =>
  database.read<{ [Key in keyof RemovalRow]: RemovalRow[Key] }>(removalsStatement, []);
