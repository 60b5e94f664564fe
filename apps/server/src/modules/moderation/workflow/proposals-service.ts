/**
 * Confirms, withdraws and expires proposals, and undoes decisions. The adapter of each subject applies the change. Lock
 * order, to prevent deadlocks: roles of the users, then the subject, then the proposal.
 */
import { createHash } from 'node:crypto';
import type { UserId } from '@hakiki/contract/accounts';
import type { DecisionId } from '@hakiki/contract/decisions';
import type { Proposal, ProposalDetail, ProposalId } from '@hakiki/contract/proposals-admin';
import type { AgeOrder, DecisionSubject } from '@hakiki/contract/admin-values';
import { bindDeps } from '../../../platform/bind-deps.ts';
import { AppError, notFound } from '../../../platform/app-error.ts';
import type { Database, Db } from '../../../platform/db/database.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { SendMail } from '../../../platform/mail/mail.ts';
import { toAuditActor, type AuditService } from '../../audit/service.ts';
import { singleAdminProposalEmailJob } from './emails.ts';
import type { DecisionContext, ModerationAdapter } from './moderation-workflow.ts';
import type { CaseHooks } from './ports.ts';
import { presentDetail, presentProposal } from './present.ts';
import * as store from './store.ts';

interface Deps {
  database: Database;
  audit: AuditService;
  cases: Pick<CaseHooks, 'listCaseIds'>;
  adapters: Partial<Record<DecisionSubject, ModerationAdapter | undefined>>;
  /** Runs in the transaction that applies the proposal, e.g. to close the appeals that depend on it. */
  afterApply: (tx: Db, id: ProposalId, context: DecisionContext) => Promise<void>;
  settings: { operatorEmail: string | undefined; publicUrl: string };
}

export type ProposalsService = ReturnType<typeof createProposalsService>;

/** Only a first decision can be undone; a later change is a decision of its own. */
const UNDECIDED_STATUS = 'pending';

type Approval = { confirmedBy: UserId; seen: string; acknowledged: readonly string[] } | undefined;

async function getOrThrow(db: Db, id: ProposalId): Promise<store.ProposalRow> {
  const proposal = await store.findProposal(db, id);
  if (!proposal) throw notFound('PROPOSAL_NOT_FOUND');
  return proposal;
}

async function readProposal({ cases }: Deps, tx: Db, id: ProposalId, { user }: UserActor): Promise<Proposal> {
  const proposal = await getOrThrow(tx, id);
  return presentProposal(proposal, await cases.listCaseIds(tx, [proposal.subjectId]), user.id);
}

/** Only an administrator may confirm, or propose alone; the proposer must still have the role. */
async function lockPeople(tx: Db, { proposedBy }: store.ProposalRow, confirmedBy: string | undefined) {
  const userIds = [proposedBy, confirmedBy].filter((id) => typeof id === 'string');
  const staff = await store.lockStaff(tx, userIds);
  const isAdmin = (id: string) => staff.some((user) => user.id === id && user.isAdmin);
  if (confirmedBy && !isAdmin(confirmedBy)) throw new AppError('FORBIDDEN');
  const proposer = staff.find(({ id }) => id === proposedBy);
  if (!proposer || !(proposer.isAdmin || confirmedBy)) throw new AppError('ALREADY_DECIDED');
  return proposer.id;
}

/** Locks the subject and computes what the proposal would change now. */
async function evaluateProposal({ adapters }: Deps, tx: Db, proposal: store.ProposalRow) {
  const { id, subject, subjectId, changes, from, statementHash, reason, evidence } = proposal;
  const adapter = adapters[subject];
  if (!adapter?.evaluateProposal) throw new Error(`No adapter applies proposals about a ${subject}.`);
  const evaluation = await adapter.evaluateProposal(tx, subjectId, changes);
  if (evaluation.status !== from) throw new AppError('ALREADY_DECIDED');
  const shownContent = JSON.stringify([id, evaluation.before.hash, evaluation.after, reason, evidence]);
  return {
    ...evaluation,
    isOvertaken: statementHash !== null && statementHash !== evaluation.before.hash,
    seen: createHash('sha256').update(shownContent).digest('hex'),
  };
}

/** Applies what the second administrator has seen or, without one, exactly what was proposed. */
async function applyProposal(deps: Deps, tx: Db, proposal: store.ProposalRow, approval: Approval): Promise<void> {
  const { id, subjectId, reason, evidence } = proposal;
  const proposer = await lockPeople(tx, proposal, approval?.confirmedBy);
  const evaluation = await evaluateProposal(deps, tx, proposal);
  if (!(await store.lockIfOpen(tx, id))) throw new AppError('ALREADY_DECIDED');
  if (approval && approval.seen !== evaluation.seen) throw new AppError('PROPOSAL_OVERTAKEN');
  if (!approval && evaluation.isOvertaken) throw new AppError('ALREADY_DECIDED');
  await store.closeProposal(tx, id, 'confirmed', approval?.confirmedBy ?? null);
  await deps.audit.record(tx, {
    actor: approval ? { kind: 'user', id: approval.confirmedBy } : { kind: 'system' },
    action: approval ? 'proposal.confirmed' : 'proposal.took-effect',
    subject: subjectId,
    detail: { proposal: id },
  });
  const context = {
    reason: reason ?? undefined,
    evidence: evidence ?? undefined,
    actor: { user: { id: proposer } },
    confirmedBy: approval?.confirmedBy,
    acknowledged: approval ? approval.acknowledged : proposal.acknowledged,
    proposal: id,
  };
  await evaluation.apply(context);
  await deps.afterApply(tx, id, context);
}

