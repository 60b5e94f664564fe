import { and, count, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/database.ts';
import { newsBatches, newsCopies, newsItems, newsSourceStates, type Rewording } from '../tables.ts';

export type SourceState = typeof newsSourceStates.$inferSelect;
export type NewItem = typeof newsItems.$inferInsert;

/** New sources are due immediately. */
export const addSources = (db: Db, ids: readonly string[]) =>
  db
    .insert(newsSourceStates)
    .values(ids.map((id) => ({ id })))
    .onConflictDoNothing();

/** Claims the source that is due longest for `seconds`, so that two workers never fetch the same source. */
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

type RunState = Partial<Pick<SourceState, 'etag' | 'lastModified' | 'bodyHash' | 'fault'>>;

interface RunResult extends RunState {
  failures: number;
  hasNews?: boolean;
}

export const recordRun = (db: Db, id: string, seconds: number, { failures, hasNews, ...noted }: RunResult) =>
  db
    .update(newsSourceStates)
    .set({
      ...noted,
      failures,
      lastRunAt: sql`now()`,
      nextRunAt: sql`now() + make_interval(secs => ${seconds})`,
      ...(failures === 0 && { lastGoodAt: sql`now()` }),
      ...(hasNews && { lastItemAt: sql`now()` }),
    })
    .where(eq(newsSourceStates.id, id));

export const lockState = (tx: Db, id: string) =>
  tx
    .select()
    .from(newsSourceStates)
    .where(eq(newsSourceStates.id, id))
    .for('update')
    .then((rows) => rows[0]);

/** Known addresses with the title of the item; undefined for a copy. */
export async function listKnownTitles(tx: Db, urls: readonly string[]): Promise<Map<string, string | undefined>> {
  const items = await tx
    .select({ sourceUrl: newsItems.sourceUrl, title: newsItems.title })
    .from(newsItems)
    .where(inArray(newsItems.sourceUrl, [...urls]));
  const copies = await tx
    .select({ sourceUrl: newsCopies.sourceUrl })
    .from(newsCopies)
    .where(inArray(newsCopies.sourceUrl, [...urls]));
  return new Map([
    ...copies.map(({ sourceUrl }) => [sourceUrl, undefined] as const),
    ...items.map(({ sourceUrl, title }) => [sourceUrl, title] as const),
  ]);
}

/** Items of other sources with the same text. */
export const listDuplicates = (tx: Db, keys: readonly string[], sourceId: string) =>
  tx
    .select({ id: newsItems.id, textKey: newsItems.textKey, sourceUrl: newsItems.sourceUrl, state: newsItems.state })
    .from(newsItems)
    .where(and(inArray(newsItems.textKey, [...keys]), ne(newsItems.sourceId, sourceId)))
    .orderBy(newsItems.id);

export const countHeld = (db: Db, sourceId: string): Promise<number> =>
  db
    .select({ n: count() })
    .from(newsItems)
    .where(and(eq(newsItems.sourceId, sourceId), eq(newsItems.state, 'held')))
    .then((rows) => rows[0]!.n);

export const insertItems = (tx: Db, items: NewItem[]) =>
  tx
    .insert(newsItems)
    .values(items)
    .onConflictDoNothing({ target: newsItems.sourceUrl })
    .returning({ id: newsItems.id, title: newsItems.title, summary: newsItems.summary });

export const insertCopies = (tx: Db, copies: (typeof newsCopies.$inferInsert)[]) =>
  tx.insert(newsCopies).values(copies).onConflictDoNothing();

type UpdatedText = Pick<NewItem, 'sourceUrl' | 'title' | 'summary'> & { textKey: string | null };

/** Updates the text of a known item; its state stays. */
export const updateText = (tx: Db, { sourceUrl, ...said }: UpdatedText, sourceId: string) =>
  tx
    .update(newsItems)
    .set({ ...said, fetchedAt: sql`now()` })
    .where(and(eq(newsItems.sourceUrl, sourceUrl), eq(newsItems.sourceId, sourceId)));

/** Call it under the lock of the source. */
export const findHeldBatch = (tx: Db, sourceId: string) =>
  tx
    .select()
    .from(newsBatches)
    .where(and(eq(newsBatches.sourceId, sourceId), eq(newsBatches.state, 'held')))
    .then((rows) => rows[0]);

export const openBatch = (tx: Db, sourceId: string, anomalies: string[], rewordings: Rewording[]) =>
  tx.insert(newsBatches).values({ sourceId, anomalies, rewordings });

export const addToBatch = (
  tx: Db,
  id: typeof newsBatches.$inferSelect.id,
  additions: { anomalies: string[]; rewordings: Rewording[] },
) =>
  tx
    .update(newsBatches)
    .set({ ...additions, version: sql`${newsBatches.version} + 1` })
    .where(eq(newsBatches.id, id));

/** Released batches whose rewordings are not applied yet; skips those of other workers. */
export const lockReleasedRewordings = (tx: Db) =>
  tx
    .select()
    .from(newsBatches)
    .where(and(eq(newsBatches.state, 'released'), sql`${newsBatches.rewordings} <> '[]'`))
    .limit(20)
    .for('update', { skipLocked: true });

export const clearRewordings = (tx: Db, id: typeof newsBatches.$inferSelect.id) =>
  tx.update(newsBatches).set({ rewordings: [] }).where(eq(newsBatches.id, id));
