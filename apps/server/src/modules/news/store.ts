import type { NewsId } from '@hakiki/contract/news';
import type { NewsCategory } from '@hakiki/contract/news-values';
import { searchMatchLimit } from '@hakiki/contract/limits';
import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import { newsCopies, newsItems } from './tables.ts';

export interface NewsFilter {
  /** '' for all of them. */
  country: string;
  category: NewsCategory | undefined;
  /** Staff also look at what is out of sight, and for words of a title. */
  state?: 'shown' | 'hidden';
  search?: string;
}

const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

const isAsked = ({ country, category, state = 'shown', search }: NewsFilter): SQL | undefined =>
  and(
    // As the partial indexes say it.
    state === 'shown' ? newsItems.isActive : sql`${newsItems.state} = 'hidden'`,
    country ? eq(newsItems.sourceCountry, country) : undefined,
    category ? eq(newsItems.category, category) : undefined,
    search ? sql`lower(${newsItems.title}) like lower(${`%${escapeLike(search)}%`})` : undefined,
  );

export const shownColumns = {
  id: newsItems.id,
  title: newsItems.title,
  summary: newsItems.summary,
  category: newsItems.category,
  sourceName: newsItems.sourceName,
  sourceCountry: newsItems.sourceCountry,
  sourceUrl: newsItems.sourceUrl,
  priority: newsItems.priority,
  tags: newsItems.tags,
  publishedAt: newsItems.publishedAt,
  fetchedAt: newsItems.fetchedAt,
  isActive: newsItems.isActive,
  language: newsItems.language,
};

export const listNewest = (db: Db, filter: NewsFilter, limit: number, offset: number) =>
  db
    .select({ ...shownColumns, state: newsItems.state })
    .from(newsItems)
    .where(isAsked(filter))
    .orderBy(desc(newsItems.publishedAt), desc(newsItems.id))
    .limit(limit)
    .offset(offset);

export type NewsRow = Awaited<ReturnType<typeof listNewest>>[number];

/** Counted as far as people page: among a million, counting them all would take seconds. */
export async function countSome(db: Db, filter: NewsFilter): Promise<number> {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(newsItems)
    .where(isAsked(filter))
    .limit(searchMatchLimit)
    .as('some');
  const [counted] = await db.select({ n: sql<number>`count(*)::int` }).from(some);
  return counted!.n;
}

/** Where else the same words stand. */
export const listCopies = (db: Db, ids: readonly NewsId[]) =>
  db
    .select({ itemId: newsCopies.itemId, sourceName: newsCopies.sourceName, sourceUrl: newsCopies.sourceUrl })
    .from(newsCopies)
    .where(and(inArray(newsCopies.itemId, [...ids]), eq(newsCopies.state, 'shown')))
    .orderBy(newsCopies.sourceUrl);
