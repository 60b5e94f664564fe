/**
 * The audit log and the hash chain that proves it unchanged. Entries and seals are append-only: triggers reject
 * everything else, even for the owner of the tables, except clearing after the retention period. There are no foreign
 * keys, so that writers take no locks.
 */
import { sql } from 'drizzle-orm';
import { bigint, index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { bytes, enumText, descending, id, keyText, checkOneOf } from '../../platform/db/columns.ts';
import { type AuditAction, type AuditDetail, auditActorKinds } from './entry.ts';

export const auditEntries = pgTable(
  'audit_entries',
  {
    id: id(),
    // Not the time of the transaction, so that the steps of one transaction keep their order.
    at: timestamp({ withTimezone: true })
      .notNull()
      .default(sql`clock_timestamp()`),
    actorKind: enumText(auditActorKinds).notNull(),
    actorId: text(),
    action: text().$type<AuditAction>().notNull(),
    subject: keyText(),
    reason: text(),
    detail: jsonb().$type<AuditDetail>(),
  },
  (table) => [
    checkOneOf('audit_entries_actor_kind', table.actorKind, auditActorKinds),
    index('audit_entries_about')
      .on(table.subject, descending(table.at), descending(table.id))
      .where(sql`${table.subject} is not null`),
  ],
);

/** The chain: positions count from 1 without a gap, and each hash covers the previous one. */
export const auditSeals = pgTable('audit_seals', {
  position: bigint({ mode: 'number' }).primaryKey(),
  entryId: uuid().notNull().unique('audit_seals_entry'),
  hash: bytes().notNull(),
  /** Set once, when parts of the entry are cleared; covers the remaining parts (clearing.ts). */
  cleared: bytes(),
});

/** The queue of unsealed entries, filled by a trigger, so that finding them does not depend on the size of the log. */
export const auditUnsealed = pgTable('audit_unsealed', {
  entryId: uuid().primaryKey(),
});
