/** The work of moderators: samples of what nobody can read whole, and what they write again and again. */
import { index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id } from '../../platform/db/columns.ts';
import { users } from '../accounts/tables.ts';
import { cases } from '../cases/tables.ts';

const time = () => timestamp({ withTimezone: true });
const staff = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

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
