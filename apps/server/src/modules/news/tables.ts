/** What authorities announced, as it was read from their own pages. */
import type { UserId } from '@hakiki/contract/accounts';
import type { ProviderId } from '@hakiki/contract/directory';
import type { NewsId } from '@hakiki/contract/news';
import type { NewsBatchId } from '@hakiki/contract/news-admin';
import { mentionStates, newsCategories, newsPriorities, newsStates } from '@hakiki/contract/news-values';
import { defaultLanguage, languages } from '@hakiki/contract/site';
import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytes, choice, createdAt, descending, id, keyText, oneOf } from '../../platform/db/columns.ts';
import { users } from '../accounts/tables.ts';
import { providers } from '../directory/tables.ts';

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
    /** The same for the same words on another host (same-text.ts); null where they are too few to tell. */
    textKey: keyText(),
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
    index('news_items_text').on(table.textKey),
    index('news_items_held')
      .on(table.sourceId)
      .where(sql`${table.state} = 'held'`),
    index('news_items_title_trigrams').using('gin', sql`lower(${table.title}) gin_trgm_ops`),
    index('news_items_title_seams').using('gin', sql`public.word_seams(lower(${table.title}))`),
    index('news_items_title_numbers').using('gin', sql`public.numbers_in(${table.title})`),
    // Members and staff narrow the same lists; only the state differs.
    index('news_items_state_newest').on(table.state, descending(table.publishedAt), descending(table.id)),
    // Regulators read these among the warnings.
    index('news_items_urgent')
      .on(descending(table.publishedAt), descending(table.id))
      .where(sql`${table.isActive} and ${table.priority} = 'high'`),
    index('news_items_state_country').on(
      table.state,
      table.sourceCountry,
      descending(table.publishedAt),
      descending(table.id),
    ),
    index('news_items_state_category').on(
      table.state,
      table.category,
      descending(table.publishedAt),
      descending(table.id),
    ),
    index('news_items_state_country_category').on(
      table.state,
      table.sourceCountry,
      table.category,
      descending(table.publishedAt),
      descending(table.id),
    ),
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
  /** Since when it is asked at all. */
  addedAt: createdAt(),
  /** When it last said something new. */
  lastItemAt: timestamp({ withTimezone: true }),
});

/** The same words at another address: read once, with both sources beside them. */
export const newsCopies = pgTable(
  'news_copies',
  {
    sourceUrl: text().primaryKey(),
    itemId: uuid()
      .$type<NewsId>()
      .notNull()
      .references(() => newsItems.id, { onDelete: 'cascade' }),
    sourceId: text().notNull(),
    sourceName: text().notNull(),
    state: choice(newsStates).notNull(),
    fetchedAt: createdAt(),
  },
  (table) => [
    oneOf('news_copies_state_known', table.state, newsStates),
    index('news_copies_item').on(table.itemId),
    index('news_copies_held')
      .on(table.sourceId)
      .where(sql`${table.state} = 'held'`),
  ],
);

export const newsBatchStates = ['held', 'released', 'discarded'] as const;

/** What a source says otherwise than before, until somebody has looked. */
export interface Rewording {
  sourceUrl: string;
  before: string;
  title: string;
  summary: string;
}

/** What waits of a source: its held items, and why. One at a time; what comes meanwhile joins it, as another version. */
export const newsBatches = pgTable(
  'news_batches',
  {
    id: id<NewsBatchId>(),
    sourceId: text().notNull(),
    state: choice(newsBatchStates).notNull().default('held'),
    version: integer().notNull().default(1),
    /** What is odd; nothing for a batch that is only among the first of its source. */
    oddities: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    rewordings: jsonb().$type<Rewording[]>().notNull().default([]),
    createdAt: createdAt(),
    settledAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    oneOf('news_batches_state_known', table.state, newsBatchStates),
    uniqueIndex('news_batches_one_held')
      .on(table.sourceId)
      .where(sql`${table.state} = 'held'`),
    // What was released is said otherwise by the worker, which alone may write items.
    index('news_batches_to_reword')
      .on(table.id)
      .where(sql`${table.state} = 'released' and ${table.rewordings} <> '[]'`),
  ],
);

/** What somebody wants to read, and how it reaches them. */
export const newsReaders = pgTable(
  'news_readers',
  {
    userId: uuid()
      .$type<UserId>()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The saved filter; null for all of them. */
    country: text(),
    category: choice(newsCategories),
    /** Of the token in the address of their feed. */
    feedHash: bytes(),
    feedMadeAt: timestamp({ withTimezone: true }),
    getsLetter: boolean().notNull().default(false),
    /** Ends the letter and does nothing else, so that it needs no more than to be hard to guess. */
    leaveKey: uuid().notNull().defaultRandom(),
    /** The Monday of the week whose letter was sent last. */
    letterWeek: date(),
  },
  (table) => [
    oneOf('news_readers_category_known', table.category, newsCategories),
    uniqueIndex('news_readers_feed').on(table.feedHash),
    uniqueIndex('news_readers_leave').on(table.leaveKey),
    index('news_readers_letter')
      .on(table.userId)
      .where(sql`${table.getsLetter}`),
  ],
);

/** Providers that an announcement seems to name, and what a moderator said to that. */
export const newsMentions = pgTable(
  'news_mentions',
  {
    itemId: uuid()
      .$type<NewsId>()
      .notNull()
      .references(() => newsItems.id, { onDelete: 'cascade' }),
    providerId: uuid()
      .$type<ProviderId>()
      .notNull()
      .references(() => providers.id, { onDelete: 'cascade' }),
    /** The words that were found. */
    words: text().notNull(),
    state: choice(mentionStates).notNull().default('suggested'),
    createdAt: createdAt(),
    decidedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.itemId, table.providerId] }),
    oneOf('news_mentions_state_known', table.state, mentionStates),
    index('news_mentions_confirmed')
      .on(table.providerId)
      .where(sql`${table.state} = 'confirmed'`),
    index('news_mentions_suggested')
      .on(table.createdAt, table.itemId, table.providerId)
      .where(sql`${table.state} = 'suggested'`),
  ],
);
