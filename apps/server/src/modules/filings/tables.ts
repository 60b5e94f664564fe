/**
 * The reporter's side of whatever was reported or proposed; a filing has the id of the alert, report or provider it is about.
 * Everything a reporter says about themselves is unreadable here: contact data is sealed for a key this application does not have
 * while it serves pages, the rest under the application's own.
 */
import { evidenceTypes, filingKinds } from '@hakiki/contract/alert-values';
import { languages } from '@hakiki/contract/site';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytes, choice, createdAt, descending, id, oneOf } from '../../platform/db/columns.ts';
import { users } from '../accounts/tables.ts';

const time = () => timestamp({ withTimezone: true });

export const filings = pgTable(
  'filings',
  {
    id: uuid().primaryKey(),
    kind: choice(filingKinds).notNull(),
    receiptHash: bytes().notNull(),
    /** Empty for a visitor, and after the account is gone. */
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    language: choice(languages).notNull().default('en'),
    sealedContact: bytes(),
    /** Whether the contact holds an address to write to. */
    hasEmail: boolean().notNull().default(false),
    sealedDetails: bytes(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('filings_receipt').on(table.receiptHash),
    index('filings_of_user')
      .on(table.createdBy, table.kind, descending(table.createdAt), descending(table.id))
      .where(sql`${table.createdBy} is not null`),
    oneOf('filings_kind_known', table.kind, filingKinds),
    oneOf('filings_language_known', table.language, languages),
  ],
);

const filing = () =>
  uuid()
    .notNull()
    .references(() => filings.id, { onDelete: 'cascade' });

export const filingQuestions = pgTable(
  'filing_questions',
  {
    id: id(),
    filingId: filing(),
    question: text().notNull(),
    askedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    sealedAnswer: bytes(),
    answeredAt: time(),
  },
  (table) => [index('filing_questions_of_filing').on(table.filingId, table.createdAt)],
);

/** A file is announced first and stored when its bytes have arrived; what never arrives is forgotten. */
export const evidenceFiles = pgTable(
  'evidence_files',
  {
    id: id(),
    filingId: filing(),
    sealedName: bytes().notNull(),
    type: choice(evidenceTypes),
    bytes: integer().notNull(),
    createdAt: createdAt(),
    storedAt: time(),
  },
  (table) => [
    index('evidence_files_of_filing').on(table.filingId, table.createdAt),
    index('evidence_files_announced')
      .on(table.createdAt)
      .where(sql`${table.storedAt} is null`),
    oneOf('evidence_files_type_known', table.type, evidenceTypes),
  ],
);

/** What a moderator asked to see. The worker opens it and seals it anew for the browser that asked; both are soon forgotten. */
export const contactOpenings = pgTable(
  'contact_openings',
  {
    id: id(),
    filingId: filing(),
    askedBy: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    publicKey: text().notNull(),
    sealed: bytes(),
    createdAt: createdAt(),
  },
  (table) => [index('contact_openings_age').on(table.createdAt)],
);
