import { languages } from '@hakiki/contract/site';
import { sql } from 'drizzle-orm';
import { index, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { enumText, createdAt, descending, id, checkOneOf } from '../../platform/db/columns.ts';

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
    language: enumText(languages).notNull().default('en'),
    answeredAt: timestamp({ withTimezone: true }),
    createdAt: createdAt(),
  },
  (table) => [
    checkOneOf('sales_messages_language_known', table.language, languages),
    index('sales_messages_newest').on(descending(table.createdAt), descending(table.id)),
    index('sales_messages_open_oldest')
      .on(table.createdAt, table.id)
      .where(sql`${table.answeredAt} is null`),
  ],
);
