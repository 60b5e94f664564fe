import { contactDenialReasons } from '@hakiki/contract/admin-values';
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytes, enumText, createdAt, id, checkOneOf, timestampColumn } from '../../platform/db/columns.ts';
import { users } from '../accounts/tables.ts';
import { filings } from '../intake/tables.ts';

/** Requests for contact data, which the worker re-encrypts for the requesting browser. Deleted after an hour. */
export const contactOpenings = pgTable(
  'contact_openings',
  {
    id: id(),
    filingId: uuid()
      .notNull()
      .references(() => filings.id, { onDelete: 'cascade' }),
    askedBy: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    publicKey: text().notNull(),
    /** The server's time that the page was given. */
    askedAt: timestampColumn(),
    /** The second factor for this request, encrypted for the worker. */
    sealedProof: bytes(),
    sealed: bytes(),
    /** Why the worker rejected the request. */
    refusal: enumText(contactDenialReasons),
    createdAt: createdAt(),
  },
  (table) => [
    index('contact_openings_age').on(table.createdAt),
    checkOneOf('contact_openings_refusal_known', table.refusal, contactDenialReasons),
  ],
);

/**
 * Permanent record of the openings: quotas are counted here, and a second factor that was used once is not accepted
 * again. Triggers reject every change, and there are no foreign keys, so that no cascade deletes a row.
 */
export const openedContacts = pgTable(
  'opened_contacts',
  {
    openingId: uuid().primaryKey(),
    askedBy: uuid().notNull(),
    /** A hash of the requester and the second factor they used. */
    spent: bytes().notNull(),
    openedAt: timestampColumn().notNull().defaultNow(),
  },
  (table) => [uniqueIndex('opened_contacts_spent').on(table.spent), index('opened_contacts_newest').on(table.openedAt)],
);
