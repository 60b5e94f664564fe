/**
 * Decisions on every relevant change of status (append-only), proposals of changes that would weaken a public warning
 * and need a second person, and earlier versions of public content.
 */
import type { UserId } from '@hakiki/contract/accounts';
import type { DecisionId } from '@hakiki/contract/decisions';
import type { ProposalId } from '@hakiki/contract/proposals-admin';
import { decisionSubjects, proposalStates } from '@hakiki/contract/admin-values';
import type { PublicStatement } from '@hakiki/contract/public-statements';
import { sql } from 'drizzle-orm';
import { type AnyPgColumn, bigint, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { enumText, createdAt, descending, id, checkOneOf, timestampColumn } from '../../../platform/db/columns.ts';
import { users } from '../../accounts/tables.ts';

const staffReference = () =>
  uuid()
    .$type<UserId>()
    .references(() => users.id, { onDelete: 'set null' });

export const decisions = pgTable(
  'decisions',
  {
    id: id<DecisionId>(),
    subject: enumText(decisionSubjects).notNull(),
    subjectId: uuid().notNull(),
    fromValue: text().notNull(),
    toValue: text().notNull(),
    reason: text(),
    evidence: text(),
    /** No foreign key: a row is never changed, also when the account is deleted. */
    decidedBy: uuid().$type<UserId>(),
    confirmedBy: uuid().$type<UserId>(),
    /** The decision that this one undoes. */
    reverses: uuid()
      .$type<DecisionId>()
      .references((): AnyPgColumn => decisions.id),
    /** When the subject arrived, for statistics of waiting times. */
    arrivedAt: timestampColumn(),
    /** SHA-256 of the public statement before and after, where it was public. */
    statementBefore: text(),
    statementAfter: text(),
    createdAt: createdAt(),
  },
  (table) => [
    checkOneOf('decisions_subject_known', table.subject, decisionSubjects),
    index('decisions_of_subject').on(table.subjectId, descending(table.createdAt), descending(table.id)),
    index('decisions_newest').on(descending(table.createdAt), descending(table.id)),
    index('decisions_of_person')
      .on(table.decidedBy, descending(table.createdAt), descending(table.id))
      .where(sql`${table.decidedBy} is not null`),
    uniqueIndex('decisions_reversed')
      .on(table.reverses)
      .where(sql`${table.reverses} is not null`),
  ],
);

export const proposals = pgTable(
  'proposals',
  {
    id: id<ProposalId>(),
    subject: enumText(decisionSubjects).notNull(),
    subjectId: uuid().notNull(),
    /** The title at the time of the proposal. */
    subjectTitle: text().notNull().default(''),
    fromValue: text().notNull(),
    toValue: text().notNull(),
    /** The complete requested edit. */
    changes: jsonb().notNull(),
    /** Hash of the public statement at the time of the proposal. */
    statementHash: text(),
    reason: text(),
    evidence: text(),
    proposedBy: staffReference(),
    /** Tokens of the texts whose private details the proposer has reviewed; used when nobody else confirms. */
    acknowledged: text().array().notNull().default([]),
    createdAt: createdAt(),
    expiresAt: timestampColumn().notNull(),
    /** Set when there is no second administrator to confirm. */
    takesEffectAt: timestampColumn(),
    state: enumText(proposalStates).notNull().default('open'),
    settledBy: staffReference(),
    settledAt: timestampColumn(),
  },
  (table) => [
    checkOneOf('proposals_subject_known', table.subject, decisionSubjects),
    checkOneOf('proposals_state_known', table.state, proposalStates),
    uniqueIndex('proposals_open')
      .on(table.subjectId)
      .where(sql`${table.state} = 'open'`),
    index('proposals_waiting')
      .on(table.createdAt, table.id)
      .where(sql`${table.state} = 'open'`),
  ],
);

/** Earlier public statements, append-only. Triggers on the subjects' tables write them (see migrations). */
export const publicVersions = pgTable(
  'public_versions',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    subject: enumText(decisionSubjects).notNull(),
    subjectId: uuid().notNull(),
    statement: jsonb().$type<PublicStatement>().notNull(),
    /** SHA-256 of the statement; the audit log refers to it. */
    hash: text().notNull(),
    /** The statement that replaced it; null when the subject is no longer public. */
    successor: jsonb().$type<PublicStatement>(),
    /** When it was replaced: the time of the decision. */
    createdAt: createdAt(),
  },
  (table) => [
    checkOneOf('public_versions_subject_known', table.subject, decisionSubjects),
    index('public_versions_of_subject').on(table.subjectId, descending(table.createdAt), descending(table.id)),
  ],
);
