/**
 * Every change of a status that matters, with its reason; rows are only ever added. `proposals` are changes that take a warning away:
 * they wait for a second person.
 */
import { decisionSubjects, proposalStates } from '@hakiki/contract/admin-values';
import { sql } from 'drizzle-orm';
import { type AnyPgColumn, index, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { choice, createdAt, descending, id, oneOf } from '../../platform/db/columns.ts';
import { users } from '../accounts/tables.ts';

const time = () => timestamp({ withTimezone: true });
const staff = () => uuid().references(() => users.id, { onDelete: 'set null' });

export const decisions = pgTable(
  'decisions',
  {
    id: id(),
    subject: choice(decisionSubjects).notNull(),
    subjectId: uuid().notNull(),
    fromValue: text().notNull(),
    toValue: text().notNull(),
    reason: text(),
    evidence: text(),
    /** Ids that name nobody once the account is gone: a row is never touched again. */
    decidedBy: uuid(),
    confirmedBy: uuid(),
    /** The decision that this one takes back. */
    reverses: uuid().references((): AnyPgColumn => decisions.id),
    /** When what was decided had arrived: how long someone waited. */
    arrivedAt: time(),
    createdAt: createdAt(),
  },
  (table) => [
    oneOf('decisions_subject_known', table.subject, decisionSubjects),
    index('decisions_of_subject').on(table.subjectId, descending(table.createdAt), descending(table.id)),
    index('decisions_newest').on(descending(table.createdAt), descending(table.id)),
    // A decision is reversed once.
    uniqueIndex('decisions_reversed')
      .on(table.reverses)
      .where(sql`${table.reverses} is not null`),
  ],
);

export const proposals = pgTable(
  'proposals',
  {
    id: id(),
    subject: choice(decisionSubjects).notNull(),
    subjectId: uuid().notNull(),
    fromValue: text().notNull(),
    toValue: text().notNull(),
    /** The whole edit, as it was asked for. */
    changes: jsonb().notNull(),
    reason: text(),
    evidence: text(),
    proposedBy: staff(),
    createdAt: createdAt(),
    expiresAt: time().notNull(),
    /** Set where there is nobody else to confirm. */
    takesEffectAt: time(),
    state: choice(proposalStates).notNull().default('open'),
    settledBy: staff(),
    settledAt: time(),
  },
  (table) => [
    oneOf('proposals_subject_known', table.subject, decisionSubjects),
    oneOf('proposals_state_known', table.state, proposalStates),
    uniqueIndex('proposals_open')
      .on(table.subjectId)
      .where(sql`${table.state} = 'open'`),
    index('proposals_waiting')
      .on(table.createdAt, table.id)
      .where(sql`${table.state} = 'open'`),
  ],
);
