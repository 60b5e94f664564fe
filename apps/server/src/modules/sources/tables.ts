/** The lists of other sources as they arrived, and what became of them. */
import { snapshotStates } from '@hakiki/contract/indicator-values';
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { bytes, checkOneOf, createdAt, descending, enumText, id } from '../../platform/db/columns.ts';
import { indicatorSources } from '../indicators/tables.ts';

export const sourceSnapshots = pgTable(
  'source_snapshots',
  {
    id: id(),
    sourceId: smallint()
      .notNull()
      .references(() => indicatorSources.id),
    state: enumText(snapshotStates).notNull(),
    sha256: text().notNull(),
    bytes: integer().notNull(),
    entries: integer().notNull(),
    added: integer().notNull(),
    gone: integer().notNull(),
    /** Why it is quarantined or refused. */
    reason: text(),
    /** Only while it is quarantined: the bytes as they arrived, compressed. */
    content: bytes(),
    decidedBy: uuid(),
    decidedAt: timestamp({ withTimezone: true }),
    createdAt: createdAt(),
  },
  (table) => [
    checkOneOf('source_snapshots_state_known', table.state, snapshotStates),
    index('source_snapshots_of_source').on(table.sourceId, descending(table.createdAt)),
    index('source_snapshots_waiting')
      .on(table.createdAt)
      .where(sql`${table.state} = 'quarantined'`),
  ],
);
