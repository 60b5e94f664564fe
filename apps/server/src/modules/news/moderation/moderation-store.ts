/** Queries for the moderation of news. */
import type { NewsId } from '@hakiki/contract/news';
import type { NewsBatchId } from '@hakiki/contract/news-admin';
import type { NewsState } from '@hakiki/contract/news-values';
import type { NewsStatement } from '@hakiki/contract/public-statements';
import { and, count, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/database.ts';
import { shownColumns } from '../store.ts';
import { providers } from '../../directory/read-model.ts';
import { newsBatches, newsCopies, newsItems, newsMentions, newsSourceStates } from '../tables.ts';

const adminColumns = { ...shownColumns, state: newsItems.state };

export const listStates = (db: Db) => db.select().from(newsSourceStates);

/** Number of held items and copies per source. */
export async function countHeldBySource(db: Db): Promise<Map<string, number>> {
  const countHeld = (table: typeof newsItems | typeof newsCopies) =>
    db
      .select({ sourceId: table.sourceId, n: count() })
      .from(table)
      .where(and(eq(table.state, 'held'), isNotNull(table.sourceId)))
      .groupBy(table.sourceId);
  const counts = new Map<string, number>();
  for (const { sourceId, n } of [...(await countHeld(newsItems)), ...(await countHeld(newsCopies))])
    counts.set(sourceId!, (counts.get(sourceId!) ?? 0) + n);
  return counts;
}

export const listHeldBatches = (db: Db) =>
  db.select({ sourceId: newsBatches.sourceId }).from(newsBatches).where(eq(newsBatches.state, 'held'));

export const scheduleRunNow = (tx: Db, id: string) =>
  tx
    .update(newsSourceStates)
    // Requests another server at most once a minute, however often staff press the button.
    .set({ nextRunAt: sql`greatest(now(), ${newsSourceStates.lastRunAt} + interval '1 minute')` })
    .where(eq(newsSourceStates.id, id));

export const lockSource = (tx: Db, id: string) =>
  tx.select({ id: newsSourceStates.id }).from(newsSourceStates).where(eq(newsSourceStates.id, id)).for('update');

export const findBatch = (db: Db, id: NewsBatchId) =>
  db
    .select()
    .from(newsBatches)
    .where(eq(newsBatches.id, id))
    .then((rows) => rows[0]);

export const lockBatch = (tx: Db, id: NewsBatchId) =>
  tx
    .select()
    .from(newsBatches)
    .where(eq(newsBatches.id, id))
    .for('update')
    .then((rows) => rows[0]!);

export const setBatchState = (tx: Db, id: NewsBatchId, state: 'released' | 'discarded') =>
  tx
    .update(newsBatches)
    .set({ state, settledAt: sql`now()` })
    .where(eq(newsBatches.id, id));

/** Returns the number of items and copies. */
export async function setHeldState(tx: Db, sourceId: string, state: 'shown' | 'hidden'): Promise<number> {
  const update = (table: typeof newsItems | typeof newsCopies) =>
    tx
      .update(table)
      .set({ state })
      .where(and(eq(table.sourceId, sourceId), eq(table.state, 'held')))
      .returning({ url: table.sourceUrl });
  return (await update(newsItems)).length + (await update(newsCopies)).length;
}

/** Returns their number. */
export const hideHeldItems = (tx: Db, sourceId: string, ids: readonly NewsId[]): Promise<number> =>
  tx
    .update(newsItems)
    .set({ state: 'hidden' })
    .where(and(eq(newsItems.sourceId, sourceId), eq(newsItems.state, 'held'), inArray(newsItems.id, [...ids])))
    .returning({ id: newsItems.id })
    .then((rows) => rows.length);

export const recordRelease = (tx: Db, id: string) =>
  tx
    .update(newsSourceStates)
    .set({ releases: sql`${newsSourceStates.releases} + 1`, fault: null })
    .where(eq(newsSourceStates.id, id));

export const listHeldItems = (db: Db, sourceId: string, limit: number) =>
  db
    .select(adminColumns)
    .from(newsItems)
    .where(and(eq(newsItems.sourceId, sourceId), eq(newsItems.state, 'held')))
    .orderBy(desc(newsItems.publishedAt), desc(newsItems.id))
    .limit(limit);

export const listHeldCopies = (db: Db, sourceId: string, limit: number) =>
  db
    .select({ sourceUrl: newsCopies.sourceUrl, title: newsItems.title, sourceName: newsItems.sourceName })
    .from(newsCopies)
    .innerJoin(newsItems, eq(newsItems.id, newsCopies.itemId))
    .where(and(eq(newsCopies.sourceId, sourceId), eq(newsCopies.state, 'held')))
    .orderBy(newsCopies.sourceUrl)
    .limit(limit);

const statement = sql`jsonb_build_object('kind', 'news', 'state', ${newsItems.state}, 'priority', ${newsItems.priority},
  'title', ${newsItems.title}, 'providers', array(
    select p.name from ${newsMentions} mention join ${providers} p on p.id = mention.provider_id
    where mention.item_id = ${newsItems.id} and mention.state = 'confirmed' order by p.id
  ))`;

/** Includes the public snapshot, which decides whether one person may hide it. */
export const lockItem = (tx: Db, id: NewsId) =>
  tx
    .select({
      ...adminColumns,
      publicSnapshot: {
        statement: sql<NewsStatement>`${statement}`,
        hash: sql<string>`public.statement_hash(${statement})`,
      },
    })
    .from(newsItems)
    .where(eq(newsItems.id, id))
    .for('update')
    .then((rows) => rows[0]);

export type LockedItem = NonNullable<Awaited<ReturnType<typeof lockItem>>>;

export const setState = (tx: Db, id: NewsId, state: NewsState) =>
  tx.update(newsItems).set({ state }).where(eq(newsItems.id, id));
