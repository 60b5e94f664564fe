/** Payments that an administrator has to confirm, such as bank deposits. */
import type { UserId } from '@hakiki/contract/accounts';
import { tiers } from '@hakiki/contract/entitlements';
import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { choice, createdAt, id, oneOf } from '../../platform/db/columns.ts';
import { users } from '../accounts/tables.ts';

export const paymentStates = ['pending', 'confirmed', 'declined'] as const;

export const payments = pgTable(
  'payments',
  {
    id: id(),
    /** What was paid stays on record when the account is gone. */
    userId: uuid()
      .$type<UserId>()
      .references(() => users.id, { onDelete: 'set null' }),
    tier: choice(tiers).notNull(),
    reference: text().notNull(),
    amountCents: integer().notNull(),
    status: choice(paymentStates).notNull().default('pending'),
    decidedAt: timestamp({ withTimezone: true }),
    createdAt: createdAt(),
  },
  (table) => [
    oneOf('payments_tier_known', table.tier, tiers),
    oneOf('payments_status_known', table.status, paymentStates),
    check('payments_amount_positive', sql`${table.amountCents} > 0`),
    index('payments_of_user').on(table.userId),
    index('payments_pending_oldest')
      .on(table.createdAt, table.id)
      .where(sql`${table.status} = 'pending'`),
  ],
);
