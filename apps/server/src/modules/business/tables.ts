/** What a business wants changed on its listing, and the documents it sends for checking. */
import type { ProviderId } from '@hakiki/contract/directory';
import { reviewStates } from '@hakiki/contract/directory-values';
import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { choice, createdAt, id, oneOf } from '../../platform/db/columns.ts';
import { providers } from '../directory/tables.ts';

const provider = () =>
  uuid()
    .$type<ProviderId>()
    .notNull()
    .references(() => providers.id, { onDelete: 'cascade' });
const decidedAt = () => timestamp({ withTimezone: true });

/** The values that would stand on the provider, by the names of its public fields. */
export const profileChanges = pgTable(
  'profile_changes',
  {
    id: id(),
    providerId: provider(),
    changes: jsonb().$type<Record<string, string | string[] | number | null>>().notNull(),
    status: choice(reviewStates).notNull().default('pending'),
    decidedAt: decidedAt(),
    createdAt: createdAt(),
  },
  (table) => [
    oneOf('profile_changes_status_known', table.status, reviewStates),
    index('profile_changes_of_provider').on(table.providerId),
    index('profile_changes_pending_oldest')
      .on(table.createdAt, table.id)
      .where(sql`${table.status} = 'pending'`),
  ],
);

export const businessDocuments = pgTable(
  'business_documents',
  {
    id: id(),
    providerId: provider(),
    name: text().notNull(),
    type: text().notNull(),
    status: choice(reviewStates).notNull().default('pending'),
    decidedAt: decidedAt(),
    createdAt: createdAt(),
  },
  (table) => [
    oneOf('business_documents_status_known', table.status, reviewStates),
    index('business_documents_of_provider').on(table.providerId),
    index('business_documents_pending_oldest')
      .on(table.createdAt, table.id)
      .where(sql`${table.status} = 'pending'`),
  ],
);
