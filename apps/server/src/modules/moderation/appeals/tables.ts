/**
 * Appeals against public verdicts. An appeal has the id of its filing, which stores the encrypted text of the sender.
 */
import type { ProposalId } from '@hakiki/contract/proposals-admin';
import type { AppealId } from '@hakiki/contract/appeals';
import {
  appealOutcomes,
  appealRules,
  appealStatuses,
  appealSubjects,
  appealRequests,
  appellants,
} from '@hakiki/contract/appeal-values';
import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { enumText, createdAt, descending, id, checkOneOf, timestampColumn } from '../../../platform/db/columns.ts';
import { proposals } from '../workflow/tables.ts';

export const appeals = pgTable(
  'appeals',
  {
    id: id<AppealId>(),
    subject: enumText(appealSubjects).notNull(),
    subjectId: uuid().notNull(),
    /** The title when the appeal arrived. */
    subjectTitle: text().notNull(),
    /** Stated by the sender and not verified. */
    askedBy: enumText(appellants).notNull(),
    wants: enumText(appealRequests).notNull(),
    status: enumText(appealStatuses).notNull().default('pending'),
    /** Whether the page of the verdict shows a notice: not soon after an appeal was dismissed. */
    isNoticed: boolean().notNull(),
    /** Entered by staff, from a letter by post. */
    isRecorded: boolean().notNull().default(false),
    createdAt: createdAt(),
    dueAt: timestampColumn()
      .notNull()
      .default(sql.raw(`now() + interval '${appealRules.days} days'`)),
    decidedAt: timestampColumn(),
    /** The public reason of the outcome. */
    reason: text(),
    /** The proposal that changes the verdict, and the outcome of the appeal once it is applied. */
    proposalId: uuid()
      .$type<ProposalId>()
      .references(() => proposals.id),
    proposedOutcome: enumText(appealOutcomes),
    /** When the operator was last informed that it is overdue or stuck. */
    operatorNotifiedAt: timestampColumn(),
  },
  (table) => [
    checkOneOf('appeals_subject_known', table.subject, appealSubjects),
    checkOneOf('appeals_asked_by_known', table.askedBy, appellants),
    checkOneOf('appeals_wants_known', table.wants, appealRequests),
    checkOneOf('appeals_status_known', table.status, appealStatuses),
    checkOneOf('appeals_proposed_outcome_known', table.proposedOutcome, appealOutcomes),
    index('appeals_of_subject').on(table.subjectId, descending(table.createdAt)),
    // Read by every public page.
    index('appeals_open_of_subject')
      .on(table.subjectId, table.createdAt)
      .where(sql`${table.status} = 'pending'`),
    index('appeals_open_due')
      .on(table.dueAt, table.id)
      .where(sql`${table.status} = 'pending'`),
    index('appeals_decided_newest')
      .on(descending(table.decidedAt), descending(table.id))
      .where(sql`${table.status} <> 'pending'`),
    index('appeals_of_proposal')
      .on(table.proposalId)
      .where(sql`${table.proposalId} is not null`),
  ],
);