async function expire({ audit }: Deps, tx: Db, { id, subjectId }: store.ProposalRow): Promise<void> {
  if (!(await store.closeProposal(tx, id, 'expired', null))) return;
  await audit.record(tx, {
    actor: { kind: 'system' },
    action: 'proposal.expired',
    subject: subjectId,
    detail: { proposal: id },
  });
}

/** Applies a due proposal, or expires it when its time is over or its subject has changed. */
async function processDue(deps: Deps, { id, isExpired }: { id: ProposalId; isExpired: boolean }): Promise<void> {
  const proposal = await getOrThrow(deps.database.db, id);
  if (!isExpired) {
    // A second administrator exists by now and has to confirm it.
    if (proposal.proposedBy && (await store.hasOtherAdmin(deps.database.db, proposal.proposedBy))) return;
    try {
      await deps.database.transaction((tx) => applyProposal(deps, tx, proposal, undefined));
      return;
    } catch (error) {
      const code = error instanceof AppError ? error.code : undefined;
      // A moderator has claimed the case: retry after the claim ends.
      if (code === 'CASE_CLAIMED') return;
      // Private details must not become public without a person who has reviewed them.
      if (code !== 'ALREADY_DECIDED' && code !== 'OWN_REPORT' && code !== 'PRIVATE_DATA_FOUND') throw error;
    }
  }
  await deps.database.transaction((tx) => expire(deps, tx, proposal));
}

async function listProposals({ cases, database }: Deps, actor: UserActor, order: AgeOrder): Promise<Proposal[]> {
  const rows = await store.listOpen(database.db, order);
  const caseIds = await cases.listCaseIds(
    database.db,
    rows.map(({ subjectId }) => subjectId),
  );
  return rows.map((row) => presentProposal(row, caseIds, actor.user.id));
}

/** Returns every changed field, the grounds and a preview of the public page. */
async function show(deps: Deps, actor: UserActor, id: ProposalId): Promise<ProposalDetail> {
  const { proposal, evaluation } = await deps.database.transaction(async (tx) => {
    const found = await getOrThrow(tx, id);
    if (found.state !== 'open') throw new AppError('ALREADY_DECIDED');
    return { proposal: found, evaluation: await evaluateProposal(deps, tx, found) };
  });
  const { before, after, isOvertaken, seen } = evaluation;
  const preview = await evaluation.preview(actor);
  const caseIds = await deps.cases.listCaseIds(deps.database.db, [proposal.subjectId]);
  return presentDetail(proposal, caseIds, actor.user.id, {
    before: before.statement,
    after,
    isOvertaken,
    seen,
    preview,
  });
}

const confirm = (deps: Deps, actor: UserActor, id: ProposalId, seen: string): Promise<Proposal> =>
  deps.database.transaction(async (tx) => {
    const proposal = await getOrThrow(tx, id);
    if (proposal.proposedBy === actor.user.id) throw new AppError('OWN_PROPOSAL');
    const { acknowledged = [] } = actor;
    await applyProposal(deps, tx, proposal, { confirmedBy: actor.user.id, seen, acknowledged });
    return readProposal(deps, tx, id, actor);
  });

/**
 * Any administrator may withdraw a proposal, because the public warning then stays as it is. A moderator may withdraw
 * only their own.
 */
const withdraw = (deps: Deps, actor: UserActor, id: ProposalId): Promise<Proposal> =>
  deps.database.transaction(async (tx) => {
    const { subjectId, proposedBy } = await getOrThrow(tx, id);
    if (!actor.canAdminister && proposedBy !== actor.user.id) throw notFound('PROPOSAL_NOT_FOUND');
    if (!(await store.lockIfOpen(tx, id))) throw new AppError('ALREADY_DECIDED');
    await store.closeProposal(tx, id, 'withdrawn', actor.user.id);
    await deps.audit.record(tx, {
      actor: toAuditActor(actor),
      action: 'proposal.withdrawn',
      subject: subjectId,
      detail: { proposal: id },
    });
    return readProposal(deps, tx, id, actor);
  });

/** Undoes the actor's own decision within the undo period. Decisions of others are reported as not found. */
const undo = ({ adapters, database }: Deps, actor: UserActor, id: DecisionId): Promise<void> =>
  database.transaction(async (tx) => {
    const decision = await store.findOwn(tx, id, actor.user.id);
    if (!decision) throw notFound('DECISION_NOT_FOUND');
    const { subject, subjectId, from, to } = decision;
    const adapter = adapters[subject];
    if (!adapter?.undo) throw new AppError('TOO_LATE');
    const status = await adapter.lockStatus(tx, subjectId);
    if (from !== UNDECIDED_STATUS || from === to || status !== to) throw new AppError('TOO_LATE');
    if (!(await store.canBeUndone(tx, id, subjectId, actor.user.id))) throw new AppError('TOO_LATE');
    await adapter.undo(tx, actor, { id, subjectId });
  });

/** Handles each proposal in its own transaction, so that one failure does not stop the others. */
async function processAllDue(deps: Deps): Promise<void> {
  const failures: unknown[] = [];
  for (const due of await store.listDue(deps.database.db)) {
    await processDue(deps, due).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some due proposals could not be applied or expired.');
}

const emailJobs = ({ database, settings }: Deps, sendMail: SendMail) => [
  singleAdminProposalEmailJob({ database, sendMail, ...settings }),
];

export function createProposalsService(deps: Deps) {
  return {
    ...bindDeps(deps, { listProposals, show, confirm, withdraw, undo, processAllDue, emailJobs }),
  };
}
