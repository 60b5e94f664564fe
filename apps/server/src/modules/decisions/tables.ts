/**
 * Every change of a status that matters, with its reason; append-only. `proposals` are changes that would weaken a public warning:
 * they wait for a second person. `public_versions` is what people could read before it was changed.
 */
import type { UserId } from '@hakiki/contract/accounts';
import type { DecisionId } from '@hakiki/contract/decisions';
import type { ProposalId } from '@hakiki/contract/proposals-admin';
import { decisionSubjects, proposalStates } from '@hakiki/contract/admin-values';
import type { PublicStatement } from '@hakiki/contract/public-statements';
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  index,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { choice, createdAt, descending, id, oneOf } from '../../platform/db/columns.ts';
import { users } from '../accounts/tables.ts';

const time = () => timestamp({ withTimezone: true });
const staff = () =>
  uuid()
    .$type<UserId>()
    .references(() => users.id, { onDelete: 'set null' });

export const decisions = pgTable(
  'decisions',
  {
    id: id<DecisionId>(),
    subject: choice(decisionSubjects).notNull(),
    subjectId: uuid().notNull(),
    fromValue: text().notNull(),
    toValue: text().notNull(),
    reason: text(),
    evidence: text(),
    /** Ids that name nobody once the account is gone: a row is never touched again. */
    decidedBy: uuid().$type<UserId>(),
    confirmedBy: uuid().$type<UserId>(),
    /** The decision that this one takes back. */
    reverses: uuid()
      .$type<DecisionId>()
      .references((): AnyPgColumn => decisions.id),
    /** When what was decided had arrived: how long someone waited. */
    arrivedAt: time(),
    /** SHA-256 of what people could read before and after, where they could. */
    statementBefore: text(),
    statementAfter: text(),
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
    id: id<ProposalId>(),
    subject: choice(decisionSubjects).notNull(),
    subjectId: uuid().notNull(),
    /** What it was called when it was proposed. */
    subjectTitle: text().notNull().default(''),
    fromValue: text().notNull(),
    toValue: text().notNull(),
    /** The whole edit, as it was asked for. */
    changes: jsonb().notNull(),
    /** Of what was public when it was asked for. */
    statementHash: text(),
    reason: text(),
    evidence: text(),
    proposedBy: staff(),
    /** Tokens of the texts whose private details the proposer has looked at: needed where nobody else confirms it. */
    acknowledged: text().array().notNull().default([]),
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

/**
 * What was public about something until it was said otherwise: kept by triggers on the rooms' tables (see migrations), whichever
 * way it was changed. Append-only.
 */
export const publicVersions = pgTable(
  'public_versions',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    subject: choice(decisionSubjects).notNull(),
    subjectId: uuid().notNull(),
    statement: jsonb().$type<PublicStatement>().notNull(),
    /** SHA-256 of the statement; the audit names it too. */
    hash: text().notNull(),
    /** What people read instead; nothing while it is no longer public. */
    successor: jsonb().$type<PublicStatement>(),
    /** When it was replaced: the time of the decision that did it. */
    createdAt: createdAt(),
  },
  (table) => [
    oneOf('public_versions_subject_known', table.subject, decisionSubjects),
    index('public_versions_of_subject').on(table.subjectId, descending(table.createdAt), descending(table.id)),
  ],
);
