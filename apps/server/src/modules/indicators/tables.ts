/**
 * Indicators of scams: websites, wallets, phone numbers, chat names, tills and others. `filing_indicators` holds those
 * of each filing; `indicators` holds the verified ones, built for 100 million rows: a short hash as key, and partitions
 * (see migrations). A hidden kind, such as a phone number, is stored only as a keyed hash.
 */
import { hiddenIndicatorKinds, indicatorKinds } from '@hakiki/contract/indicator-values';
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytes, enumText, checkOneOf } from '../../platform/db/columns.ts';
import { filings } from '../intake/tables.ts';

const hasValueUnlessHidden = ({ kind, value }: { kind: AnyPgColumn; value: AnyPgColumn }) =>
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
    check('indicators_hidden_kinds', hasValueUnlessHidden(table)),
  ],
);
