/**
 * Records every relevant change of status as a decision: who, what, from, to, why and when. `record` rejects a change
 * that weakens a public warning unless a confirmed proposal allows it.
 */
import type { UserId } from '@hakiki/contract/accounts';
import type { DecisionId } from '@hakiki/contract/decisions';
import type { Decision } from '@hakiki/contract/decisions-admin';
import type { Proposal, ProposalId } from '@hakiki/contract/proposals-admin';
import type { DecisionSubject } from '@hakiki/contract/admin-values';
import { filingKindTable } from '@hakiki/contract/filing-values';
import { listNewlyPublicTexts, type PublicText } from '@hakiki/contract/private-data';
import { isMaskedStatement } from '@hakiki/contract/masks';
import { isPublic, requiresSecondPerson } from '@hakiki/contract/public-statements';
import { AppError } from '../../../platform/app-error.ts';
import { bindDeps } from '../../../platform/bind-deps.ts';
import type { Database, Db } from '../../../platform/db/database.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Queue } from '../../../platform/jobs/jobs.ts';
import type { AuditAction, AuditActor, AuditService } from '../../audit/service.ts';
import type { OwnershipCheck, NewDecision, NewProposal, PublicSnapshot } from './decision.ts';
import { singleAdminProposalEmail } from './emails.ts';
import { createModerationWorkflow, type LockedRow, type ModeratedEntity } from './moderation-workflow.ts';
import { toPublicReasonTexts, assertAcknowledged } from './private-data-gate.ts';
import type { CaseHooks } from './ports.ts';
import { presentDecision, presentProposal } from './present.ts';
import * as store from './store.ts';

export type * from './decision.ts';
export type * from './moderation-workflow.ts';
export * from './ports.ts';
export { maskReason, maskVersion } from './store.ts';
export * from './private-data-gate.ts';

interface Deps {
  database: Database;
  audit: AuditService;
  cases: Pick<CaseHooks, 'listCaseIds'>;
  /** Throws if one of the people has sent one of the filings. */
  assertNotOwnFilings: (tx: Db, ids: readonly string[], people: readonly UserId[]) => Promise<void>;
  queue: Pick<Queue, 'enqueue'>;
}

export type OpenProposal = store.OpenProposal;
export type DecisionsService = ReturnType<typeof createDecisionsService>;

const namedOutcomes = ['approved', 'rejected'] as const;

function toAuditAction({ subject, from, to, reverses }: NewDecision): AuditAction {
  if (reverses) return 'decision.undone';
  if (subject === 'account') return 'account.tier-changed';
  if (subject === 'news') return to === 'hidden' ? 'news.hidden' : 'news.shown-again';
  if (from === to) return `${subject}.edited`;
  const outcome = namedOutcomes.find((named) => named === to);
  return outcome ? `${subject}.${outcome}` : `${subject}.status-changed`;
}

/** Returns the person who acted last: the one who confirmed, otherwise the one who decided. */
function toAuditActor({ actor, confirmedBy }: NewDecision): AuditActor {
  if (confirmedBy) return { kind: 'user', id: confirmedBy };
  return actor ? { kind: 'user', id: actor.user.id } : { kind: 'system' };
}

/** A filing was sent by a person who must never decide on it. */
const belongsToSender = (subject: DecisionSubject): boolean => subject in filingKindTable;

/** Masking short spans of private data, and undoing that, need no confirmation by a second person first. */
function isMask({ mask, publicSnapshots }: NewDecision): boolean {
  if (!mask || !publicSnapshots) return false;
  const [before, after] = [publicSnapshots.before.statement, publicSnapshots.after.statement];
  return mask.isReverted ? isMaskedStatement(after, before) : isMaskedStatement(before, after);
}

/** Content that was never public has no version. */
const getVersionHash = (snapshot: PublicSnapshot | undefined): string | null =>
  snapshot && isPublic(snapshot.statement) ? snapshot.hash : null;

