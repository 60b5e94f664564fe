/** Queries for filings that are not in a case yet, and for filings whose analysis failed. */
import { sortingLateMinutes, sortingMostMinutes } from '@hakiki/contract/admin-values';
import { asc, eq, lte, lt, and, sql } from 'drizzle-orm';
import type { Database, Db } from '../../platform/db/database.ts';
import { named } from '../../platform/db/statement.ts';
import { unexaminedFilings, unsortedFilings } from './tables.ts';

export const noteUnsorted = (tx: Db, filingId: string) => tx.insert(unsortedFilings).values({ filingId });

export const forgetUnsorted = (db: Db, filingId: string) =>
  db.execute(sql`delete from ${unsortedFilings} where filing_id = ${filingId}`);

const SWEPT_AT_ONCE = 200;
const minutesAgo = (minutes: number) => sql`now() - ${`${minutes} minutes`}::interval`;

/** Filings that should be in a case by now, oldest first. An overdue one gets a case without analysis. */
export const listLate = (db: Db) =>
  db
    .select({
      filingId: unsortedFilings.filingId,
      isOverdue: sql<boolean>`${unsortedFilings.createdAt} <= ${minutesAgo(sortingMostMinutes)}`,
    })
    .from(unsortedFilings)
    .where(lt(unsortedFilings.createdAt, minutesAgo(sortingLateMinutes)))
    .orderBy(asc(unsortedFilings.createdAt))
    .limit(SWEPT_AT_ONCE);

const LONGEST_PAUSE_HOURS = 24;
/** About one week in total. */
const MOST_TRIES = 10;

export const noteUnexamined = (tx: Db, filingId: string) =>
  tx
    .insert(unexaminedFilings)
    .values({ filingId, nextTryAt: sql`now() + interval '1 hour'` })
    .onConflictDoNothing();

/** Returns whether its analysis had failed before. */
export const forgetUnexamined = (tx: Db, filingId: string): Promise<boolean> =>
  tx
    .delete(unexaminedFilings)
    .where(eq(unexaminedFilings.filingId, filingId))
    .returning({ id: unexaminedFilings.filingId })
    .then((rows) => rows.length > 0);

export const listToTryAgain = (db: Db): Promise<string[]> =>
  db
    .select({ id: unexaminedFilings.filingId })
    .from(unexaminedFilings)
    .where(and(lte(unexaminedFilings.nextTryAt, sql`now()`), lt(unexaminedFilings.tries, MOST_TRIES)))
    .orderBy(asc(unexaminedFilings.nextTryAt))
    .limit(SWEPT_AT_ONCE)
    .then((rows) => rows.map(({ id }) => id));

export const noteTried = (db: Db, filingId: string) =>
  db
    .update(unexaminedFilings)
    .set({
      tries: sql`${unexaminedFilings.tries} + 1`,
      nextTryAt: sql`now() + interval '1 hour' * least(${LONGEST_PAUSE_HOURS}::float8, 2 ^ (${unexaminedFilings.tries} + 1))`,
    })
    .where(eq(unexaminedFilings.filingId, filingId));

const sortingStatement = named({
  name: 'cases-sorting',
  text: `
  select count(*)::int as count, min(created_at) as since,
    coalesce(min(created_at) < now() - interval '${sortingLateMinutes} minutes', false) as "isLate",
    extract(epoch from now() - min(created_at))::float8 as "ageSeconds"
  from unsorted_filings`,
});

export interface SortingRow {
  count: number;
  since: Date | null;
  isLate: boolean;
  /** Age of the oldest. */
  ageSeconds: number | null;
}

export const readSorting = (database: Database): Promise<SortingRow> =>
  database.read<{ [Key in keyof SortingRow]: SortingRow[Key] }>(sortingStatement, []).then(([row]) => row!);
