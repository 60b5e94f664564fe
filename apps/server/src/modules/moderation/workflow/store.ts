import type { UserId } from '@hakiki/contract/accounts';
import type { DecisionId } from '@hakiki/contract/decisions';
import type { ProposalId } from '@hakiki/contract/proposals-admin';
import { type AgeOrder, proposalHours, undoSeconds } from '@hakiki/contract/admin-values';
import { and, asc, desc, eq, gt, inArray, lte, ne, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { orderByAge } from '../../../platform/db/by-age.ts';
import type { Db } from '../../../platform/db/database.ts';
import { firstRow } from '../../../platform/db/find-one.ts';
import { users } from '../../accounts/read-model.ts';
import { decisions, proposals, publicVersions } from './tables.ts';

/** Maximum number of items in the contract's replies. */
const MAX_DECISIONS = 50;
const MAX_PROPOSALS = 100;

const hoursFromNow = (hours: number) => sql`now() + ${`${hours} hours`}::interval`;

export const insertDecision = (tx: Db, decision: typeof decisions.$inferInsert): Promise<DecisionId> =>
  tx
    .insert(decisions)
    .values(decision)
    .returning({ id: decisions.id })
    .then(([inserted]) => inserted!.id);

const decider = alias(users, 'decider');
const confirmer = alias(users, 'confirmer');

export const listBySubjects = (db: Db, subjectIds: readonly string[]) =>
  db
    .select({
      id: decisions.id,
      subject: decisions.subject,
      subjectId: decisions.subjectId,
      from: decisions.fromValue,
      to: decisions.toValue,
      reason: decisions.reason,
      evidence: decisions.evidence,
      decidedBy: decider.email,
      confirmedBy: confirmer.email,
      reverses: decisions.reverses,
      createdAt: decisions.createdAt,
    })
    .from(decisions)
    .leftJoin(decider, eq(decider.id, decisions.decidedBy))
    .leftJoin(confirmer, eq(confirmer.id, decisions.confirmedBy))
    .where(inArray(decisions.subjectId, [...subjectIds]))
    .orderBy(desc(decisions.createdAt), desc(decisions.id))
    .limit(MAX_DECISIONS);

/** Finds a decision of this user. Call `canBeUndone` again after locking the subject. */
export const findOwn = (db: Db, id: DecisionId, decidedBy: UserId) =>
  db
    .select({
      id: decisions.id,
      subject: decisions.subject,
      subjectId: decisions.subjectId,
      from: decisions.fromValue,
      to: decisions.toValue,
    })
    .from(decisions)
    .where(and(eq(decisions.id, id), eq(decisions.decidedBy, decidedBy)))
    .then(firstRow);

/** True for a recent decision of this user alone that is no reversal and has no later decision on the same subject. */
export async function canBeUndone(tx: Db, id: DecisionId, subjectId: string, userId: UserId): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from ${decisions} d
    where d.id = ${id} and d.subject_id = ${subjectId} and d.created_at > now() - ${`${undoSeconds.allowed} seconds`}::interval
      and d.decided_by = ${userId} and d.reverses is null and d.confirmed_by is null
      and not exists (
        select from ${decisions} later
        where later.subject_id = d.subject_id and (later.created_at, later.id) > (d.created_at, d.id)
      )`);
  return rows.length > 0;
}

// Proposals

const proposalColumns = {
  id: proposals.id,
  subject: proposals.subject,
  subjectId: proposals.subjectId,
  subjectTitle: proposals.subjectTitle,
  from: proposals.fromValue,
  to: proposals.toValue,
  changes: proposals.changes,
  statementHash: proposals.statementHash,
  reason: proposals.reason,
  evidence: proposals.evidence,
  proposedBy: proposals.proposedBy,
  acknowledged: proposals.acknowledged,
  proposerEmail: users.email,
  createdAt: proposals.createdAt,
  expiresAt: proposals.expiresAt,
  takesEffectAt: proposals.takesEffectAt,
  state: proposals.state,
};

const selectProposals = (db: Db) =>
  db.select(proposalColumns).from(proposals).leftJoin(users, eq(users.id, proposals.proposedBy));

export const findProposal = (db: Db, id: ProposalId) => selectProposals(db).where(eq(proposals.id, id)).then(firstRow);

export type ProposalRow = NonNullable<Awaited<ReturnType<typeof findProposal>>>;

const isOpen = eq(proposals.state, 'open');
const isExpired = lte(proposals.expiresAt, sql`now()`);

export const listOpen = (db: Db, order: AgeOrder) =>
  selectProposals(db)
    .where(and(isOpen, gt(proposals.expiresAt, sql`now()`)))
    .orderBy(...orderByAge(order, proposals.createdAt, proposals.id))
    .limit(MAX_PROPOSALS);

export const listOpenBySubjects = (db: Db, subjectIds: readonly string[]) =>
  db
    .select({
      id: proposals.id,
      subjectId: proposals.subjectId,
      proposedBy: proposals.proposedBy,
      createdAt: proposals.createdAt,
    })
    .from(proposals)
    .where(and(isOpen, inArray(proposals.subjectId, [...subjectIds]), gt(proposals.expiresAt, sql`now()`)));

export type OpenProposal = Awaited<ReturnType<typeof listOpenBySubjects>>[number];

/** Returns undefined (a conflict on the unique index) when another proposal is open. */
export const insertProposal = (
  tx: Db,
  { isAlone, ...proposal }: Omit<typeof proposals.$inferInsert, 'expiresAt' | 'takesEffectAt'> & { isAlone: boolean },
) =>
  tx
    .insert(proposals)
    .values({
      ...proposal,
      expiresAt: hoursFromNow(proposalHours.expiry),
      takesEffectAt: isAlone ? hoursFromNow(proposalHours.alone) : null,
    })
    .onConflictDoNothing({ target: proposals.subjectId, where: sql`state = 'open'` })
    .returning({ id: proposals.id })
    .then(firstRow);

/** Returns whether the proposal is open and not expired, and locks it. */
export const lockIfOpen = (tx: Db, id: ProposalId) =>
  tx
    .select({ id: proposals.id })
    .from(proposals)
    .where(and(eq(proposals.id, id), isOpen, gt(proposals.expiresAt, sql`now()`)))
    .for('update')
    .then((rows) => rows.length > 0);

/** True if this transaction applied it: by a second person, or after the waiting time of a single administrator. */
export async function wasAppliedInThisTransaction(tx: Db, id: ProposalId, subjectId: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from ${proposals} p
    where p.id = ${id} and p.subject_id = ${subjectId} and p.state = 'confirmed' and p.settled_at = now()
      and case when p.settled_by is null then p.takes_effect_at <= now() else p.settled_by <> p.proposed_by end`);
  return rows.length > 0;
}

