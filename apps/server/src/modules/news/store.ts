import type { NewsId } from '@hakiki/contract/news';
import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import { newsCopies, newsItems } from './tables.ts';

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

/** Other addresses with the same text. */
export const listCopies = (db: Db, ids: readonly NewsId[]) =>
  db
    .select({ itemId: newsCopies.itemId, sourceName: newsCopies.sourceName, sourceUrl: newsCopies.sourceUrl })
    .from(newsCopies)
    .where(and(inArray(newsCopies.itemId, [...ids]), eq(newsCopies.state, 'shown')))
    .orderBy(newsCopies.sourceUrl);
