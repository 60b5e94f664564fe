/**
 * Appeals against public verdicts. Each has the id of its filing, which holds what its sender says, unreadable here; decisions are
 * recorded as those on everything else.
 */
import type { ProposalId } from '@hakiki/contract/proposals-admin';
import type { AppealId } from '@hakiki/contract/appeals';
import {
  appealOutcomes,
  appealRules,
  appealStatuses,
  appealSubjects,
  appealWishes,
  appellants,
} from '@hakiki/contract/appeal-values';
import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { choice, createdAt, descending, id, oneOf } from '../../platform/db/columns.ts';
import { proposals } from '../decisions/tables.ts';

const time = () => timestamp({ withTimezone: true });

export const appeals = pgTable(
  'appeals',
  {
    id: id<AppealId>(),
    subject: choice(appealSubjects).notNull(),
    subjectId: uuid().notNull(),
    /** What it was called when the appeal arrived. */
    subjectTitle: text().notNull(),
    /** A claim, and no proof. */
    askedBy: choice(appellants).notNull(),
    wants: choice(appealWishes).notNull(),
    status: choice(appealStatuses).notNull().default('pending'),
    /** Whether the page of the verdict says so: not again at once after one was dismissed. */
    isNoticed: boolean().notNull(),
    /** Entered by staff from a letter. */
    isRecorded: boolean().notNull().default(false),
    createdAt: createdAt(),
    dueAt: time()
      .notNull()
      .default(sql.raw(`now() + interval '${appealRules.days} days'`)),
    decidedAt: time(),
    /** Why it was decided so, in words for everybody. */
    reason: text(),
    /** The change of the verdict that was proposed for its sake, and what it becomes when that is carried out. */
    proposalId: uuid()
      .$type<ProposalId>()
      .references(() => proposals.id),
    proposedOutcome: choice(appealOutcomes),
    /** When the operator was last told that it is overdue, or that nobody may decide it. */
    operatorToldAt: time(),
  },
  (table) => [
    oneOf('appeals_subject_known', table.subject, appealSubjects),
    oneOf('appeals_asked_by_known', table.askedBy, appellants),
    oneOf('appeals_wants_known', table.wants, appealWishes),
    oneOf('appeals_status_known', table.status, appealStatuses),
    oneOf('appeals_proposed_outcome_known', table.proposedOutcome, appealOutcomes),
    index('appeals_of_subject').on(table.subjectId, descending(table.createdAt)),
    // Every public page asks whether one is open.
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

/** SQL for since when an appeal against what has this id is under way, as its page says. */
export const appealSinceOf = (id: string): string =>
  `(select min(x.created_at) from appeals x where x.subject_id = ${id} and x.status = 'pending' and x.is_noticed)`;
