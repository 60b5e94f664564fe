/** Used proofs of work and unconfirmed submissions, both stored for hours only. */
import { index, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, createdAt, id } from '../../platform/db/columns.ts';
import { language } from '../../platform/db/languages.ts';

const expiresAt = () => timestamp({ withTimezone: true }).notNull();

/** A proof works for one form: inserting its row uses it up. */
export const spentProofs = pgTable(
  'spent_proofs',
  { proofHash: bytes().primaryKey(), expiresAt: expiresAt() },
  (table) => [index('spent_proofs_expiry').on(table.expiresAt)],
);

/** Forms sent without a proof. Each is passed on when its sender opens the emailed link, and otherwise deleted. */
export const unconfirmedSubmissions = pgTable(
  'unconfirmed_submissions',
  {
    id: id(),
    tokenHash: bytes().notNull(),
    kind: text().notNull(),
    /** Content and sender's address, encrypted with a key derived from the token: a copy reveals neither. */
    sealed: bytes().notNull(),
    language: language().default('en'),
    createdAt: createdAt(),
    expiresAt: expiresAt(),
  },
  (table) => [
    uniqueIndex('unconfirmed_submissions_token').on(table.tokenHash),
    index('unconfirmed_submissions_expiry').on(table.expiresAt),
  ],
);
