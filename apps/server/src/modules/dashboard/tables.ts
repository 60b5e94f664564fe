/** The providers that a member with analysis has viewed, once each: the source of the money saved. */
import type { ProviderId } from '@hakiki/contract/directory';
import type { UserId } from '@hakiki/contract/accounts';
import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, timestamp, uuid } from 'drizzle-orm/pg-core';
import { users } from '../accounts/tables.ts';
import { providers } from '../directory/tables.ts';

export const providerVisits = pgTable(
  'provider_visits',
  {
    userId: uuid()
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    providerId: uuid()
      .$type<ProviderId>()
      .notNull()
      .references(() => providers.id, { onDelete: 'cascade' }),
    /** The UTC day only: the exact time would reveal a member's interests, and no figure needs it. */
    createdAt: timestamp({ withTimezone: true })
      .notNull()
      .default(sql`date_trunc('day', now(), 'UTC')`),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.providerId] }),
    check('provider_visits_by_day', sql`(${table.createdAt} at time zone 'UTC')::time = '00:00'`),
    index('provider_visits_of_provider').on(table.providerId),
  ],
);
