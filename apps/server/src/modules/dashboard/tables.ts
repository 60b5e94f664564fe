/** What members keep about providers: those they have viewed and those they watch. */
import type { UserId } from '@hakiki/contract/accounts';
import type { ProviderId } from '@hakiki/contract/directory';
import { verificationStatuses } from '@hakiki/contract/directory-values';
import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { checkOneOf, createdAt, enumText } from '../../platform/db/columns.ts';
import { users } from '../accounts/tables.ts';
import { providers } from '../directory/tables.ts';

const memberAndProvider = () => ({
  userId: uuid()
    .$type<UserId>()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  providerId: uuid()
    .$type<ProviderId>()
    .notNull()
    .references(() => providers.id, { onDelete: 'cascade' }),
});

/** The providers that a member with analysis has viewed, once each: the source of the money saved. */
export const providerVisits = pgTable(
  'provider_visits',
  {
    ...memberAndProvider(),
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

export const providerWatches = pgTable(
  'provider_watches',
  {
    ...memberAndProvider(),
    /** The verdict that the member knows of. A job compares it with the current one. */
    knownStatus: enumText(verificationStatuses).notNull(),
    /** Ends this watch without a login, by the link in its emails. */
    leaveKey: uuid().notNull().defaultRandom(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.providerId] }),
    checkOneOf('provider_watches_status_known', table.knownStatus, verificationStatuses),
    index('provider_watches_of_provider').on(table.providerId, table.knownStatus),
    uniqueIndex('provider_watches_leave_key').on(table.leaveKey),
  ],
);
