import { and, count, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import { newsItems, newsSourceStates } from './tables.ts';

export type SourceState = typeof newsSourceStates.$inferSelect;
export type NewItem = typeof newsItems.$inferInsert;

/** New ones are due at once. */
export const addSources = (db: Db, ids: readonly string[]) =>
  db
    .insert(newsSourceStates)
    .values(ids.map((id) => ({ id })))
    .onConflictDoNothing();

/** The one that waits longest becomes this worker's, until `seconds` later: two workers ask no source at once. */
export async function claimNext(db: Db, ids: readonly string[], seconds: number): Promise<SourceState | undefined> {
  const due = db
    .select({ id: newsSourceStates.id })
    .from(newsSourceStates)
    .where(and(inArray(newsSourceStates.id, [...ids]), sql`${newsSourceStates.nextRunAt} <= now()`))
    .orderBy(newsSourceStates.nextRunAt, newsSourceStates.id)
    .limit(1)
    .for('update', { skipLocked: true });
  const [claimed] = await db
    .update(newsSourceStates)
    .set({ nextRunAt: sql`now() + make_interval(secs => ${seconds})` })
    .where(inArray(newsSourceStates.id, due))
    .returning();
  return claimed;
}

type Noted = Partial<Omit<SourceState, 'id' | 'nextRunAt' | 'lastRunAt' | 'releases'>>;

export const noteRun = (db: Db, id: string, seconds: number, { failures, ...noted }: Noted & { failures: number }) =>
  db
    .update(newsSourceStates)
    .set({
      ...noted,
      failures,
      lastRunAt: sql`now()`,
      nextRunAt: sql`now() + make_interval(secs => ${seconds})`,
      ...(failures === 0 && { lastGoodAt: sql`now()` }),
    })
    .where(eq(newsSourceStates.id, id));

export const listStates = (db: Db) => db.select().from(newsSourceStates).orderBy(newsSourceStates.id);

export const findStateForUpdate = (tx: Db, id: string) =>
  tx
    .select()
    .from(newsSourceStates)
    .where(eq(newsSourceStates.id, id))
    .for('update')
    .then((rows) => rows[0]);

export const listKnown = (tx: Db, urls: readonly string[]) =>
  tx
    .select({ sourceUrl: newsItems.sourceUrl, title: newsItems.title })
    .from(newsItems)
    .where(inArray(newsItems.sourceUrl, [...urls]));

export const countHeld = (db: Db, sourceId: string): Promise<number> =>
  db
    .select({ n: count() })
    .from(newsItems)
    .where(and(eq(newsItems.sourceId, sourceId), eq(newsItems.state, 'held')))
    .then((rows) => rows[0]!.n);

export const insertItems = (tx: Db, items: NewItem[]) =>
  tx.insert(newsItems).values(items).onConflictDoNothing({ target: newsItems.sourceUrl });

/** What a source says otherwise now, about an address that it has spoken of before. Its state stays. */
export const reword = (
  tx: Db,
  { sourceUrl, title, summary }: Pick<NewItem, 'sourceUrl' | 'title' | 'summary'>,
  sourceId: string,
) =>
  tx
    .update(newsItems)
    .set({ title, summary, fetchedAt: sql`now()` })
    .where(and(eq(newsItems.sourceUrl, sourceUrl), eq(newsItems.sourceId, sourceId)));

export const settleHeld = (tx: Db, sourceId: string, state: 'shown' | 'hidden') =>
  tx
    .update(newsItems)
    .set({ state })
    .where(and(eq(newsItems.sourceId, sourceId), eq(newsItems.state, 'held')))
    .returning({ id: newsItems.id });

export const noteRelease = (tx: Db, id: string) =>
  tx
    .update(newsSourceStates)
    .set({ releases: sql`${newsSourceStates.releases} + 1`, fault: null })
    .where(eq(newsSourceStates.id, id));
