import type { CaseId } from '@hakiki/contract/cases';
import { ADMIN_MAX_OFFSET, caseLimits, type CaseAge, type QuestionState } from '@hakiki/contract/admin-values';
import type { Severity } from '@hakiki/contract/alert-values';
import type { FilingKind } from '@hakiki/contract/filing-values';
import type { ReportType } from '@hakiki/contract/report-values';
import type { ProviderId } from '@hakiki/contract/directory';
import { searchMatchLimit } from '@hakiki/contract/limits';
import { and, asc, eq, gt, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { Database, Db, Statement } from '../../../platform/db/database.ts';
import { quotedTableName } from '../../../platform/db/quoted-table-name.ts';
import { toStatement } from '../../../platform/db/newest-list.ts';
import { prepareStatement } from '../../../platform/db/statement.ts';
import { firstRow } from '../../../platform/db/find-one.ts';
import { users } from '../../accounts/read-model.ts';
import { caseClaims, caseFilings, caseSnoozes, caseReadings, cases, unexaminedFilings } from '../cases/read-model.ts';
import { filed } from '../../filings/read-model.ts';
import { filings, type OwnerTag } from '../../intake/read-model.ts';
import {
  type CaseFilter,
  ageColumn,
  dueColumn,
  filingById,
  matchesFilter,
  isOffered,
  isInQueue,
  orders,
  questionColumn,
  unexaminedColumn,
  undecidedFilings,
  waitingJoin,
} from './queue-sql.ts';
import { answerTemplates, caseSamples, savedViews } from './tables.ts';

const toIds = <Row extends { id: string }>(rows: readonly Row[]): string[] => rows.map(({ id }) => id);

// Cases

export interface CaseRow {
  id: CaseId;
  title: string;
  reportType: ReportType | null;
  providerName: string | null;
  /** Index into `severities`. */
  severity: number | null;
  countries: string[];
  filingCount: number;
  undecidedCount: number;
  createdAt: Date;
  newestFilingAt: Date;
  dueAt: Date;
  age: CaseAge;
  isOpen: boolean;
  /** Null for an expired claim. */
  claimedBy: string | null;
  claimedById: string | null;
  claimExpiresAt: Date | null;
  question: QuestionState | null;
  hasUnexamined: boolean;
  /** Null when the case is not snoozed. */
  snoozedUntil: Date | null;
  isSnoozedForAnswer: boolean | null;
  snoozedBy: string | null;
  snoozeNote: string | null;
  snoozeTimes: number | null;
}

const MAX_COUNTRIES = 60;

/**
 * Selects the cases `c` for display. Planning takes longer than execution, so the statements are prepared, and every
 * list queries the ids of its page first.
 */
const prepareCasesStatement = (name: string, c: SQL, order: SQL) =>
  prepareStatement({
    name,
    text: toStatement(sql`
    select c.id, coalesce(lead.title, '') as title, lead.report_type as "reportType",
      lead.provider_name as "providerName", waiting.severity,
      array(
        select distinct country from ${undecidedFilings} u cross join unnest(u.countries) as country
        order by country limit ${sql.raw(String(MAX_COUNTRIES))}
      ) as countries,
      c.filing_count as "filingCount", c.undecided_count as "undecidedCount", c.created_at as "createdAt",
      c.newest_filing_at as "newestFilingAt", ${dueColumn} as "dueAt", ${ageColumn} as age, c.is_open as "isOpen",
      holder.email as "claimedBy", k.user_id as "claimedById", k.expires_at as "claimExpiresAt",
      ${questionColumn} as question, ${unexaminedColumn} as "hasUnexamined", p.until as "snoozedUntil", p.is_for_answer as "isSnoozedForAnswer",
      snoozer.email as "snoozedBy", p.note as "snoozeNote", p.times as "snoozeTimes"
    from ${c} ${waitingJoin}
      left join ${caseClaims} k on k.case_id = c.id and k.expires_at > now()
      left join ${users} holder on holder.id = k.user_id
      left join ${caseSnoozes} p on p.case_id = c.id and p.until > now()
      left join ${users} snoozer on snoozer.id = p.user_id
      left join lateral ${filingById('c.lead_id')} lead on true
    order by ${order}`)[0].text,
  });

// A statement of its own: PostgreSQL expects a longer list in any array, and would plan that one each time.
const caseStatement = prepareCasesStatement('triage-case', sql`(select * from ${cases} where id = $1) c`, sql`c.id`);
const listStatement = prepareCasesStatement(
  'triage-cases',
  sql`unnest($1::uuid[]) with ordinality as requested (id, sort_index) join ${cases} c on c.id = requested.id`,
  sql`requested.sort_index`,
);

type CaseColumns = { [Key in keyof CaseRow]: CaseRow[Key] };

export const findCase = (database: Database, id: string): Promise<CaseRow | undefined> =>
  database.read<CaseColumns>(caseStatement, [id]).then(firstRow);

/** In the order of the given ids. */
export const listCasesById = (database: Database, caseIds: readonly string[]): Promise<CaseRow[]> =>
  database.read<CaseColumns>(listStatement, [caseIds]);

async function listByIdQuery(database: Database, idQuery: SQL): Promise<CaseRow[]> {
  const rows = await database.read<{ id: string }>(...toStatement(idQuery));
  return rows.length > 0 ? listCasesById(database, toIds(rows)) : [];
}

export const listCases = (
  database: Database,
  filter: CaseFilter,
  { limit, offset }: { limit: number; offset: number },
) =>
  listByIdQuery(
    database,
    sql`
    select c.id from ${cases} c ${waitingJoin} where ${isInQueue(filter)}
    order by ${orders[filter.order]} limit ${limit} offset ${offset}`,
  );

/** Counts up to the last page. Includes the few cases that contain only proposed providers. */
export async function countOpen(database: Database): Promise<number> {
  const [counted] = await database.read<{ n: number }>(openCountStatement, []);
  return counted!.n;
}
const openCountStatement = prepareStatement({
  name: 'triage-open-count',
  text: `
  select (
    (select count(*) from (select from ${quotedTableName(cases)} where is_open limit ${ADMIN_MAX_OFFSET}) found)
    - (
      select count(*) from ${quotedTableName(caseSnoozes)} p join ${quotedTableName(cases)} c on c.id = p.case_id
      where p.until > now() and c.is_open
    )
  )::int as n`,
});

/** Counts up to the limit of a search. */
export async function countMatches(database: Database, filter: CaseFilter): Promise<number> {
  const matchQuery = sql`select from ${cases} c ${waitingJoin} where ${isInQueue(filter)} limit ${searchMatchLimit}`;
  const [counted] = await database.read<{ n: number }>(
    ...toStatement(sql`select count(*)::int as n from (${matchQuery}) found`),
  );
  return counted!.n;
}

/** Includes claimed and snoozed cases. */
export const searchOpen = (
  database: Database,
  filter: CaseFilter,
  { exceptCaseId, limit }: { exceptCaseId: string; limit: number },
) =>
  listByIdQuery(
    database,
    sql`
    select c.id from ${cases} c ${waitingJoin} where ${matchesFilter(filter)} and c.id <> ${exceptCaseId}
    order by ${orders.oldest} limit ${limit}`,
  );

export interface FilingRow {
  id: string;
  severity: Severity | null;
  type: string | null;
  countries: string[];
  providerId: ProviderId | null;
  providerName: string | null;
  ownerTag: OwnerTag | null;
  isUnexamined: boolean;
}

/** Proposed providers are decided elsewhere. */
const isPendingHere = `f.status = 'pending' and f.kind <> 'submission'`;
const caseFilingsJoin = `${quotedTableName(caseFilings)} cf join ${quotedTableName(filed)} f on f.id = cf.filing_id`;

/** Stops at the page size, because a case may have thousands of filings. */
const oldestWhere = (condition: string) => `(
    select f.id, f.status = 'pending' as waits, cf.created_at from ${caseFilingsJoin}
    where cf.case_id = $1 and ${condition} order by cf.created_at, cf.filing_id limit ${caseLimits.page}
  )`;

/** Pending filings first; among them, the one that opened the case. */
const firstPageStatement = prepareStatement({
  name: 'triage-first-page',
  text: `
  select id from (
    ${oldestWhere(`f.status = 'pending'`)} union all ${oldestWhere(`f.status <> 'pending'`)}
  ) found
  order by waits desc, id = (select lead_id from ${quotedTableName(cases)} where id = $1) desc, created_at, id limit ${caseLimits.page}`,
});

export const listFirstPage = (database: Database, caseId: string): Promise<string[]> =>
  database.read<{ id: string }>(firstPageStatement, [caseId]).then(toIds);

const nextPageStatement = prepareStatement({
  name: 'triage-next-page',
  text: `
  select id from ${oldestWhere(`${isPendingHere} and f.id <> all($2::uuid[])`)} found
  order by created_at, id`,
});

/** The oldest pending filings that are not shown yet. */
export const listNextPage = (database: Database, caseId: string, shown: readonly string[]): Promise<string[]> =>
  database.read<{ id: string }>(nextPageStatement, [caseId, shown]).then(toIds);

const filingsStatement = prepareStatement({
  name: 'triage-filings',
  text: `
  select f.id, f.severity, f.type, f.countries, f.provider_id as "providerId", f.provider_name as "providerName",
    f.owner_tag as "ownerTag", exists (select from ${quotedTableName(unexaminedFilings)} x where x.filing_id = f.id) as "isUnexamined"
  from unnest($1::uuid[]) with ordinality as requested (id, sort_index) join ${quotedTableName(filed)} f on f.id = requested.id
  order by requested.sort_index`,
});

/** In the order of the given ids. */
export const listFilings = (database: Database, filingIds: readonly string[]) =>
  database.read<{ [Key in keyof FilingRow]: FilingRow[Key] }>(filingsStatement, [filingIds]);

// Shown filings

const isUnread = `not exists (select from ${quotedTableName(caseReadings)} k where k.filing_id = f.id and k.user_id = $2)`;

const unreadStatement = prepareStatement({
  name: 'triage-unread',
  text: `select count(*)::int as n from ${caseFilingsJoin} where cf.case_id = $1 and ${isPendingHere} and ${isUnread}`,
});

/** Pending filings that were never shown to this user. */
export const countUnread = (database: Database, caseId: string, userId: string): Promise<number> =>
  database.read<{ n: number }>(unreadStatement, [caseId, userId]).then(([row]) => row!.n);

export const findCaseOf = (db: Db, filingId: string): Promise<CaseId | undefined> =>
  db
    .select({ id: caseFilings.caseId })
    .from(caseFilings)
    .where(eq(caseFilings.filingId, filingId))
    .then((rows) => rows[0]?.id as CaseId | undefined);

export interface UndecidedFiling {
  id: string;
  kind: FilingKind;
}

export interface ShownFiling extends UndecidedFiling {
  countries: string[];
}

/** Pending filings that were shown to this user, the one that opened the case first. */
export async function listUndecided(
  db: Db,
  caseId: string,
  userId: string,
  onlyIds?: readonly string[],
): Promise<ShownFiling[]> {
  const isSelected = onlyIds ? sql`f.id = any(${sql.param(onlyIds)}::uuid[])` : sql`true`;
  const { rows } = await db.execute<{ id: string; kind: FilingKind; countries: string[] }>(sql`
    select f.id, f.kind, f.countries
    from ${caseReadings} k
      join ${caseFilings} cf on cf.filing_id = k.filing_id
      cross join lateral ${filingById('cf.filing_id')} f
    where cf.case_id = ${caseId} and k.user_id = ${userId} and f.status = 'pending' and f.kind <> 'submission' and ${isSelected}
    order by f.id = (select lead_id from ${cases} where id = ${caseId}) desc, cf.created_at, cf.filing_id
    limit ${caseLimits.maxDecided}`);
  return rows;
}

// Samples

/** Limits the time to find the most different ones. */
const MAX_COMPARED = 2000;
/** Number of most different filings; the others are random. */
const MOST_DIFFERENT_COUNT = 8;
const MAX_COMPARED_LENGTH = 2000;

/** Parameters: case, moderator, reference report. Not prepared, because the plan depends on the case's size. */
const drawStatement: Statement = {
  text: `
  with compared as materialized (
    select f.id, left(f.words, ${MAX_COMPARED_LENGTH}) as words from ${caseFilingsJoin}
    where cf.case_id = $1 and ${isPendingHere} and ${isUnread} order by random() limit ${MAX_COMPARED}
  ),
  liked as (select left(words, ${MAX_COMPARED_LENGTH}) as words from ${quotedTableName(filed)} where id = $3),
  odd as materialized (
    select compared.id from compared cross join liked
    order by similarity(compared.words, liked.words), compared.id limit ${MOST_DIFFERENT_COUNT}
  )
  (select id from odd)
  union all
  (select id from compared where id not in (select id from odd) order by random() limit ${caseLimits.sample - MOST_DIFFERENT_COUNT})`,
};

export const drawFilings = (database: Database, caseId: string, userId: string, likeId: string): Promise<string[]> =>
  database.read<{ id: string }>(drawStatement, [caseId, userId, likeId]).then(toIds);

export const insertSample = (
  db: Db,
  sample: Pick<typeof caseSamples.$inferInsert, 'caseId' | 'userId' | 'likeId' | 'filingIds' | 'restCount'>,
): Promise<string> =>
  db
    .insert(caseSamples)
    .values(sample)
    .returning({ id: caseSamples.id })
    .then(([inserted]) => inserted!.id);

export const findSample = (db: Db, id: string) =>
  db
    .select({
      id: caseSamples.id,
      caseId: caseSamples.caseId,
      userId: caseSamples.userId,
      likeId: caseSamples.likeId,
      filingIds: caseSamples.filingIds,
      restCount: caseSamples.restCount,
      createdAt: caseSamples.createdAt,
    })
    .from(caseSamples)
    .where(eq(caseSamples.id, id))
    .then(firstRow);

export type Sample = NonNullable<Awaited<ReturnType<typeof findSample>>>;

/** False when the sample was used before. */
export const markSampleUsed = (tx: Db, id: string): Promise<boolean> =>
  tx
    .update(caseSamples)
    .set({ usedAt: sql`now()` })
    .where(and(eq(caseSamples.id, id), isNull(caseSamples.usedAt)))
    .returning({ id: caseSamples.id })
    .then((rows) => rows.length > 0);

export interface UnreadFiling extends UndecidedFiling {
  joinedAt: string;
}

const unreadPageStatement = prepareStatement({
  name: 'triage-rest',
  text: `
  select f.id, f.kind, cf.created_at::text as "joinedAt"
  from case_samples s
    join ${quotedTableName(caseFilings)} cf on cf.case_id = s.case_id and cf.created_at <= s.created_at
      and ($2::timestamptz is null or (cf.created_at, cf.filing_id) > ($2, $3::uuid))
    join ${quotedTableName(filed)} f on f.id = cf.filing_id
  where s.id = $1 and ${isPendingHere} and f.id <> all(s.filing_ids)
    and not exists (
      select from ${quotedTableName(caseReadings)} k where k.filing_id = f.id and k.user_id = s.user_id and k.shown_at <= s.created_at
    )
  order by cf.created_at, cf.filing_id limit ${caseLimits.maxDecided}`,
});

/** Pending filings that the sample stands for: in the case when it was drawn, and not shown to its moderator before. */
export const listUnreadOfSample = (database: Database, sampleId: string, after?: UnreadFiling) =>
  database.read<{ [Key in keyof UnreadFiling]: UnreadFiling[Key] }>(unreadPageStatement, [
    sampleId,
    after?.joinedAt ?? null,
    after?.id ?? null,
  ]);

/** Number of filings per reporter that are counted. */
const MAX_JUDGED = 1000;
const trackRecordsStatement = prepareStatement({
  name: 'triage-track-records',
  text: `
  select who.tag, judged.agreed, judged.disagreed
  from unnest($1::uuid[]) as who (tag) cross join lateral (
    select count(*) filter (where sent.status in ('approved', 'merged', 'investigating', 'resolved'))::int as agreed,
      count(*) filter (where sent.status = 'rejected')::int as disagreed
    from (select f.status from ${quotedTableName(filed)} f where f.owner_tag = who.tag limit ${MAX_JUDGED}) sent
  ) judged`,
});

export const listTrackRecords = (database: Database, tags: readonly OwnerTag[]) =>
  database.read<{ tag: OwnerTag; agreed: number; disagreed: number }>(trackRecordsStatement, [tags]);

// Claims

/** Locks the next unclaimed case without filings of the moderator. Other moderators skip locked rows. */
export async function lockNextCase(
  tx: Db,
  filter: CaseFilter,
  { waitsForLock, ownTags }: { waitsForLock: boolean; ownTags: readonly OwnerTag[] },
): Promise<string | undefined> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select c.id from ${cases} c ${waitingJoin}
    where ${isOffered(filter)}
      and not exists (select from ${caseClaims} k where k.case_id = c.id and k.expires_at > now())
      and c.id <> all (array(
        select cf.case_id from ${filings} f join ${caseFilings} cf on cf.filing_id = f.id
        where f.owner_tag = any(${sql.param(ownTags)}::uuid[])))
    order by ${orders[filter.order]} limit 1
    for no key update of c ${sql.raw(waitsForLock ? '' : 'skip locked')}`);
  return rows[0]?.id;
}

export const isClaimedByOther = (tx: Db, caseIds: readonly string[], userId: string): Promise<boolean> =>
  tx
    .select({ caseId: caseClaims.caseId })
    .from(caseClaims)
    .where(
      and(
        inArray(caseClaims.caseId, [...caseIds]),
        ne(caseClaims.userId, userId),
        gt(caseClaims.expiresAt, sql`now()`),
      ),
    )
    .then((rows) => rows.length > 0);

/** Locks the case against claims, merges and snoozing until the end of the transaction. */
export const lockCase = (tx: Db, caseId: string): Promise<{ isOpen: boolean } | undefined> =>
  tx.select({ isOpen: cases.isOpen }).from(cases).where(eq(cases.id, caseId)).for('no key update').then(firstRow);

// Texts and views

const MAX_TEMPLATES = 100;
const MAX_VIEWS = 50;

const templateColumns = { id: answerTemplates.id, title: answerTemplates.title, text: answerTemplates.text };
const viewColumns = { id: savedViews.id, name: savedViews.name, query: savedViews.query };

/** In the order of creation, so that a new template does not change the number keys of the others. */
export const listTemplates = (db: Db) =>
  db.select(templateColumns).from(answerTemplates).orderBy(asc(answerTemplates.id)).limit(MAX_TEMPLATES);

export const upsertTemplate = (db: Db, template: { title: string; text: string }) =>
  db
    .insert(answerTemplates)
    .values(template)
    .onConflictDoUpdate({ target: answerTemplates.title, set: { text: template.text } })
    .returning(templateColumns)
    .then(([saved]) => saved!);

export const insertMissingTemplates = (
  db: Db,
  templates: readonly { title: string; text: string }[],
): Promise<string[]> =>
  db
    .insert(answerTemplates)
    .values([...templates])
    .onConflictDoNothing({ target: answerTemplates.title })
    .returning({ title: answerTemplates.title })
    .then((rows) => rows.map(({ title }) => title));

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
    .limit(MAX_VIEWS);

export const upsertView = (db: Db, view: { userId: string; name: string; query: string }) =>
  db
    .insert(savedViews)
    .values(view)
    .onConflictDoUpdate({ target: [savedViews.userId, savedViews.name], set: { query: view.query } })
    .returning(viewColumns)
    .then(([saved]) => saved!);

export const deleteView = (db: Db, userId: string, id: string): Promise<boolean> =>
  db
    .delete(savedViews)
    .where(and(eq(savedViews.id, id), eq(savedViews.userId, userId)))
    .returning({ id: savedViews.id })
    .then((rows) => rows.length > 0);
