/**
 * Indicators of scams: websites, wallets, phone numbers, chat names. `filing_indicators` holds those of each filing;
 * `indicators` holds the verified ones, built for 100 million rows: a short hash as key, and partitions (see
 * migrations). A phone number is stored only as a keyed hash.
 */
import { indicatorKinds } from '@hakiki/contract/indicator-values';
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { bytes, enumText, checkOneOf } from '../../platform/db/columns.ts';
import { filings } from '../intake/tables.ts';

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
    check('filing_indicators_phone_hidden', sql`(${table.kind} = 'phone') = (${table.value} is null)`),
  ],
);

export const indicators = pgTable(
  'indicators',
  {
    key: bytes().primaryKey(),
    kind: enumText(indicatorKinds).notNull(),
    value: text(),
    reportCount: integer().notNull().default(1),
    firstSeenAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    lastSeenAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    checkOneOf('indicators_kind_known', table.kind, indicatorKinds),
    check('indicators_phone_hidden', sql`(${table.kind} = 'phone') = (${table.value} is null)`),
  ],
);
