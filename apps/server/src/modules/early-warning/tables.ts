/**
 * Watches over rising withdrawal reports about a provider. The worker opens a watch, a moderator decides it, and it
 * ends when the number falls; a provider has at most one open watch.
 */
import type { ProviderId } from '@hakiki/contract/directory';
import type { WatchId } from '@hakiki/contract/watches-admin';
import { watchStatuses } from '@hakiki/contract/watch-values';
import { sql } from 'drizzle-orm';
import { doublePrecision, index, integer, pgTable, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { enumText, createdAt, descending, id, checkOneOf, timestampColumn } from '../../platform/db/columns.ts';
import { providers } from '../directory/tables.ts';

/** Why a watch ended: the number fell, grew far beyond the dismissed one, or a stronger verdict replaced it. */
export const watchEnds = ['fell', 'grew', 'flagged', 'unlisted'] as const;
export type WatchEnd = (typeof watchEnds)[number];

export const withdrawalWatches = pgTable(
  'withdrawal_watches',
  {
    id: id<WatchId>(),
    providerId: uuid()
      .$type<ProviderId>()
      .notNull()
      .references(() => providers.id, { onDelete: 'cascade' }),
    status: enumText(watchStatuses).notNull().default('pending'),
    /** People who reported in the window before the last check. */
    people: integer().notNull(),
    countedAt: timestampColumn().notNull(),
    /** The thresholds when the watch opened: a rise must not become usual while it lasts. */
    usual: doublePrecision().notNull(),
    raiseAt: integer().notNull(),
    calmAt: integer().notNull(),
    /** The number of people when a moderator decided. */
    decidedPeople: integer(),
    decidedAt: timestampColumn(),
    endedAt: timestampColumn(),
    endedBy: enumText(watchEnds),
    createdAt: createdAt(),
  },
  (table) => [
    checkOneOf('withdrawal_watches_status_known', table.status, watchStatuses),
    checkOneOf('withdrawal_watches_ended_by_known', table.endedBy, watchEnds),
    // Prevents two open watches, and serves the query of every provider page.
    uniqueIndex('withdrawal_watches_open')
      .on(table.providerId)
      .where(sql`${table.endedAt} is null`),
    index('withdrawal_watches_of_provider').on(table.providerId),
    index('withdrawal_watches_open_newest')
      .on(table.status, descending(table.createdAt), descending(table.id))
      .where(sql`${table.endedAt} is null`),
  ],
);
