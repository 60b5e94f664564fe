/**
 * Changes of rescue contacts. The contacts themselves ship with the product (the contract's rescue-contacts.ts); a
 * confirmed version replaces their facts.
 */
import type { UserId } from '@hakiki/contract/accounts';
import type { RescueChangeId, RescueVersion } from '@hakiki/contract/rescue-admin';
import { rescueCallOutcomes } from '@hakiki/contract/rescue-values';
import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { checkOneOf, createdAt, descending, enumText, id, keyText } from '../../platform/db/columns.ts';
import { users } from '../accounts/tables.ts';

const staffReference = () =>
  uuid()
    .$type<UserId>()
    .references(() => users.id, { onDelete: 'set null' });

export const versionStates = ['proposed', 'current', 'past', 'rejected'] as const satisfies RescueVersion['state'][];

export const rescueVersions = pgTable(
  'rescue_versions',
  {
    id: id<RescueChangeId>(),
    contactId: keyText().notNull(),
    facts: jsonb().$type<RescueVersion['facts']>().notNull(),
    reason: text().notNull(),
    state: enumText(versionStates).notNull().default('proposed'),
    proposedBy: staffReference(),
    proposedAt: createdAt(),
    decidedBy: staffReference(),
    decidedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    checkOneOf('rescue_versions_state_known', table.state, versionStates),
    check(
      'rescue_versions_two_people',
      sql`${table.state} not in ('current', 'past') or ${table.proposedBy} is distinct from ${table.decidedBy} or ${table.proposedBy} is null`,
    ),
    uniqueIndex('rescue_versions_one_proposed')
      .on(table.contactId)
      .where(sql`${table.state} = 'proposed'`),
    uniqueIndex('rescue_versions_one_current')
      .on(table.contactId)
      .where(sql`${table.state} = 'current'`),
    index('rescue_versions_of_contact').on(table.contactId, descending(table.proposedAt)),
  ],
);

export const rescueCalls = pgTable(
  'rescue_calls',
  {
    id: id(),
    contactId: keyText().notNull(),
    outcome: enumText(rescueCallOutcomes).notNull(),
    note: text(),
    calledBy: staffReference(),
    calledAt: createdAt(),
  },
  (table) => [
    checkOneOf('rescue_calls_outcome_known', table.outcome, rescueCallOutcomes),
    index('rescue_calls_of_contact').on(table.contactId, descending(table.calledAt)),
  ],
);

/** Contacts that visitors say do not work; deleted when staff have called. */
export const rescueFailures = pgTable('rescue_failures', {
  contactId: keyText().primaryKey(),
  reports: integer().notNull().default(1),
  firstAt: createdAt(),
  lastAt: createdAt(),
});
