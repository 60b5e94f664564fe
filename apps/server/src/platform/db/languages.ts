/** The languages of stored texts. `migrate` adds a row for each new language of the contract. */
import { languages as contractLanguages } from '@hakiki/contract/site';
import { pgTable, text } from 'drizzle-orm/pg-core';
import { enumText } from './columns.ts';

export const languages = pgTable('languages', { code: text().primaryKey() });

export const language = () =>
  enumText(contractLanguages)
    .notNull()
    .references(() => languages.code);
