/** The lists of other sources as they arrived, and what became of them. */
import { snapshotStates } from '@hakiki/contract/indicator-values';
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { bytes, checkOneOf, createdAt, descending, enumText, id } from '../../platform/db/columns.ts';
import { indicatorSources } from '../indicators/tables.ts';

/** The format of the source, or that of a snapshot file of another installation. */
export const snapshotFormats = ['source', 'snapshot'] as const;
export type SnapshotFormat = (typeof snapshotFormats)[number];

export type SnapshotSamples = Record<'added' | 'gone' | 'conflicts', string[]>;

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
    /** Lines that are no indicator. */
    unreadable: integer().notNull().default(0),
    /** New entries that the safelist names; for a safelist, those that approved reports name. */
    conflicts: integer().notNull().default(0),
    listedBefore: integer().notNull().default(0),
    /** Why it was quarantined: values of `snapshotReasons` with a space between them. */
    reason: text(),
    /** Some of the entries that it would change. */
    samples: jsonb().$type<SnapshotSamples>(),
    format: enumText(snapshotFormats).notNull().default('source'),
    /** When the source had this content. */
    listedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Only while it is quarantined: the bytes as they arrived, compressed. */
    content: bytes(),
    /** The first of two administrators. */
    proposedBy: uuid(),
    /** Once decided, the worker applies it. */
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
