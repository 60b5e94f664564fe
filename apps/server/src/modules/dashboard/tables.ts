/** Which providers someone with analysis in their plan has looked at, once each: from it comes the figure of money saved. */
import type { ProviderId } from '@hakiki/contract/directory';
import type { UserId } from '@hakiki/contract/accounts';
import { index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { createdAt } from '../../platform/db/columns.ts';
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
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.providerId] }),
    index('provider_visits_of_provider').on(table.providerId),
  ],
);