type ClosedState = 'confirmed' | 'withdrawn' | 'expired';

/** Returns false when the proposal is no longer open. */
export const closeProposal = (tx: Db, id: ProposalId, state: ClosedState, settledBy: UserId | null): Promise<boolean> =>
  tx
    .update(proposals)
    .set({ state, settledBy, settledAt: sql`now()` })
    .where(and(eq(proposals.id, id), isOpen))
    .returning({ id: proposals.id })
    .then((rows) => rows.length > 0);

export const withdrawBySubject = (tx: Db, subjectId: string, settledBy: UserId | null) =>
  tx
    .update(proposals)
    .set({ state: 'withdrawn', settledBy, settledAt: sql`now()` })
    .where(and(eq(proposals.subjectId, subjectId), isOpen))
    .returning({ id: proposals.id });

export const expireBySubject = (tx: Db, subjectId: string) =>
  tx
    .update(proposals)
    .set({ state: 'expired', settledAt: sql`now()` })
    .where(and(eq(proposals.subjectId, subjectId), isOpen, isExpired))
    .returning({ id: proposals.id });

/** Proposals that take effect or expire now. */
export const listDue = (db: Db) =>
  db
    .select({ id: proposals.id, isExpired: sql<boolean>`${isExpired}` })
    .from(proposals)
    .where(and(isOpen, sql`least(${proposals.takesEffectAt}, ${proposals.expiresAt}) <= now()`))
    .orderBy(asc(proposals.createdAt), asc(proposals.id))
    .limit(MAX_PROPOSALS);

// Staff

/** Locks the roles until the end of the transaction, ordered by id to prevent deadlocks. */
export const lockStaff = (tx: Db, ids: readonly string[]) =>
  tx
    .select({ id: users.id, isAdmin: users.isAdmin })
    .from(users)
    .where(and(sql`${users.id} = any(${sql.param(ids)}::uuid[])`, or(users.isAdmin, users.isModerator)))
    .orderBy(asc(users.id))
    .for('share');

/** Only an administrator with a confirmed email address can sign in and confirm. */
export const hasOtherAdmin = (tx: Db, id: UserId): Promise<boolean> =>
  tx
    .select({ id: users.id })
    .from(users)
    .where(and(users.isAdmin, ne(users.id, id), sql`${users.emailVerifiedAt} is not null`))
    .limit(1)
    .then((rows) => rows.length > 0);

// Masks: the only changes of rows that are otherwise append-only

export const maskVersion = (
  tx: Db,
  id: number,
  version: Pick<typeof publicVersions.$inferSelect, 'statement' | 'successor'>,
) => tx.update(publicVersions).set(version).where(eq(publicVersions.id, id));

export const maskReason = (tx: Db, id: (typeof decisions.$inferSelect)['id'], reason: string) =>
  tx.update(decisions).set({ reason }).where(eq(decisions.id, id));
