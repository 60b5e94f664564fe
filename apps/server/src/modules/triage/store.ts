import { ADMIN_MAX_OFFSET, claimMinutes } from '@hakiki/contract/admin';
import type { CaseAge } from '@hakiki/contract/admin-values';
import type { FilingKind, ReportType, Severity } from '@hakiki/contract/alert-values';
import { searchMatchLimit } from '@hakiki/contract/limits';
import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Database, Db, Statement } from '../../platform/db/database.ts';
import { nameOf } from '../../platform/db/name-of.ts';
import { asStatement } from '../../platform/db/newest-list.ts';
import { users } from '../accounts/tables.ts';
import { caseFilings, cases } from '../cases/tables.ts';
import { filed } from '../filings/tables.ts';
import { type CaseFilter, ageColumn, dueColumn, isWaiting, orders, undecided, waiting } from './queue-sql.ts';
import { answerTemplates, caseClaims, savedViews } from './tables.ts';

const first = <Row>(rows: Row[]): Row | undefined => rows[0];

// Cases

export interface CaseRow {
  id: string;
  title: string;
  reportType: ReportType | null;
  /** Its place among the severities. */
  severity: number | null;
  countries: string[];
  filingCount: number;
  undecidedCount: number;
  createdAt: Date;
  newestFilingAt: Date;
  dueAt: Date;
  age: CaseAge;
  isOpen: boolean;
  /** Of a claim that has not run out. */
  claimedBy: string | null;
  claimedById: string | null;
  claimExpiresAt: Date | null;
}

const COUNTRIES_SHOWN = 60;

/** What is shown of the cases `c`. */
const readCases = (database: Database, c: SQL, order: SQL): Promise<CaseRow[]> =>
  database.read<{ [Key in keyof CaseRow]: CaseRow[Key] }>(
    ...asStatement(sql`
    select c.id, coalesce(lead.title, '') as title, lead.report_type as "reportType", waiting.severity,
      array(
        select distinct country from ${undecided} u cross join unnest(u.countries) as country
        order by country limit ${COUNTRIES_SHOWN}
      ) as countries,
      c.filing_count as "filingCount", c.undecided_count as "undecidedCount", c.created_at as "createdAt",
      c.newest_filing_at as "newestFilingAt", ${dueColumn} as "dueAt", ${ageColumn} as age, c.is_open as "isOpen",
      holder.email as "claimedBy", k.user_id as "claimedById", k.expires_at as "claimExpiresAt"
    from ${c} c ${waiting}
      left join ${caseClaims} k on k.case_id = c.id and k.expires_at > now()
      left join ${users} holder on holder.id = k.user_id
      left join ${filed} lead on lead.id = c.lead_id
    order by ${order}`),
  );

/** A page of the queue, whoever holds its cases. */
export const listCases = (
  database: Database,
  filter: CaseFilter,
  { limit, offset }: { limit: number; offset: number },
) => {
  const order = orders[filter.order];
  const page = sql`(
    select c.* from ${cases} c ${waiting} where ${isWaiting(filter)} order by ${order} limit ${limit} offset ${offset}
  )`;
  return readCases(database, page, order);
};

/** As far as pages can be turned: also those that hold nothing but proposals, which are few. */
export async function countOpen(database: Database): Promise<number> {
  const [counted] = await database.read<{ n: number }>(openCountStatement, []);
  return counted!.n;
}
const openCountStatement: Statement = {
  name: 'triage-open-count',
  text: `select count(*)::int as n from (select from ${nameOf(cases)} where is_open limit ${ADMIN_MAX_OFFSET}) found`,
};

/** As far as a search counts. */
export async function countMatches(database: Database, filter: CaseFilter): Promise<number> {
  const found = sql`select from ${cases} c ${waiting} where ${isWaiting(filter)} limit ${searchMatchLimit}`;
  const [counted] = await database.read<{ n: number }>(
    ...asStatement(sql`select count(*)::int as n from (${found}) found`),
  );
  return counted!.n;
}

export const findCase = (database: Database, id: string) =>
  readCases(database, sql`(select * from ${cases} where id = ${id})`, sql`c.id`).then(first);

/** What shows a filing beside the others, and who sent it. */
export interface FilingRow {
  id: string;
  severity: Severity | null;
  type: string | null;
  countries: string[];
  providerId: string | null;
  providerName: string | null;
  createdBy: string | null;
}

const FILINGS_SHOWN = 50;

/** Read from the oldest on until there are enough: a case may hold thousands. */
const oldestThat = (condition: string) => `(
    select f.id, f.status = 'pending' as waits, cf.created_at
    from ${nameOf(caseFilings)} cf join ${nameOf(filed)} f on f.id = cf.filing_id
    where cf.case_id = $1 and ${condition} order by cf.created_at, cf.filing_id limit ${FILINGS_SHOWN}
  )`;

/** Those that wait first, and the one that opened the case before the others. */
const filingsStatement: Statement = {
  name: 'triage-filings',
  text: `
  with shown as materialized (
    select * from (
      ${oldestThat(`f.status = 'pending'`)} union all ${oldestThat(`f.status <> 'pending'`)}
    ) found limit ${FILINGS_SHOWN}
  )
  select f.id, f.severity, f.type, f.countries, f.provider_id as "providerId", f.provider_name as "providerName",
    f.created_by as "createdBy"
  from shown join ${nameOf(filed)} f on f.id = shown.id
  order by shown.waits desc, f.id = (select lead_id from ${nameOf(cases)} where id = $1) desc, shown.created_at, f.id`,
};

export const listFilings = (database: Database, caseId: string) =>
  database.read<{ [Key in keyof FilingRow]: FilingRow[Key] }>(filingsStatement, [caseId]);

