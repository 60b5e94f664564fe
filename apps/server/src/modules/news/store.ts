import type { NewsCategory } from '@hakiki/contract/news-values';
import { searchMatchLimit } from '@hakiki/contract/limits';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import { newsItems } from './tables.ts';

export interface NewsFilter {
  /** '' for all of them. */
  country: string;
  category: NewsCategory | undefined;
}

const isAsked = ({ country, category }: NewsFilter) =>
  and(
    newsItems.isActive,
    country ? eq(newsItems.sourceCountry, country) : undefined,
    category ? eq(newsItems.category, category) : undefined,
  );

export const listNewest = (db: Db, filter: NewsFilter, limit: number, offset: number) =>
  db
    .select({
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
    })
    .from(newsItems)
    .where(isAsked(filter))
    .orderBy(desc(newsItems.publishedAt), desc(newsItems.id))
    .limit(limit)
    .offset(offset);

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
