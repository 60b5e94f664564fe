/** Long-running tasks of administrators with their progress: exports and bulk decisions. */
import type { UserId } from '@hakiki/contract/accounts';
import type { TaskId } from '@hakiki/contract/tasks-admin';
import { taskKinds, taskStates } from '@hakiki/contract/admin-values';
import { index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { enumText, createdAt, id, checkOneOf } from '../../../platform/db/columns.ts';
import { users } from '../../accounts/tables.ts';

export const adminTasks = pgTable(
  'admin_tasks',
  {
    id: id<TaskId>(),
    kind: enumText(taskKinds).notNull(),
    order: jsonb().notNull(),
    state: enumText(taskStates).notNull().default('waiting'),
    done: integer().notNull().default(0),
    total: integer(),
    problems: text().array().notNull().default([]),
    createdBy: uuid()
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    finishedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    checkOneOf('admin_tasks_kind_known', table.kind, taskKinds),
    checkOneOf('admin_tasks_state_known', table.state, taskStates),
    index('admin_tasks_age').on(table.createdAt),
  ],
);
