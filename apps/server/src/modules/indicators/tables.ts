/**
 * Indicators of scams: websites, wallets, phone numbers, chat names, tills and others. `filing_indicators` holds those
 * of each filing; `indicators` those of approved reports and of lists, built for 100 million rows: a short hash as key,
 * and partitions (see migrations). A row is never deleted: it becomes withdrawn or expired, and a trigger appends each
 * change to `indicator_changes`. A hidden kind, such as a phone number, is stored only as a keyed hash.
 */
import {
  hiddenIndicatorKinds,
  indicatorChangeKinds,
  indicatorKinds,
  indicatorSourceKinds,
  indicatorStates,
  indicatorTiers,
} from '@hakiki/contract/indicator-values';
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytes, enumText, checkOneOf } from '../../platform/db/columns.ts';
import { filings } from '../intake/tables.ts';

export const hasValueUnlessHidden = ({ kind, value }: { kind: AnyPgColumn; value: AnyPgColumn }) =>
  sql`(${kind} in (${sql.raw(hiddenIndicatorKinds.map((hidden) => `'${hidden}'`).join(', '))})) = (${value} is null)`;

export const filingIndicators = pgTable(
  'filing_indicators',
  {
    filingId: uuid()
      .notNull()
      .references(() => filings.id, { onDelete: 'cascade' }),
    key: bytes().notNull(),
    kind: enumText(indicatorKinds).notNull(),
    value: text(),
    /** Removed from the public text: not published. */
    isWithheld: boolean().notNull().default(false),
    /** From a confidential answer: used for grouping into cases, not published. */
    isFromAnswer: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.filingId, table.key] }),
    index('filing_indicators_of_key').on(table.key),
    checkOneOf('filing_indicators_kind_known', table.kind, indicatorKinds),
    check('filing_indicators_hidden_kinds', hasValueUnlessHidden(table)),
  ],
);

const timestampColumn = () => timestamp({ withTimezone: true });

export const indicators = pgTable(
  'indicators',
  {
    key: bytes().primaryKey(),
    kind: enumText(indicatorKinds).notNull(),
    value: text(),
    /** Approved reports that name it. */
    reportCount: integer().notNull().default(1),
    firstSeenAt: timestampColumn().notNull().defaultNow(),
    lastSeenAt: timestampColumn().notNull().defaultNow(),
    state: enumText(indicatorStates).notNull().default('active'),
    stateSince: timestampColumn().notNull().defaultNow(),
    /** The strongest of the approved reports and the sources that list it now. */
    tier: enumText(indicatorTiers).notNull().default('checked'),
    /** Outside sources that list it now. */
    sourceCount: integer().notNull().default(0),
    /** A decision withdrew it: lists do not bring it back, only a newly approved report or another decision does. */
    isOverruled: boolean().notNull().default(false),
  },
  (table) => [
    checkOneOf('indicators_kind_known', table.kind, indicatorKinds),
    check('indicators_hidden_kinds', hasValueUnlessHidden(table)),
    checkOneOf('indicators_state_known', table.state, indicatorStates),
    checkOneOf('indicators_tier_known', table.tier, indicatorTiers),
  ],
);

/** Who lists indicators, under which licence. The licence decides what may be shown and published again. */
export const indicatorSources = pgTable(
  'indicator_sources',
  {
    id: smallint().primaryKey().generatedAlwaysAsIdentity(),
    slug: text().notNull().unique(),
    name: text().notNull(),
    kind: enumText(indicatorSourceKinds).notNull(),
    /** For people. */
    url: text().notNull(),
    /** What the worker fetches; null for a source that only comes as a snapshot file. */
    fileUrl: text(),
    licence: text().notNull(),
    licenceUrl: text(),
    attribution: text(),
    mayShow: boolean().notNull(),
    mayRepublish: boolean().notNull(),
    /** Its licence applies to every file that contains it: published only in a file of its own. */
    needsOwnFile: boolean().notNull().default(false),
    /** What its entries are for: people are warned of indicators, the safelist is never listed. */
    isSafelist: boolean().notNull().default(false),
    tier: enumText(indicatorTiers).notNull(),
    parser: text().notNull(),
    fetchEveryHours: integer().notNull().default(24),
    /** Days after which an entry expires that is not seen again; null: never. */
    expiresAfterDays: integer(),
    isEnabled: boolean().notNull().default(false),
    strikes: integer().notNull().default(0),
    nextRunAt: timestampColumn().notNull().defaultNow(),
    lastOkAt: timestampColumn(),
    lastTriedAt: timestampColumn(),
    lastError: text(),
    etag: text(),
    lastModified: text(),
    bodyHash: text(),
  },
  (table) => [
    checkOneOf('indicator_sources_kind_known', table.kind, indicatorSourceKinds),
    checkOneOf('indicator_sources_tier_known', table.tier, indicatorTiers),
  ],
);

/** Which outside source lists an indicator. Without `withdrawnAt` it was in the last applied list of the source. */
export const indicatorSightings = pgTable(
  'indicator_sightings',
  {
    key: bytes().notNull(),
    /** Of `indicator_sources`, whose rows are never deleted: checking a million references takes half of an import. */
    sourceId: smallint().notNull(),
    firstSeenAt: timestampColumn().notNull().defaultNow(),
    lastSeenAt: timestampColumn().notNull().defaultNow(),
    withdrawnAt: timestampColumn(),
    category: text(),
    reference: text(),
  },
  (table) => [
    primaryKey({ columns: [table.key, table.sourceId] }),
    index('indicator_sightings_of_source').on(table.sourceId, table.key),
  ],
);

/**
 * Append-only, written by a trigger on `indicators`. A transaction with a lower `seq` may commit after one with a
 * higher: `findSettledSequence` tells how far the rows are complete.
 */
export const indicatorChanges = pgTable(
  'indicator_changes',
  {
    seq: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestampColumn().notNull().defaultNow(),
    key: bytes().notNull(),
    kind: enumText(indicatorKinds).notNull(),
    change: enumText(indicatorChangeKinds).notNull(),
    tier: enumText(indicatorTiers).notNull(),
  },
  (table) => [checkOneOf('indicator_changes_change_known', table.change, indicatorChangeKinds)],
);

/** What no import and no report makes public. */
export const safelist = pgTable(
  'safelist',
  {
    key: bytes().primaryKey(),
    kind: enumText(indicatorKinds).notNull(),
    value: text(),
    reason: text().notNull(),
    /** The slug of a source, or who added it. */
    source: text().notNull(),
  },
  (table) => [
    checkOneOf('safelist_kind_known', table.kind, indicatorKinds),
    check('safelist_hidden_kinds', hasValueUnlessHidden(table)),
    index('safelist_of_source').on(table.source),
  ],
);
