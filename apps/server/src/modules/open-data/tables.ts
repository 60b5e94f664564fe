/** Data that the worker computes for the published files. */
import { pgTable, timestamp } from 'drizzle-orm/pg-core';
import { bytes } from '../../platform/db/columns.ts';

/**
 * Tags of reported phone numbers and other hidden kinds (`indicators/blind-tags.ts`). Their values are stored nowhere
 * else than in the texts of reports, from which the worker computes the tags, also again after a change of the key.
 */
export const blindTags = pgTable('blind_tags', {
  /** Of the indicator. */
  key: bytes().primaryKey(),
  /** Null if no text of a report names it any more. */
  tag: bytes(),
  /** Of the key of the tag. */
  keyId: bytes(),
  /** The key under which the texts were last read, which may not have named it any more. */
  triedKeyId: bytes().notNull(),
  triedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
});
