/** Proofs of work that were used, and what waits for its sender to confirm by mail. Both are kept for hours, not longer. */
import { languages } from '@hakiki/contract/site';
import { index, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, choice, createdAt, id, oneOf } from '../../platform/db/columns.ts';

const expiresAt = () => timestamp({ withTimezone: true }).notNull();

/** A proof is good for one form: whoever inserts its row has used it. */
export const spentProofs = pgTable(
  'spent_proofs',
  { proofHash: bytes().primaryKey(), expiresAt: expiresAt() },
  (table) => [index('spent_proofs_expiry').on(table.expiresAt)],
);

/** Sent without a proof: it reaches its area when its sender opens the mailed link, and is forgotten otherwise. */
export const unconfirmedSubmissions = pgTable(
  'unconfirmed_submissions',
  {
    id: id(),
    tokenHash: bytes().notNull(),
    kind: text().notNull(),
    /** The content and its sender's address, under a key made from the token: whoever copies this table can read neither. */
    sealed: bytes().notNull(),
    language: choice(languages).notNull().default('en'),
    createdAt: createdAt(),
    expiresAt: expiresAt(),
  },
  (table) => [
    uniqueIndex('unconfirmed_submissions_token').on(table.tokenHash),
    index('unconfirmed_submissions_expiry').on(table.expiresAt),
    oneOf('unconfirmed_submissions_language_known', table.language, languages),
  ],
);
