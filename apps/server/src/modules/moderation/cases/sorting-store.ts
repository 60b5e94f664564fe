/** Queries for filings that are not in a case yet, and for filings whose analysis failed. */
import { sortingWarningMinutes, sortingMaxMinutes } from '@hakiki/contract/admin-values';
import { asc, eq, lte, lt, and, sql } from 'drizzle-orm';
import type { Database, Db } from '../../../platform/db/database.ts';
import { prepareStatement } from '../../../platform/db/statement.ts';
import { unexaminedFilings, unsortedFilings } from './tables.ts';

export const insertUnsorted = (tx: Db, filingId: string) => tx.insert(unsortedFilings).values({ filingId });

export const deleteUnsorted = (db: Db, filingId: string) =>
  db.execute(sql`delete from ${unsortedFilings} where filing_id = ${filingId}`);

const BATCH_SIZE = 200;
const minutesAgo = (minutes: number) => sql`now() - ${`${minutes} minutes`}::interval`;

/** Filings that should be in a case by now, oldest first. An overdue one gets a case without analysis. */
export const listLateUnsorted = (db: Db) =>
  db
    .select({
      filingId: unsortedFilings.filingId,
      isOverdue: sql<boolean>`${unsortedFilings.createdAt} <= ${minutesAgo(sortingMaxMinutes)}`,
    })
    .from(unsortedFilings)
    .where(lt(unsortedFilings.createdAt, minutesAgo(sortingWarningMinutes)))
    .orderBy(asc(unsortedFilings.createdAt))
    .limit(BATCH_SIZE);

const MAX_RETRY_DELAY_HOURS = 24;
/** About one week in total. */
const MAX_TRIES = 10;

export const insertUnexamined = (tx: Db, filingId: string) =>
  tx
    .insert(unexaminedFilings)
    .values({ filingId, nextTryAt: sql`now() + interval '1 hour'` })
    .onConflictDoNothing();

/** Returns whether its analysis had failed before. */
export const deleteUnexamined = (tx: Db, filingId: string): Promise<boolean> =>
  tx
    .delete(unexaminedFilings)
    .where(eq(unexaminedFilings.filingId, filingId))
    .returning({ id: unexaminedFilings.filingId })
    .then((rows) => rows.length > 0);

export const listDueForRetry = (db: Db): Promise<string[]> =>
  db
    .select({ id: unexaminedFilings.filingId })
    .from(unexaminedFilings)
    .where(and(lte(unexaminedFilings.nextTryAt, sql`now()`), lt(unexaminedFilings.tries, MAX_TRIES)))
    .orderBy(asc(unexaminedFilings.nextTryAt))
    .limit(BATCH_SIZE)
    .then((rows) => rows.map(({ id }) => id));

export const recordRetry = (db: Db, filingId: string) =>
  db
    .update(unexaminedFilings)
    .set({
      tries: sql`${unexaminedFilings.tries} + 1`,
      nextTryAt: sql`now() + interval '1 hour' * least(${MAX_RETRY_DELAY_HOURS}::float8, 2 ^ (${unexaminedFilings.tries} + 1))`,
    })
    .where(eq(unexaminedFilings.filingId, filingId));

const sortingStatement = prepareStatement({
  name: 'cases-sorting',
  text: `
  select count(*)::int as count, min(created_at) as since,
    coalesce(min(created_at) < now() - interval '${sortingWarningMinutes} minutes', false) as "isLate",
    extract(epoch from now() - min(created_at))::float8 as "ageSeconds"
  from unsorted_filings`,
});

export interface SortingStatus {
  count: number;
  since: Date | null;
  isLate: boolean;
  /** Age of the oldest. */
  ageSeconds: number | null;
}

export const getSortingStatus = (database: Database): Promise<SortingStatus> =>
  database.read<{ [Key in keyof SortingStatus]: SortingStatus[Key] }>(sortingStatement, []).then(([row]) => row!);
