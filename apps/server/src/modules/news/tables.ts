/** Announcements of authorities, as read from their own pages. */
import type { UserId } from '@hakiki/contract/accounts';
import type { ProviderId } from '@hakiki/contract/directory';
import type { NewsId } from '@hakiki/contract/news';
import type { NewsBatchId } from '@hakiki/contract/news-admin';
import { mentionStates, newsCategories, newsPriorities, newsStates } from '@hakiki/contract/news-values';
import { defaultLanguage } from '@hakiki/contract/site';
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
import { bytes, enumText, createdAt, descending, id, keyText, checkOneOf } from '../../platform/db/columns.ts';
import { language } from '../../platform/db/languages.ts';
import { users } from '../accounts/tables.ts';
import { providers } from '../directory/tables.ts';

export const newsItems = pgTable(
  'news_items',
  {
    id: id<NewsId>(),
    title: text().notNull(),
    summary: text().notNull(),
    category: enumText(newsCategories).notNull(),
    sourceName: text().notNull(),
    sourceCountry: text().notNull(),
    sourceUrl: text().notNull(),
    /** The id of the source (sources/index.ts); null for items from elsewhere. */
    sourceId: text(),
    priority: enumText(newsPriorities).notNull().default('normal'),
    tags: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    language: language().default(defaultLanguage),
    /** The same for the same text on another host (same-text.ts); null for very short texts. */
    textKey: keyText(),
    publishedAt: timestamp({ withTimezone: true }).notNull(),
    fetchedAt: createdAt(),
    state: enumText(newsStates).notNull().default('shown'),
    isActive: boolean()
      .notNull()
      .generatedAlwaysAs(sql`state = 'shown'`),
  },
  (table) => [
    checkOneOf('news_items_category_known', table.category, newsCategories),
    checkOneOf('news_items_priority_known', table.priority, newsPriorities),
    checkOneOf('news_items_state_known', table.state, newsStates),
    uniqueIndex('news_items_source_url').on(table.sourceUrl),
    index('news_items_text').on(table.textKey),
    index('news_items_held')
      .on(table.sourceId)
      .where(sql`${table.state} = 'held'`),
    index('news_items_title_trigrams').using('gin', sql`lower(${table.title}) gin_trgm_ops`),
    index('news_items_title_seams').using('gin', sql`public.word_seams(lower(${table.title}))`),
    index('news_items_title_numbers').using('gin', sql`public.numbers_in(${table.title})`),
    // Members and staff use the same filters; only the state differs.
    index('news_items_state_newest').on(table.state, descending(table.publishedAt), descending(table.id)),
    // Listed for regulators among the warnings.
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

/** State of each source; the sources are defined in sources/index.ts. */
export const newsSourceStates = pgTable('news_source_states', {
  id: text().primaryKey(),
  etag: text(),
  lastModified: text(),
  bodyHash: text(),
  nextRunAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  lastRunAt: timestamp({ withTimezone: true }),
  /** The last run with usable items or an unchanged response. */
  lastGoodAt: timestamp({ withTimezone: true }),
  /** Why the last run failed, or what is unusual about it. */
  fault: text(),
  /** Failed runs in a row. */
  failures: integer().notNull().default(0),
  /** Number of its batches that a moderator has released. */
  releases: integer().notNull().default(0),
  /** When the source was added. */
  addedAt: createdAt(),
  /** When it last published a new item. */
  lastItemAt: timestamp({ withTimezone: true }),
});

/** The same text at another address: shown once, with both sources. */
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
    state: enumText(newsStates).notNull(),
    fetchedAt: createdAt(),
  },
  (table) => [
    checkOneOf('news_copies_state_known', table.state, newsStates),
    index('news_copies_item').on(table.itemId),
    index('news_copies_held')
      .on(table.sourceId)
      .where(sql`${table.state} = 'held'`),
  ],
);

export const newsBatchStates = ['held', 'released', 'discarded'] as const;

/** A changed text of a known item, until a moderator has checked it. */
export interface Rewording {
  sourceUrl: string;
  before: string;
  title: string;
  summary: string;
}

/** The held items of a source and why. One per source; later items join it as a new version. */
export const newsBatches = pgTable(
  'news_batches',
  {
    id: id<NewsBatchId>(),
    sourceId: text().notNull(),
    state: enumText(newsBatchStates).notNull().default('held'),
    version: integer().notNull().default(1),
    /** Why it is unusual; empty for the first batches of a source. */
    anomalies: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    rewordings: jsonb().$type<Rewording[]>().notNull().default([]),
    createdAt: createdAt(),
    settledAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    checkOneOf('news_batches_state_known', table.state, newsBatchStates),
    uniqueIndex('news_batches_one_held')
      .on(table.sourceId)
      .where(sql`${table.state} = 'held'`),
    // The worker applies released rewordings, since only it may write items.
    index('news_batches_to_reword')
      .on(table.id)
      .where(sql`${table.state} = 'released' and ${table.rewordings} <> '[]'`),
  ],
);

/** A member's filter, feed and weekly email. */
export const newsReaders = pgTable(
  'news_readers',
  {
    userId: uuid()
      .$type<UserId>()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The saved filter; null for all. */
    country: text(),
    category: enumText(newsCategories),
    /** Hash of the token in the feed address. */
    feedHash: bytes(),
    feedMadeAt: timestamp({ withTimezone: true }),
    getsLetter: boolean().notNull().default(false),
    /** Unsubscribes from the email and nothing else, so it only needs to be hard to guess. */
    leaveKey: uuid().notNull().defaultRandom(),
    /** The Monday of the week whose email was sent last. */
    letterWeek: date(),
  },
  (table) => [
    checkOneOf('news_readers_category_known', table.category, newsCategories),
    uniqueIndex('news_readers_feed').on(table.feedHash),
    uniqueIndex('news_readers_leave').on(table.leaveKey),
    index('news_readers_letter')
      .on(table.userId)
      .where(sql`${table.getsLetter}`),
  ],
);

/** Providers that an announcement seems to mention, and a moderator's decision. */
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
    /** The matching text. */
    words: text().notNull(),
    state: enumText(mentionStates).notNull().default('suggested'),
    createdAt: createdAt(),
    decidedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.itemId, table.providerId] }),
    checkOneOf('news_mentions_state_known', table.state, mentionStates),
    index('news_mentions_confirmed')
      .on(table.providerId)
      .where(sql`${table.state} = 'confirmed'`),
    index('news_mentions_suggested')
      .on(table.createdAt, table.itemId, table.providerId)
      .where(sql`${table.state} = 'suggested'`),
  ],
);
