/** Referrals. The inviter keeps the reward when the invited person deletes their account. */
import type { UserId } from '@hakiki/contract/accounts';
import { referralStatuses } from '@hakiki/contract/referral-values';
import { reviewStates } from '@hakiki/contract/directory-values';
import type { ReferralReviewId } from '@hakiki/contract/referrals-admin';
import type { ReferralId } from '@hakiki/contract/referrals';
import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { enumText, createdAt, descending, id, checkOneOf } from '../../../platform/db/columns.ts';
import { users } from '../../accounts/tables.ts';

export const referrals = pgTable(
  'referrals',
  {
    id: id<ReferralId>(),
    referrerId: uuid()
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    referredUserId: uuid()
      .$type<UserId>()
      .references(() => users.id, { onDelete: 'set null' }),
    status: enumText(referralStatuses).notNull().default('pending'),
    rewardAmount: integer().notNull().default(0),
    completedAt: timestamp({ withTimezone: true }),
    createdAt: createdAt(),
  },
  (table) => [
    checkOneOf('referrals_status_known', table.status, referralStatuses),
    check('referrals_rewarded_when_completed', sql`(${table.status} = 'pending') = (${table.rewardAmount} = 0)`),
    check('referrals_of_others', sql`${table.referrerId} <> ${table.referredUserId}`),
    uniqueIndex('referrals_of_referred').on(table.referredUserId),
    index('referrals_newest').on(table.referrerId, descending(table.createdAt), descending(table.id)),
  ],
);

/** A review is opened when a person's referrals come too fast; further ones are added to the same review. */
export const referralReviews = pgTable(
  'referral_reviews',
  {
    id: id<ReferralReviewId>(),
    referrerId: uuid()
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    status: enumText(reviewStates).notNull().default('pending'),
    decidedAt: timestamp({ withTimezone: true }),
    createdAt: createdAt(),
  },
  (table) => [
    checkOneOf('referral_reviews_status_known', table.status, reviewStates),
    uniqueIndex('referral_reviews_one_open')
      .on(table.referrerId)
      .where(sql`${table.status} = 'pending'`),
    index('referral_reviews_pending_oldest')
      .on(table.createdAt, table.id)
      .where(sql`${table.status} = 'pending'`),
  ],
);

/** The referrals that a review decides on. */
export const heldReferrals = pgTable(
  'held_referrals',
  {
    referralId: uuid()
      .$type<ReferralId>()
      .primaryKey()
      .references(() => referrals.id, { onDelete: 'cascade' }),
    reviewId: uuid()
      .$type<ReferralReviewId>()
      .notNull()
      .references(() => referralReviews.id, { onDelete: 'cascade' }),
  },
  (table) => [index('held_referrals_of_review').on(table.reviewId)],
);
