import type { NewsId } from '@hakiki/contract/news';
import type { NewsCategory } from '@hakiki/contract/news-values';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database, Db } from '../../platform/db/database.ts';
import { readPage } from '../../platform/db/newest-list.ts';
import { newsCopies, newsItems } from './tables.ts';

export interface NewsFilter {
  /** '' for all of them. */
  country: string;
  category: NewsCategory | undefined;
  /** Staff also look at what is out of sight, and for words of a title. */
  state?: 'shown' | 'hidden';
  search?: string;
}

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

export type NewsRow = Pick<typeof newsItems.$inferSelect, keyof typeof shownColumns | 'state'>;

const listColumns = `n.id, n.title, n.summary, n.category, n.source_name as "sourceName", n.source_country as "sourceCountry",
  n.source_url as "sourceUrl", n.priority, n.tags, n.published_at as "publishedAt", n.fetched_at as "fetchedAt",
  n.is_active as "isActive", n.language, n.state`;

/** The newest of them, and how many there are: counted as far as people page, because counting a million takes seconds. */
export function listNewest(database: Database, filter: NewsFilter, limit: number, offset: number) {
  const { country, category, state = 'shown', search: text } = filter;
  const walked = [sql`state = ${state}`];
  if (country) walked.push(sql`source_country = ${country}`);
  if (category) walked.push(sql`category = ${category}`);
  const search = text && ({ text, within: 'lower(title)', foldedBy: 'lower', hasSeams: true } as const);
  return readPage<NewsRow>(
    database,
    { table: 'news_items', time: 'published_at', walked, limit, offset, ...(search && { search }) },
    { as: 'n', columns: listColumns },
  );
}

/** Where else the same words stand. */
export const listCopies = (db: Db, ids: readonly NewsId[]) =>
  db
    .select({ itemId: newsCopies.itemId, sourceName: newsCopies.sourceName, sourceUrl: newsCopies.sourceUrl })
    .from(newsCopies)
    .where(and(inArray(newsCopies.itemId, [...ids]), eq(newsCopies.state, 'shown')))
    .orderBy(newsCopies.sourceUrl);