/** Collects the texts that become public with this decision. */
function collectNewlyPublicTexts({ publicSnapshots, listedName, reason, published }: NewDecision): PublicText[] {
  if (!publicSnapshots) return [...published];
  const { before, after } = { before: publicSnapshots.before.statement, after: publicSnapshots.after.statement };
  // Announcements have no public history, so their reasons stay internal.
  const hasHistory = after.kind !== 'news' && (isPublic(before) || isPublic(after));
  return [
    ...listNewlyPublicTexts(before, after, listedName),
    ...(hasHistory ? toPublicReasonTexts(reason) : []),
    ...published,
  ];
}

/** Withdraws open proposals that started from a status which has changed. */
async function withdrawOutdatedProposals({ audit }: Deps, tx: Db, decision: NewDecision): Promise<void> {
  const actor = toAuditActor(decision);
  const userId = decision.confirmedBy ?? decision.actor?.user.id ?? null;
  for (const { id } of await store.withdrawBySubject(tx, decision.subjectId, userId)) {
    const detail = { proposal: id };
    await audit.record(tx, { actor, action: 'proposal.withdrawn', subject: decision.subjectId, detail });
  }
}

/** True for a confirmed proposal, one whose waiting time is over, or an undo of the actor's own decision. */
async function isWeakeningAllowed(tx: Db, { actor, proposal, reverses, subjectId }: NewDecision): Promise<boolean> {
  if (proposal) return store.wasAppliedInThisTransaction(tx, proposal, subjectId);
  return Boolean(reverses && actor && (await store.canBeUndone(tx, reverses, subjectId, actor.user.id)));
}

/** A listing loses its owner with the first decision; other filings always belong to the sender. */
async function assertNotOwnFilings(
  deps: Deps,
  tx: Db,
  { subject, subjectId, arrivedAt, actor, confirmedBy }: OwnershipCheck,
) {
  if (!belongsToSender(subject) && !(subject === 'provider' && arrivedAt)) return;
  const userIds = [actor?.user.id, confirmedBy].filter((id) => id !== undefined);
  await deps.assertNotOwnFilings(tx, [subjectId], userIds);
}

/** Call it in the transaction of the change, with the subject locked. Throws if a second person is needed. */
async function record(deps: Deps, tx: Db, decision: NewDecision): Promise<DecisionId> {
  const {
    actor,
    confirmedBy,
    subject,
    subjectId,
    from,
    to,
    reason,
    evidence,
    arrivedAt,
    reverses,
    auditDetail,
    publicSnapshots,
  } = decision;
  const needsSecondPerson =
    publicSnapshots !== undefined &&
    requiresSecondPerson(publicSnapshots.before.statement, publicSnapshots.after.statement);
  if (needsSecondPerson && !isMask(decision) && !(await isWeakeningAllowed(tx, decision))) {
    throw new Error(`This change needs a second person (${subject} ${subjectId}).`);
  }
  // Texts beside a mask were public before.
  const texts = decision.mask && !decision.mask.isReverted ? [] : collectNewlyPublicTexts(decision);
  const privateData = assertAcknowledged(texts, decision.acknowledged ?? actor?.acknowledged);
  const decidedBy = actor?.user.id ?? null;
  const statementBefore = getVersionHash(publicSnapshots?.before);
  const statementAfter = getVersionHash(publicSnapshots?.after);
  const id = await store.insertDecision(tx, {
    subject,
    subjectId,
    fromValue: from,
    toValue: to,
    reason: reason || null,
    evidence: evidence || null,
    decidedBy,
    confirmedBy: confirmedBy ?? null,
    reverses: reverses ?? null,
    arrivedAt: arrivedAt ?? null,
    statementBefore,
    statementAfter,
  });
  const action = toAuditAction(decision);
  const isStatusInAction = action.endsWith(`.${to}`) || action.endsWith('.edited') || subject === 'news';
  await deps.audit.record(tx, {
    actor: toAuditActor(decision),
    action,
    subject: subjectId,
    ...(reason && { reason }),
    detail: {
      before: from,
      ...(!isStatusInAction && { after: to }),
      ...(reverses && { decision: reverses }),
      ...(confirmedBy && { proposedBy: decidedBy }),
      ...(statementBefore && { versionBefore: statementBefore }),
      ...(statementAfter && { versionAfter: statementAfter }),
      ...(privateData && { privateData }),
      ...(decision.mask && { mask: decision.mask.id }),
      ...auditDetail,
    },
  });
  if (from !== to && publicSnapshots) await withdrawOutdatedProposals(deps, tx, decision);
  return id;
}

