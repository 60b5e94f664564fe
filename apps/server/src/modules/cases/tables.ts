/** Reports of the same thing, put together so that a moderator meets one case and not a thousand reports. */
import { questionStates } from '@hakiki/contract/admin-values';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { bytes, choice, createdAt, descending, id, keyText, oneOf } from '../../platform/db/columns.ts';
import { nameOf } from '../../platform/db/name-of.ts';
import { users } from '../accounts/tables.ts';
import { filings } from '../filings/tables.ts';

const time = () => timestamp({ withTimezone: true });
const ofCase = () =>
  uuid()
    .notNull()
    .references(() => cases.id, { onDelete: 'cascade' });
const staff = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

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
    newestFilingAt: time().notNull().defaultNow(),
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
    caseId: ofCase(),
    /** When it came into this case. */
    createdAt: createdAt(),
    /** Of the newest question to its reporter. Here, so that it goes with the report into another case and is found by case. */
    question: choice(questionStates),
  },
  (table) => [
    index('case_filings_of_case').on(table.caseId, table.createdAt),
    index('case_filings_asked')
      .on(table.caseId)
      .where(sql`${table.question} is not null`),
    oneOf('case_filings_question_known', table.question, questionStates),
  ],
);

/**
 * What draws further reports to a case: a provider, a website, a wallet. Each leads to one open case, or to several that a person
 * has told apart although both name it.
 */
export const caseKeys = pgTable('case_keys', { key: bytes().notNull(), caseId: ofCase() }, (table) => [
  primaryKey({ columns: [table.key, table.caseId] }),
  index('case_keys_of_case').on(table.caseId),
]);

/** Two cases that a person has told apart: grouping never makes them one again. The smaller id stands first. */
export const casesApart = pgTable(
  'cases_apart',
  { caseId: ofCase(), otherId: ofCase(), createdAt: createdAt() },
  (table) => [primaryKey({ columns: [table.caseId, table.otherId] }), index('cases_apart_other').on(table.otherId)],
);

/** Where a case went that is part of another one now: what leads to it leads there. */
export const mergedCases = pgTable(
  'merged_cases',
  { id: uuid().primaryKey(), intoId: ofCase(), createdAt: createdAt() },
  (table) => [index('merged_cases_into').on(table.intoId)],
);

/** Who put a case off, until when and how often. It stays after the case came back, for the count. */
export const casePutOffs = pgTable(
  'case_put_offs',
  {
    caseId: uuid()
      .primaryKey()
      .references(() => cases.id, { onDelete: 'cascade' }),
    until: time().notNull(),
    isForAnswer: boolean().notNull(),
    userId: uuid().references(() => users.id, { onDelete: 'set null' }),
    note: text(),
    times: integer().notNull().default(1),
    /** How many reports waited in it then: one that grows much comes back. */
    undecidedCount: integer().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('case_put_offs_until').on(table.until), index('case_put_offs_of_user').on(table.userId)],
);

/** What was filed and waits to be put into its case. */
export const unsortedFilings = pgTable(
  'unsorted_filings',
  {
    filingId: uuid()
      .primaryKey()
      .references(() => filings.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (table) => [index('unsorted_filings_oldest').on(table.createdAt)],
);

/**
 * What is in a case although nobody could look into it: a moderator is told so, and it is tried again, each time after a longer
 * pause.
 */
export const unexaminedFilings = pgTable(
  'unexamined_filings',
  {
    filingId: uuid()
      .primaryKey()
      .references(() => filings.id, { onDelete: 'cascade' }),
    tries: integer().notNull().default(0),
    nextTryAt: time().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('unexamined_filings_next').on(table.nextTryAt)],
);

/**
 * How a case is told: the normalised text of its first report, and a few that tell it otherwise. A table of its own because the
 * counts of a case change with every report, and each of those updates would also rewrite the GIN index.
 */
export const caseTexts = pgTable(
  'case_texts',
  {
    filingId: uuid()
      .primaryKey()
      .references(() => filings.id, { onDelete: 'cascade' }),
    caseId: ofCase(),
    textKey: keyText().notNull(),
    /** Texts that are much alike have some of these in common. */
    bands: integer().array().notNull(),
    isOpen: boolean().notNull().default(true),
  },
  (table) => [
    index('case_texts_of_case').on(table.caseId),
    // Without GIN's fast update: every search would scan its pending list.
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

/** One row per claimed case: whoever has it decides, until the claim runs out. */
export const caseClaims = pgTable(
  'case_claims',
  {
    caseId: uuid()
      .primaryKey()
      .references(() => cases.id, { onDelete: 'cascade' }),
    userId: staff(),
    expiresAt: time().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('case_claims_of_user').on(table.userId)],
);

/** What was shown to whom, and when first: a moderator decides nothing else. */
export const caseReadings = pgTable(
  'case_readings',
  {
    filingId: uuid()
      .notNull()
      .references(() => filings.id, { onDelete: 'cascade' }),
    userId: staff(),
    shownAt: time().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.filingId, table.userId] }), index('case_readings_of_user').on(table.userId)],
);

/** Who holds its case; `claimJoins` follows `case_filings cf`. */
export const claimColumns = `holder.email as "claimedBy", k.user_id as "claimedById", k.expires_at as "claimedUntil"`;
export const claimJoins = `
  left join ${nameOf(caseClaims)} k on k.case_id = cf.case_id and k.expires_at > now()
  left join ${nameOf(users)} holder on holder.id = k.user_id`;
