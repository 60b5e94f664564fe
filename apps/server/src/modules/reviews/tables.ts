/** What people wrote about a provider; `status` decides what the public sees. */
import { ratingScale, reviewIssueTypes, reviewLocations } from '@hakiki/contract/reviews';
import { sql } from 'drizzle-orm';
import { index, pgTable, smallint, text, unique, uuid } from 'drizzle-orm/pg-core';
import { choice, createdAt, descending, id, oneOf, within } from '../../platform/db/columns.ts';
import { users } from '../accounts/tables.ts';
import { providers } from '../directory/tables.ts';

export const reviewStatuses = ['pending', 'approved', 'rejected'] as const;

export const reviews = pgTable(
  'reviews',
  {
    id: id(),
    providerId: uuid()
      .notNull()
      .references(() => providers.id, { onDelete: 'cascade' }),
    /** What was written stays when its writer leaves. */
    userId: uuid().references(() => users.id, { onDelete: 'set null' }),
    rating: smallint().notNull(),
    experience: text().notNull(),
    issueType: choice(reviewIssueTypes).notNull().default('none'),
    userLocation: choice(reviewLocations).notNull().default('other'),
    status: choice(reviewStatuses).notNull().default('pending'),
    createdAt: createdAt(),
  },
  (table) => [
    unique('reviews_one_per_person').on(table.providerId, table.userId),
    oneOf('reviews_issue_type_known', table.issueType, reviewIssueTypes),
    oneOf('reviews_user_location_known', table.userLocation, reviewLocations),
    oneOf('reviews_status_known', table.status, reviewStatuses),
    within('reviews_rating_scale', table.rating, ratingScale.min, ratingScale.max),
    index('reviews_of_person')
      .on(table.userId)
      .where(sql`${table.userId} is not null`),
    index('reviews_approved_newest')
      .on(table.providerId, descending(table.createdAt), descending(table.id))
      .where(sql`${table.status} = 'approved'`),
  ],
);
