/** Disputes about indicators. A dispute has the id of its filing, which stores the encrypted text of the sender. */
import { disputeGrounds, disputeRules, disputeStatuses } from '@hakiki/contract/dispute-values';
import type { DisputeId } from '@hakiki/contract/disputes';
import { indicatorKinds } from '@hakiki/contract/indicator-values';
import { sql } from 'drizzle-orm';
import { type AnyPgColumn, boolean, check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { hasValueUnlessHidden } from '../../indicators/tables.ts';
import {
  bytes,
  checkOneOf,
  createdAt,
  descending,
  enumText,
  id,
  timestampColumn,
} from '../../../platform/db/columns.ts';

export const disputes = pgTable(
  'disputes',
  {
    id: id<DisputeId>(),
    /** The key of the indicator, which need not be known to us. */
    key: bytes().notNull(),
    kind: enumText(indicatorKinds).notNull(),
    /** Null for a hidden kind; the sender's own input is among the encrypted details. */
    value: text(),
    ground: enumText(disputeGrounds).notNull(),
    status: enumText(disputeStatuses).notNull().default('pending'),
    /** The dispute about the same indicator that was open when this one arrived. Both are decided together. */
    leadId: uuid()
      .$type<DisputeId>()
      .references((): AnyPgColumn => disputes.id),
    /** Whether it marked the indicator as disputed: not soon after a dismissal, and not what is not listed. */
    isMarked: boolean().notNull(),
    createdAt: createdAt(),
    dueAt: timestampColumn()
      .notNull()
      .default(sql.raw(`now() + interval '${disputeRules.hours} hours'`)),
    decidedAt: timestampColumn(),
    /** For the sender. */
    reason: text(),
  },
  (table) => [
    checkOneOf('disputes_kind_known', table.kind, indicatorKinds),
    check('disputes_hidden_kinds', hasValueUnlessHidden(table)),
    checkOneOf('disputes_ground_known', table.ground, disputeGrounds),
    checkOneOf('disputes_status_known', table.status, disputeStatuses),
    uniqueIndex('disputes_open_of_key')
      .on(table.key)
      .where(sql`${table.status} = 'pending' and ${table.leadId} is null`),
    // The public log counts them by day.
    index('disputes_newest').on(table.createdAt),
    index('disputes_of_key').on(table.key, descending(table.createdAt)),
    index('disputes_of_lead')
      .on(table.leadId)
      .where(sql`${table.leadId} is not null`),
    index('disputes_open_due')
      .on(table.dueAt, table.id)
      .where(sql`${table.status} = 'pending' and ${table.leadId} is null`),
    index('disputes_decided_newest')
      .on(descending(table.decidedAt), descending(table.id))
      .where(sql`${table.status} <> 'pending' and ${table.leadId} is null`),
  ],
);
