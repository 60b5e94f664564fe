/**
 * What happened, and the chain that shows it was not changed afterwards. Entries and seals are written once: triggers refuse
 * everything else, also to the owner of the tables, but for what is cleared after its time. No table points at another here, so that a writer locks nothing.
 */
import { sql } from 'drizzle-orm';
import { bigint, index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { bytes, choice, descending, id, keyText, oneOf } from '../../platform/db/columns.ts';
import { type AuditAction, type AuditDetail, auditActorKinds } from './entry.ts';

export const auditEntries = pgTable(
  'audit_entries',
  {
    id: id(),
    // Not the time of the transaction: the steps of one transaction keep their order.
    at: timestamp({ withTimezone: true })
      .notNull()
      .default(sql`clock_timestamp()`),
    actorKind: choice(auditActorKinds).notNull(),
    actorId: text(),
    action: text().$type<AuditAction>().notNull(),
    subject: keyText(),
    reason: text(),
    detail: jsonb().$type<AuditDetail>(),
  },
  (table) => [
    oneOf('audit_entries_actor_kind', table.actorKind, auditActorKinds),
    index('audit_entries_about')
      .on(table.subject, descending(table.at), descending(table.id))
      .where(sql`${table.subject} is not null`),
  ],
);

/** The chain: positions count from 1 without a gap, and each hash covers the one before. */
export const auditSeals = pgTable('audit_seals', {
  position: bigint({ mode: 'number' }).primaryKey(),
  entryId: uuid().notNull().unique('audit_seals_entry'),
  hash: bytes().notNull(),
  /** Set once, when parts of the entry were cleared: covers what is left of it (clearing.ts). */
  cleared: bytes(),
});

/** Entries that wait for their seal, put here by a trigger: finding them costs the same however many are sealed. */
export const auditUnsealed = pgTable('audit_unsealed', {
  entryId: uuid().primaryKey(),
});
