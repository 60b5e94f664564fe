/**
 * The reporter's side of everything that is filed; a filing has the id of its alert, report, provider, appeal or
 * dispute.
 * Everything about the reporter is encrypted: contact data for a key that the web process does not have, the other
 * texts under the application's own key.
 */
import { filingKinds } from '@hakiki/contract/filing-values';
import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, pgView, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytes, enumText, createdAt, descending, checkOneOf } from '../../platform/db/columns.ts';
import { language } from '../../platform/db/languages.ts';
import type { OwnerTag } from './owner-tag.ts';

export type { OwnerTag };

export const filings = pgTable(
  'filings',
  {
    id: uuid().primaryKey(),
    kind: enumText(filingKinds).notNull(),
    /** Null after the retention period (contract/retention). */
    receiptHash: bytes(),
    /** Identifies the account without revealing it (owner-tag.ts). Null for a visitor or a deleted account. */
    ownerTag: uuid().$type<OwnerTag>(),
    language: language().default('en'),
    sealedContact: bytes(),
    /** Whether the contact data holds an email address. */
    hasEmail: boolean().notNull().default(false),
    sealedDetails: bytes(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('filings_receipt').on(table.receiptHash),
    index('filings_of_owner')
      .on(table.ownerTag, table.kind, descending(table.createdAt), descending(table.id))
      .where(sql`${table.ownerTag} is not null`),
    // The number that people know, without its prefix.
    index('filings_number').on(sql`right(${table.id}::text, 8)`),
    // Few rows; the overview counts them by day.
    index('filings_submissions_newest')
      .on(descending(table.createdAt))
      .where(sql`${table.kind} = 'submission'`),
    checkOneOf('filings_kind_known', table.kind, filingKinds),
  ],
);

/** Filings with contact data. The web process may query this view; only the worker's role can read the column. */
export const filingsWithContact = pgView('filings_with_contact', { id: uuid().notNull() }).as(
  sql`select id from ${filings} where sealed_contact is not null`,
);

/** The encrypted original texts, stored before a moderator's first edit. */
export const filingOriginals = pgTable('filing_originals', {
  filingId: uuid()
    .primaryKey()
    .references(() => filings.id, { onDelete: 'cascade' }),
  sealed: bytes().notNull(),
  createdAt: createdAt(),
});
