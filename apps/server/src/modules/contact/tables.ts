import { sql } from 'drizzle-orm';
import { index, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { createdAt, descending, id } from '../../platform/db/columns.ts';
import { language } from '../../platform/db/languages.ts';

export const salesMessages = pgTable(
  'sales_messages',
  {
    id: id(),
    name: text().notNull(),
    email: text().notNull(),
    company: text(),
    phone: text(),
    subject: text().notNull(),
    message: text().notNull(),
    language: language().default('en'),
    answeredAt: timestamp({ withTimezone: true }),
    createdAt: createdAt(),
  },
  (table) => [
    index('sales_messages_newest').on(descending(table.createdAt), descending(table.id)),
    index('sales_messages_open_oldest')
      .on(table.createdAt, table.id)
      .where(sql`${table.answeredAt} is null`),
  ],
);
