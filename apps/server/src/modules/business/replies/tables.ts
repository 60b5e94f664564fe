/**
 * Replies of businesses to the verdict on their listing and to reports and reviews that name them. The author is not
 * stored. Versions are rows; a subject has at most one public and one pending version.
 */
import type { BusinessId } from '@hakiki/contract/business';
import type { ProviderId } from '@hakiki/contract/directory';
import { reviewStates } from '@hakiki/contract/directory-values';
import type { ReplyId } from '@hakiki/contract/replies';
import { replyRejectReasons, replyRules, replySubjects } from '@hakiki/contract/reply-values';
import { sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { enumText, createdAt, id, checkOneOf, timestampColumn } from '../../../platform/db/columns.ts';
import { language } from '../../../platform/db/languages.ts';
import { businesses } from '../tables.ts';
import { providers } from '../../directory/tables.ts';

export const businessReplies = pgTable(
  'business_replies',
  {
    id: id<ReplyId>(),
    /** Null after the business is deleted; the published reply stays. */
    businessId: uuid()
      .$type<BusinessId>()
      .references(() => businesses.id, { onDelete: 'set null' }),
    /** The listing that the reply speaks for. */
    providerId: uuid()
      .$type<ProviderId>()
      .notNull()
      .references(() => providers.id, { onDelete: 'cascade' }),
    kind: enumText(replySubjects).notNull(),
    /** The id of the listing itself, of an alert, a report or a review. */
    subjectId: uuid().notNull(),
    text: text().notNull(),
    language: language(),
    status: enumText(reviewStates).notNull().default('pending'),
    reason: enumText(replyRejectReasons),
    dueAt: timestampColumn()
      .notNull()
      .default(sql.raw(`now() + interval '${replyRules.days} days'`)),
    decidedAt: timestampColumn(),
    /** When it was withdrawn or replaced by a newer version. */
    endedAt: timestampColumn(),
    createdAt: createdAt(),
  },
  (table) => [
    checkOneOf('business_replies_kind_known', table.kind, replySubjects),
    checkOneOf('business_replies_status_known', table.status, reviewStates),
    checkOneOf('business_replies_reason_known', table.reason, replyRejectReasons),
    // Serves the queries of the public pages.
    uniqueIndex('business_replies_published')
      .on(table.subjectId, table.providerId)
      .where(sql`${table.status} = 'approved' and ${table.endedAt} is null`),
    uniqueIndex('business_replies_waiting')
      .on(table.subjectId, table.providerId)
      .where(sql`${table.status} = 'pending' and ${table.endedAt} is null`),
    index('business_replies_waiting_due')
      .on(table.dueAt, table.id)
      .where(sql`${table.status} = 'pending' and ${table.endedAt} is null`),
    index('business_replies_of_provider').on(table.providerId, table.subjectId, table.createdAt),
    index('business_replies_of_business').on(table.businessId),
  ],
);
