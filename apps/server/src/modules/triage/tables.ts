/** The work of moderators: who holds which case, and what they write again and again. */
import { index, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id } from '../../platform/db/columns.ts';
import { users } from '../accounts/tables.ts';
import { cases } from '../cases/tables.ts';

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
    /** When its holder was last shown the case. */
    createdAt: createdAt(),
  },
  (table) => [index('case_claims_of_user').on(table.userId)],
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