/** Opens a proposal; without a second administrator it takes effect after a day and an email to the operator. */
async function propose(
  deps: Deps,
  tx: Db,
  { actor, subject, subjectId, title, from, to, changes, publicSnapshot, published, reason, evidence }: NewProposal,
): Promise<Proposal> {
  const privateData = assertAcknowledged(published, actor.acknowledged);
  if (belongsToSender(subject)) await deps.assertNotOwnFilings(tx, [subjectId], [actor.user.id]);
  for (const { id } of await store.expireBySubject(tx, subjectId)) {
    const detail = { proposal: id };
    await deps.audit.record(tx, { actor: { kind: 'system' }, action: 'proposal.expired', subject: subjectId, detail });
  }
  const isAlone = !(await store.hasOtherAdmin(tx, actor.user.id));
  const inserted = await store.insertProposal(tx, {
    subject,
    subjectId,
    subjectTitle: title,
    fromValue: from,
    toValue: to,
    changes,
    statementHash: publicSnapshot?.hash ?? null,
    reason: reason || null,
    evidence: evidence || null,
    proposedBy: actor.user.id,
    acknowledged: [...(actor.acknowledged ?? [])],
    isAlone,
  });
  if (!inserted) throw new AppError('ALREADY_PROPOSED');
  await deps.audit.record(tx, {
    actor: { kind: 'user', id: actor.user.id },
    action: 'proposal.opened',
    subject: subjectId,
    ...(reason && { reason }),
    detail: { proposal: inserted.id, before: from, after: to, isAlone, ...(privateData && { privateData }) },
  });
  if (isAlone) await deps.queue.enqueue(tx, singleAdminProposalEmail.job, { proposalId: inserted.id });
  return (await readProposal(deps, tx, inserted.id, actor.user.id))!;
}

async function readProposal(
  { cases }: Pick<Deps, 'cases'>,
  db: Db,
  id: ProposalId,
  viewerId: UserId,
): Promise<Proposal | null> {
  const proposal = await store.findProposal(db, id);
  if (!proposal) return null;
  const caseIds = await cases.listCaseIds(db, [proposal.subjectId]);
  return presentProposal(proposal, caseIds, viewerId);
}

export function createDecisionsService(deps: Deps) {
  const decisions = bindDeps(deps, { assertNotOwnFilings, record, propose });

  return {
    createWorkflow: <Row extends LockedRow, Edit extends object, Change extends object>(
      entity: ModeratedEntity<Row, Edit, Change>,
    ) => createModerationWorkflow(decisions, entity),

    /** Records a decision that keeps the status. */
    recordMask: (
      tx: Db,
      {
        status,
        ...decision
      }: Pick<NewDecision, 'actor' | 'subject' | 'subjectId' | 'publicSnapshots'> & {
        status: string;
        mask: NonNullable<NewDecision['mask']>;
      },
    ): Promise<DecisionId> => record(deps, tx, { ...decision, from: status, to: status, published: [] }),

    async listBySubjects(subjectIds: readonly string[]): Promise<Decision[]> {
      const rows = await store.listBySubjects(deps.database.db, subjectIds);
      return rows.map(presentDecision);
    },

    /** Returns the open proposals by subject. */
    async listOpenProposals(db: Db, subjectIds: readonly string[]): Promise<Map<string, store.OpenProposal>> {
      const rows = subjectIds.length === 0 ? [] : await store.listOpenBySubjects(db, subjectIds);
      return new Map(rows.map((row) => [row.subjectId, row]));
    },

    findProposal: ({ user }: UserActor, id: ProposalId): Promise<Proposal | null> =>
      readProposal(deps, deps.database.db, id, user.id),
  };
}
