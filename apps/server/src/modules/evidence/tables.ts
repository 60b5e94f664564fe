import { evidenceTypes } from '@hakiki/contract/filing-values';
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, timestamp, uuid } from 'drizzle-orm/pg-core';
import { bytes, enumText, createdAt, id, checkOneOf } from '../../platform/db/columns.ts';
import { filings } from '../intake/tables.ts';

/** A file is announced first and stored once its bytes have arrived; files that never arrive are deleted. */
export const evidenceFiles = pgTable(
  'evidence_files',
  {
    id: id(),
    filingId: uuid()
      .notNull()
      .references(() => filings.id, { onDelete: 'cascade' }),
    sealedName: bytes().notNull(),
    type: enumText(evidenceTypes),
    bytes: integer().notNull(),
    createdAt: createdAt(),
    storedAt: timestamp({ withTimezone: true }),
    /** The id of the key that encrypts its bytes; null for files from before keys had ids. */
    sealedUnder: bytes(),
  },
  (table) => [
    index('evidence_files_of_filing').on(table.filingId, table.createdAt),
    index('evidence_files_announced')
      .on(table.createdAt)
      .where(sql`${table.storedAt} is null`),
    checkOneOf('evidence_files_type_known', table.type, evidenceTypes),
  ],
);
