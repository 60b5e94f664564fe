/** Reviews of providers; `status` decides what is public. */
import type { ProviderId } from '@hakiki/contract/directory';
import type { UserId } from '@hakiki/contract/accounts';
import { reviewIssueTypes, reviewLocations } from '@hakiki/contract/review-values';
import { ratingScale, type ReviewId } from '@hakiki/contract/reviews';
import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { enumText, createdAt, descending, id, checkOneOf, checkBetween } from '../../platform/db/columns.ts';
import { language } from '../../platform/db/languages.ts';
import { users } from '../accounts/tables.ts';
import { providers } from '../directory/tables.ts';

export const reviewStatuses = ['pending', 'approved', 'rejected'] as const;

export const reviews = pgTable(
  'reviews',
  {
    id: id<ReviewId>(),
    providerId: uuid()
      .$type<ProviderId>()
      .notNull()
      .references(() => providers.id, { onDelete: 'cascade' }),
    /** Null after the author's account is deleted; the review stays. */
    userId: uuid()
      .$type<UserId>()
      .references(() => users.id, { onDelete: 'set null' }),
    rating: smallint().notNull(),
    experience: text().notNull(),
    /** Of the page on which it was written. */
    language: language().default('en'),
    issueType: enumText(reviewIssueTypes).notNull().default('none'),
    userLocation: enumText(reviewLocations).notNull().default('other'),
    status: enumText(reviewStatuses).notNull().default('pending'),
    decidedAt: timestamp({ withTimezone: true }),
    /** The provider's public answer, once businesses can give one. */
    reply: text(),
    repliedAt: timestamp({ withTimezone: true }),
    createdAt: createdAt(),
  },
  (table) => [
    unique('reviews_one_per_person').on(table.providerId, table.userId),
    checkOneOf('reviews_issue_type_known', table.issueType, reviewIssueTypes),
    checkOneOf('reviews_user_location_known', table.userLocation, reviewLocations),
    checkOneOf('reviews_status_known', table.status, reviewStatuses),
    checkBetween('reviews_rating_scale', table.rating, ratingScale.min, ratingScale.max),
    index('reviews_of_person')
      .on(table.userId)
      .where(sql`${table.userId} is not null`),
    index('reviews_pending_oldest')
      .on(table.createdAt, table.id)
      .where(sql`${table.status} = 'pending'`),
    index('reviews_approved_by_rating')
      .on(table.providerId, table.rating, descending(table.createdAt), descending(table.id))
      .where(sql`${table.status} = 'approved'`),
    index('reviews_approved_newest')
      .on(table.providerId, descending(table.createdAt), descending(table.id))
      .where(sql`${table.status} = 'approved'`),
    // Counts the problems that reviews name without reading the reviews.
    index('reviews_approved_issues')
      .on(table.providerId, table.issueType)
      .where(sql`${table.status} = 'approved' and ${table.issueType} <> 'none'`),
  ],
);

/**
 * The number of approved reviews for each rating of a provider. Updated with every decision, under the provider's lock,
 * so that mean, count and distribution never need the reviews.
 */
export const ratingCounts = pgTable(
  'rating_counts',
  {
    providerId: uuid()
      .$type<ProviderId>()
      .notNull()
      .references(() => providers.id, { onDelete: 'cascade' }),
    rating: smallint().notNull(),
    n: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.providerId, table.rating] }),
    checkBetween('rating_counts_scale', table.rating, ratingScale.min, ratingScale.max),
    check('rating_counts_not_negative', sql`${table.n} >= 0`),
  ],
);
