/** What authorities announced, as it was read from their own pages. */
import type { NewsId } from '@hakiki/contract/news';
import { newsCategories, newsPriorities } from '@hakiki/contract/news-values';
import { defaultLanguage, languages } from '@hakiki/contract/site';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { choice, createdAt, descending, id, oneOf } from '../../platform/db/columns.ts';

/** Held until somebody has looked at what its source sends; shown; or taken out of sight. */
export const newsStates = ['held', 'shown', 'hidden'] as const;

export const newsItems = pgTable(
  'news_items',
  {
    id: id<NewsId>(),
    title: text().notNull(),
    summary: text().notNull(),
    category: choice(newsCategories).notNull(),
    sourceName: text().notNull(),
    sourceCountry: text().notNull(),
    sourceUrl: text().notNull(),
    /** Of which source (sources/index.ts); null for what was put in otherwise. */
    sourceId: text(),
    priority: choice(newsPriorities).notNull().default('normal'),
    tags: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    language: choice(languages).notNull().default(defaultLanguage),
    publishedAt: timestamp({ withTimezone: true }).notNull(),
    fetchedAt: createdAt(),
    state: choice(newsStates).notNull().default('shown'),
    isActive: boolean()
      .notNull()
      .generatedAlwaysAs(sql`state = 'shown'`),
  },
  (table) => [
    oneOf('news_items_category_known', table.category, newsCategories),
    oneOf('news_items_priority_known', table.priority, newsPriorities),
    oneOf('news_items_language_known', table.language, languages),
    oneOf('news_items_state_known', table.state, newsStates),
    uniqueIndex('news_items_source_url').on(table.sourceUrl),
    index('news_items_held')
      .on(table.sourceId)
      .where(sql`${table.state} = 'held'`),
    index('news_items_newest')
      .on(descending(table.publishedAt), descending(table.id))
      .where(sql`${table.isActive}`),
    index('news_items_country')
      .on(table.sourceCountry, descending(table.publishedAt), descending(table.id))
      .where(sql`${table.isActive}`),
    index('news_items_category')
      .on(table.category, descending(table.publishedAt), descending(table.id))
      .where(sql`${table.isActive}`),
    index('news_items_country_category')
      .on(table.sourceCountry, table.category, descending(table.publishedAt), descending(table.id))
      .where(sql`${table.isActive}`),
  ],
);

/** How it goes with each source. What a source is stands in sources/index.ts. */
export const newsSourceStates = pgTable('news_source_states', {
  id: text().primaryKey(),
  etag: text(),
  lastModified: text(),
  bodyHash: text(),
  nextRunAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  lastRunAt: timestamp({ withTimezone: true }),
  /** When it last said something that could be used, or that nothing is new. */
  lastGoodAt: timestamp({ withTimezone: true }),
  /** Why the last run brought nothing, or what is odd about it. */
  fault: text(),
  /** Runs that failed, one after the other. */
  failures: integer().notNull().default(0),
  /** How many of its batches somebody has looked at and let through. */
  releases: integer().notNull().default(0),
});
