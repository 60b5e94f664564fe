/** Reports of the same thing, put together so that a moderator meets one case and not a thousand reports. */
import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, timestamp, uuid } from 'drizzle-orm/pg-core';
import { bytes, createdAt, descending, id, keyText } from '../../platform/db/columns.ts';
import { filings } from '../filings/tables.ts';

export const cases = pgTable(
  'cases',
  {
    id: id(),
    /** The first of its reports. */
    leadId: uuid().notNull(),
    filingCount: integer().notNull().default(1),
    undecidedCount: integer().notNull().default(1),
    isOpen: boolean()
      .notNull()
      .generatedAlwaysAs(sql`undecided_count > 0`),
    createdAt: createdAt(),
    newestFilingAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('cases_open_largest')
      .on(descending(table.undecidedCount), table.createdAt, table.id)
      .where(sql`${table.isOpen}`),
    index('cases_open_oldest')
      .on(table.createdAt, table.id)
      .where(sql`${table.isOpen}`),
  ],
);

export const caseFilings = pgTable(
  'case_filings',
  {
    filingId: uuid()
      .primaryKey()
      .references(() => filings.id, { onDelete: 'cascade' }),
    caseId: uuid()
      .notNull()
      .references(() => cases.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (table) => [index('case_filings_of_case').on(table.caseId, table.createdAt)],
);

/** What draws further reports to a case: a provider, a website, a wallet. Each points to one case, the newest that is open. */
export const caseKeys = pgTable(
  'case_keys',
  {
    key: bytes().primaryKey(),
    caseId: uuid()
      .notNull()
      .references(() => cases.id, { onDelete: 'cascade' }),
  },
  (table) => [index('case_keys_of_case').on(table.caseId)],
);

/**
 * How a case is told: the normalised text of its first report, and a few that tell it otherwise. Apart from the case, whose
 * counts change with every report: the index would be written anew each time.
 */
export const caseTexts = pgTable(
  'case_texts',
  {
    filingId: uuid()
      .primaryKey()
      .references(() => filings.id, { onDelete: 'cascade' }),
    caseId: uuid()
      .notNull()
      .references(() => cases.id, { onDelete: 'cascade' }),
    textKey: keyText().notNull(),
    /** Texts that are much alike have some of these in common. */
    bands: integer().array().notNull(),
    isOpen: boolean().notNull().default(true),
  },
  (table) => [
    index('case_texts_of_case').on(table.caseId),
    // What waits in the list of a fast update is read through by every search.
    index('case_texts_alike')
      .using('gin', table.bands)
      .where(sql`${table.isOpen}`)
      .with({ fastupdate: false }),
    // How a case ended helps with the next of its kind.
    index('case_texts_alike_closed')
      .using('gin', table.bands)
      .where(sql`not ${table.isOpen}`)
      .with({ fastupdate: false }),
  ],
);
