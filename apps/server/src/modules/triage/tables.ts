/** The work of moderators: who holds which case, what each was shown of it, and what they write again and again. */
import { index, integer, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id } from '../../platform/db/columns.ts';
import { users } from '../accounts/tables.ts';
import { cases } from '../cases/tables.ts';
import { filings } from '../filings/tables.ts';

const time = () => timestamp({ withTimezone: true });
const staff = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

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

/** Drawn from what its moderator was not shown by then. Once all of it was read, the rest may be decided like one that was. */
export const caseSamples = pgTable(
  'case_samples',
  {
    id: id(),
    caseId: uuid()
      .notNull()
      .references(() => cases.id, { onDelete: 'cascade' }),
    userId: staff(),
    /** The report like which the others are decided. */
    likeId: uuid().notNull(),
    filingIds: uuid().array().notNull(),
    /** How many the sample stands for, besides itself. */
    restCount: integer().notNull(),
    /** When it was drawn: what came later is not part of it. */
    createdAt: createdAt(),
    usedAt: time(),
  },
  (table) => [index('case_samples_of_case').on(table.caseId), index('case_samples_of_user').on(table.userId)],
);

export const answerTemplates = pgTable(
  'answer_templates',
  { id: id(), title: text().notNull(), text: text().notNull(), createdAt: createdAt() },
  (table) => [uniqueIndex('answer_templates_title').on(table.title)],
);

export const savedViews = pgTable(
  'saved_views',
  { id: id(), userId: staff(), name: text().notNull(), query: text().notNull(), createdAt: createdAt() },
  (table) => [uniqueIndex('saved_views_name').on(table.userId, table.name)],
);
