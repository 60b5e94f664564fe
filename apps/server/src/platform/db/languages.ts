/** The languages of stored texts. A language of the contract also needs a row here, which a migration inserts. */
import { languages as contractLanguages } from '@hakiki/contract/site';
import { pgTable, text } from 'drizzle-orm/pg-core';
import { enumText } from './columns.ts';

export const languages = pgTable('languages', { code: text().primaryKey() });

export const language = () =>
  enumText(contractLanguages)
    .notNull()
    .references(() => languages.code);