/** As many as one act decides. */
const DECIDED_AT_ONCE = 500;

/** What its holder was shown and can decide here, oldest first: among those named, if any are. */
export async function listUndecided(
  db: Db,
  caseId: string,
  userId: string,
  named?: readonly string[],
): Promise<{ id: string; kind: FilingKind }[]> {
  const isNamed = named ? sql`f.id = any(${sql.param(named)}::uuid[])` : sql`true`;
  const { rows } = await db.execute<{ id: string; kind: FilingKind }>(sql`
    select f.id, f.kind
    from ${caseClaims} k
      join ${caseFilings} cf on cf.case_id = k.case_id and cf.created_at <= k.created_at
      join ${filed} f on f.id = cf.filing_id
    where k.case_id = ${caseId} and k.user_id = ${userId} and f.status = 'pending' and f.kind <> 'submission' and ${isNamed}
    order by cf.created_at, cf.filing_id limit ${DECIDED_AT_ONCE}`);
  return rows;
}

/** How often the word of each was followed; the newest of what they sent are enough to know. */
const JUDGED = 1000;
const standingsStatement: Statement = {
  name: 'triage-standings',
  text: `
  select who.id, judged.agreed, judged.disagreed
  from unnest($1::uuid[]) as who (id) cross join lateral (
    select count(*) filter (where sent.status in ('approved', 'investigating', 'resolved'))::int as agreed,
      count(*) filter (where sent.status = 'rejected')::int as disagreed
    from (select f.status from ${nameOf(filed)} f where f.created_by = who.id limit ${JUDGED}) sent
  ) judged`,
};

export const listStandings = (database: Database, userIds: readonly string[]) =>
  database.read<{ id: string; agreed: number; disagreed: number }>(standingsStatement, [userIds]);

// Claims

const runsOut = sql`now() + ${`${claimMinutes} minutes`}::interval`;

/** The next case that nobody holds; until the end of the transaction nobody else is offered it. */
export async function lockNext(
  tx: Db,
  filter: CaseFilter,
  { isPatient }: { isPatient: boolean },
): Promise<string | undefined> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select c.id from ${cases} c ${waiting}
    where ${isWaiting(filter)}
      and not exists (select from ${caseClaims} k where k.case_id = c.id and k.expires_at > now())
    order by ${orders[filter.order]} limit 1
    for no key update of c ${sql.raw(isPatient ? '' : 'skip locked')}`);
  return rows[0]?.id;
}

/** Takes what is free or has run out, and renews what is one's own. False when somebody else holds it. */
export const claim = (tx: Db, caseId: string, userId: string): Promise<boolean> =>
  tx
    .insert(caseClaims)
    .values({ caseId, userId, expiresAt: runsOut })
    .onConflictDoUpdate({
      target: caseClaims.caseId,
      set: { userId, expiresAt: runsOut, createdAt: sql`now()` },
      setWhere: sql`${caseClaims.userId} = ${userId} or ${caseClaims.expiresAt} <= now()`,
    })
    .returning({ caseId: caseClaims.caseId })
    .then((rows) => rows.length > 0);

const isHeldBy = (caseId: string, userId: string) => and(eq(caseClaims.caseId, caseId), eq(caseClaims.userId, userId));

/** Also one that has run out, as long as nobody else has taken the case. */
export const renew = (db: Db, caseId: string, userId: string): Promise<boolean> =>
  db
    .update(caseClaims)
    .set({ expiresAt: runsOut })
    .where(isHeldBy(caseId, userId))
    .returning({ caseId: caseClaims.caseId })
    .then((rows) => rows.length > 0);

export const release = (db: Db, caseId: string, userId: string) =>
  db.delete(caseClaims).where(isHeldBy(caseId, userId));

// Texts and views

const TEMPLATES_SHOWN = 100;
const VIEWS_SHOWN = 50;

const templateColumns = { id: answerTemplates.id, title: answerTemplates.title, text: answerTemplates.text };
const viewColumns = { id: savedViews.id, name: savedViews.name, query: savedViews.query };

export const listTemplates = (db: Db) =>
  db.select(templateColumns).from(answerTemplates).orderBy(asc(answerTemplates.title)).limit(TEMPLATES_SHOWN);

export const putTemplate = (db: Db, template: { title: string; text: string }) =>
  db
    .insert(answerTemplates)
    .values(template)
    .onConflictDoUpdate({ target: answerTemplates.title, set: { text: template.text } })
    .returning(templateColumns)
    .then(([put]) => put!);

export const deleteTemplate = (db: Db, id: string): Promise<boolean> =>
  db
    .delete(answerTemplates)
    .where(eq(answerTemplates.id, id))
    .returning({ id: answerTemplates.id })
    .then((rows) => rows.length > 0);

export const listViews = (db: Db, userId: string) =>
  db
    .select(viewColumns)
    .from(savedViews)
    .where(eq(savedViews.userId, userId))
    .orderBy(asc(savedViews.name))
    .limit(VIEWS_SHOWN);

export const putView = (db: Db, view: { userId: string; name: string; query: string }) =>
  db
    .insert(savedViews)
    .values(view)
    .onConflictDoUpdate({ target: [savedViews.userId, savedViews.name], set: { query: view.query } })
    .returning(viewColumns)
    .then(([put]) => put!);

export const deleteView = (db: Db, userId: string, id: string): Promise<boolean> =>
  db
    .delete(savedViews)
    .where(and(eq(savedViews.id, id), eq(savedViews.userId, userId)))
    .returning({ id: savedViews.id })
    .then((rows) => rows.length > 0);
