/** Samples of large cases, answer templates and saved views. */
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, timestampColumn } from '../../../platform/db/columns.ts';
import { users } from '../../accounts/tables.ts';
import { cases } from '../cases/tables.ts';

const staffReference = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/** After reading the sample, its moderator may decide the unread filings like the reference report. */
export const caseSamples = pgTable(
  'case_samples',
  {
    id: id(),
    caseId: uuid()
      .notNull()
      .references(() => cases.id, { onDelete: 'cascade' }),
    userId: staffReference(),
    /** The reference report: unread filings are decided like it. */
    likeId: uuid().notNull(),
    filingIds: uuid().array().notNull(),
    /** Number of unread filings that the sample stands for, without the sample itself. */
    restCount: integer().notNull(),
    /** When it was drawn: later filings are not part of it. */
    createdAt: createdAt(),
    usedAt: timestampColumn(),
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
  { id: id(), userId: staffReference(), name: text().notNull(), query: text().notNull(), createdAt: createdAt() },
  (table) => [uniqueIndex('saved_views_name').on(table.userId, table.name)],
);
