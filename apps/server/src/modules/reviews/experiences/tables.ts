/** Experiences that anyone shared about a provider, named as text; `status` decides what is public. */
import type { ExperienceId } from '@hakiki/contract/experiences';
import { reviewIssueTypes } from '@hakiki/contract/review-values';
import { ratingScale } from '@hakiki/contract/reviews';
import { sql } from 'drizzle-orm';
import { index, pgTable, smallint, text, timestamp } from 'drizzle-orm/pg-core';
import { enumText, createdAt, descending, id, checkOneOf, checkBetween } from '../../../platform/db/columns.ts';
import { language } from '../../../platform/db/languages.ts';

export const experienceStatuses = ['pending', 'approved', 'rejected'] as const;

export const experiences = pgTable(
  'experiences',
  {
    id: id<ExperienceId>(),
    providerName: text().notNull(),
    rating: smallint().notNull(),
    experience: text().notNull(),
    /** Of the page on which it was written. */
    language: language().default('en'),
    issueType: enumText(reviewIssueTypes).notNull().default('none'),
    status: enumText(experienceStatuses).notNull().default('pending'),
    decidedAt: timestamp({ withTimezone: true }),
    createdAt: createdAt(),
  },
  (table) => [
    checkOneOf('experiences_issue_type_known', table.issueType, reviewIssueTypes),
    checkOneOf('experiences_status_known', table.status, experienceStatuses),
    checkBetween('experiences_rating_scale', table.rating, ratingScale.min, ratingScale.max),
    index('experiences_approved_newest')
      .on(descending(table.createdAt), descending(table.id))
      .where(sql`${table.status} = 'approved'`),
    index('experiences_pending_oldest')
      .on(table.createdAt, table.id)
      .where(sql`${table.status} = 'pending'`),
  ],
);
