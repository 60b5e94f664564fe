/** Cases: groups of reports about the same scam, so that a moderator handles one case instead of a thousand reports. */
import { questionStates } from '@hakiki/contract/admin-values';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import {
  bytes,
  enumText,
  createdAt,
  descending,
  id,
  keyText,
  checkOneOf,
  timestampColumn,
} from '../../../platform/db/columns.ts';
import { users } from '../../accounts/tables.ts';
import { filings } from '../../intake/tables.ts';

const caseReference = () =>
  uuid()
    .notNull()
    .references(() => cases.id, { onDelete: 'cascade' });
const staffReference = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

export const cases = pgTable(
  'cases',
  {
    id: id(),
    /** The first of its filings. */
    leadId: uuid().notNull(),
    filingCount: integer().notNull().default(1),
    undecidedCount: integer().notNull().default(1),
    isOpen: boolean()
      .notNull()
      .generatedAlwaysAs(sql`undecided_count > 0`),
    createdAt: createdAt(),
    newestFilingAt: timestampColumn().notNull().defaultNow(),
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
    caseId: caseReference(),
    /** When the filing came into this case. */
    createdAt: createdAt(),
    /** State of the newest question to the reporter. Stored here because it moves with the filing. */
    question: enumText(questionStates),
  },
  (table) => [
    index('case_filings_of_case').on(table.caseId, table.createdAt),
    index('case_filings_asked')
      .on(table.caseId)
      .where(sql`${table.question} is not null`),
    checkOneOf('case_filings_question_known', table.question, questionStates),
  ],
);

/**
 * Keys that assign further reports to a case: a provider, a website, a wallet. A key belongs to one open case, or to
 * several that a moderator has split although all name it.
 */
export const caseKeys = pgTable('case_keys', { key: bytes().notNull(), caseId: caseReference() }, (table) => [
  primaryKey({ columns: [table.key, table.caseId] }),
  index('case_keys_of_case').on(table.caseId),
]);

/** Pairs of cases that a moderator has split: grouping never merges them again. The smaller id comes first. */
export const casesApart = pgTable(
  'case_splits',
  { caseId: caseReference(), otherId: caseReference(), createdAt: createdAt() },
  (table) => [primaryKey({ columns: [table.caseId, table.otherId] }), index('case_splits_other').on(table.otherId)],
);

/** Redirects from a merged case to the case it is part of now. */
export const mergedCases = pgTable(
  'merged_cases',
  { id: uuid().primaryKey(), intoId: caseReference(), createdAt: createdAt() },
  (table) => [index('merged_cases_into').on(table.intoId)],
);

/** Snoozed cases: by whom, until when and how often. The row stays after the snooze, for the count. */
export const caseSnoozes = pgTable(
  'case_snoozes',
  {
    caseId: uuid()
      .primaryKey()
      .references(() => cases.id, { onDelete: 'cascade' }),
    until: timestampColumn().notNull(),
    isForAnswer: boolean().notNull(),
    userId: uuid().references(() => users.id, { onDelete: 'set null' }),
    note: text(),
    times: integer().notNull().default(1),
    /** Number of pending filings at that time: strong growth ends the snooze. */
    undecidedCount: integer().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('case_snoozes_until').on(table.until), index('case_snoozes_of_user').on(table.userId)],
);

/** Filings that are not in a case yet. */
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

/** Filings whose analysis failed: in a case, marked for the moderator, and retried with back-off. */
export const unexaminedFilings = pgTable(
  'unexamined_filings',
  {
    filingId: uuid()
      .primaryKey()
      .references(() => filings.id, { onDelete: 'cascade' }),
    tries: integer().notNull().default(0),
    nextTryAt: timestampColumn().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('unexamined_filings_next').on(table.nextTryAt)],
);

/**
 * Normalised texts of a case: that of its first filing, and a few that differ. They are not columns of `cases`, because
 * each update of its counters would rewrite the GIN index.
 */
export const caseTexts = pgTable(
  'case_texts',
  {
    filingId: uuid()
      .primaryKey()
      .references(() => filings.id, { onDelete: 'cascade' }),
    caseId: caseReference(),
    textKey: keyText().notNull(),
    /** Similar texts have some of these hashes in common. */
    bands: integer().array().notNull(),
    isOpen: boolean().notNull().default(true),
  },
  (table) => [
    index('case_texts_of_case').on(table.caseId),
    // GIN's fast update is off, because every search would scan its pending list.
    index('case_texts_alike')
      .using('gin', table.bands)
      .where(sql`${table.isOpen}`)
      .with({ fastupdate: false }),
    // For the outcomes of similar closed cases.
    index('case_texts_alike_closed')
      .using('gin', table.bands)
      .where(sql`not ${table.isOpen}`)
      .with({ fastupdate: false }),
  ],
);

/** One row per claimed case. Only the moderator with the claim decides, until it expires. */
export const caseClaims = pgTable(
  'case_claims',
  {
    caseId: uuid()
      .primaryKey()
      .references(() => cases.id, { onDelete: 'cascade' }),
    userId: staffReference(),
    expiresAt: timestampColumn().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('case_claims_of_user').on(table.userId)],
);

/** When a filing was first shown to a moderator, who may decide only what was shown. */
export const caseReadings = pgTable(
  'shown_filings',
  {
    filingId: uuid()
      .notNull()
      .references(() => filings.id, { onDelete: 'cascade' }),
    userId: staffReference(),
    shownAt: timestampColumn().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.filingId, table.userId] }), index('shown_filings_of_user').on(table.userId)],
);
