/** Which providers someone with analysis in their plan has looked at, once each: from it comes the figure of money saved. */
import { index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { createdAt } from '../../platform/db/columns.ts';
import { users } from '../accounts/tables.ts';
import { providers } from '../directory/tables.ts';

export const providerVisits = pgTable(
  'provider_visits',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    providerId: uuid()
      .notNull()
      .references(() => providers.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.providerId] }),
    index('provider_visits_of_provider').on(table.providerId),
  ],
);
