/**
 * Every change of a status that matters is a decision: who, what, from, to, why and when. A change that takes a warning away is
 * proposed here and carried out at the desk, by a second person.
 */
import type { Decision, DecisionId, Proposal, PublicDecision } from '@hakiki/contract/admin';
import type { DecisionSubject } from '@hakiki/contract/admin-values';
import { AppError } from '../../platform/app-error.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Queue } from '../../platform/jobs/jobs.ts';
import { actorOf, type AuditAction, type AuditActor, type AuditDetail, type AuditService } from '../audit/service.ts';
import { loneProposalLetter } from './letters.ts';
import { presentDecision, presentProposal, presentPublic } from './present.ts';
import * as store from './store.ts';

/** Why, and on what grounds. A reason is shown to everybody where the status is public. */
export interface Grounds {
  reason?: string | undefined;
  evidence?: string | undefined;
}

/** Who decided: a person, with whoever confirmed it; nobody when the account of who proposed it is gone. */
export interface Deciders {
  actor: { user: { id: string } } | null;
  confirmedBy?: string | undefined;
}

interface NewDecision extends Deciders, Grounds {
  subject: DecisionSubject;
  subjectId: string;
  from: string;
  to: string;
  /** When what is decided here for the first time had arrived. */
  arrivedAt?: Date | undefined;
  /** The decision that is taken back. */
  reverses?: DecisionId | undefined;
  /** For the audit alone. */
  detail?: AuditDetail | undefined;
}

/** What can carry a warning. */
type Warning = 'alert' | 'provider';
const canWait = (subject: DecisionSubject): subject is Warning => subject === 'alert' || subject === 'provider';

interface NewProposal extends Grounds {
  actor: UserActor;
  subject: Warning;
  subjectId: string;
  from: string;
  to: string;
  changes: object;
}

/** A proposal as its room carries it out. */
export interface Accepted {
  subjectId: string;
  changes: unknown;
  grounds: Grounds;
  deciders: Deciders;
}

/** A decision as its room takes it back. */
export interface Undone {
  id: DecisionId;
  subjectId: string;
  from: string;
  to: string;
}

interface Needs {
  database: Database;
  audit: AuditService;
  queue: Pick<Queue, 'enqueue'>;
}

export type DecisionsService = ReturnType<typeof createDecisionsService>;

const namedOutcomes = ['approved', 'rejected'] as const;

function actionOf({ subject, from, to, reverses }: NewDecision): AuditAction {
  if (reverses) return 'decision.undone';
  if (subject === 'account') return 'account.tier-changed';
  if (from === to) return `${subject}.edited`;
  const outcome = namedOutcomes.find((one) => one === to);
  return outcome ? `${subject}.${outcome}` : `${subject}.status-changed`;
}

/** Whoever did the last thing that it took. */
function auditActorOf({ actor, confirmedBy }: NewDecision): AuditActor {
  if (confirmedBy) return { kind: 'user', id: confirmedBy };
  return actor ? { kind: 'user', id: actor.user.id } : { kind: 'system' };
}

export function createDecisionsService({ database, audit, queue }: Needs) {
  /** What waited for a status that has changed meanwhile waits for nothing. */
  async function withdrawOvertaken(tx: Db, decision: NewDecision): Promise<void> {
    const actor = auditActorOf(decision);
    const by = actor.kind === 'user' ? actor.id : null;
    for (const { id } of await store.withdrawOf(tx, decision.subjectId, by)) {
      const detail = { proposal: id };
      await audit.record(tx, { actor, action: 'proposal.withdrawn', subject: decision.subjectId, detail });
    }
  }

  return {
    /** In the transaction of the change itself, under the lock of its subject. */
    async record(tx: Db, decision: NewDecision): Promise<DecisionId> {
      const { actor, confirmedBy, subject, subjectId, from, to, reason, evidence, arrivedAt, reverses, detail } =
        decision;
      const decidedBy = actor?.user.id ?? null;
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
      });
      const action = actionOf(decision);
      const isNamed = action.endsWith(`.${to}`) || action.endsWith('.edited');
      await audit.record(tx, {
        actor: auditActorOf(decision),
        action,
        subject: subjectId,
        ...(reason && { reason }),
        detail: {
          before: from,
          ...(!isNamed && { after: to }),
          ...(reverses && { decision: reverses }),
          ...(confirmedBy && { proposedBy: decidedBy }),
          ...detail,
        },
      });
      if (from !== to && canWait(subject)) await withdrawOvertaken(tx, decision);
      return id as DecisionId;
    },

    /** Nothing changes until another administrator agrees or, where there is none, a day has passed and the operator knows. */
    async propose(
      tx: Db,
      { actor, subject, subjectId, from, to, changes, reason, evidence }: NewProposal,
    ): Promise<Proposal> {
      for (const { id } of await store.expireOf(tx, subjectId)) {
        const detail = { proposal: id };
        await audit.record(tx, { actor: { kind: 'system' }, action: 'proposal.expired', subject: subjectId, detail });
      }
      const isAlone = !(await store.hasOtherAdmin(tx, actor.user.id));
      const inserted = await store.insertProposal(tx, {
        subject,
        subjectId,
        fromValue: from,
        toValue: to,
        changes,
        reason: reason || null,
        evidence: evidence || null,
        proposedBy: actor.user.id,
        isAlone,
      });
      if (!inserted) throw new AppError('ALREADY_PROPOSED');
      await audit.record(tx, {
        actor: actorOf(actor),
        action: 'proposal.opened',
        subject: subjectId,
        ...(reason && { reason }),
        detail: { proposal: inserted.id, before: from, after: to, isAlone },
      });
      if (isAlone) await queue.enqueue(tx, loneProposalLetter.job, { proposalId: inserted.id });
      const proposal = await store.findProposal(tx, inserted.id);
      return presentProposal(proposal!, actor.user.id);
    },

    /** For staff, newest first. */
    async listOf(subjectId: string): Promise<Decision[]> {
      const rows = await store.listOf(database.db, subjectId);
      return rows.map(presentDecision);
    },

    /** For everybody: without names, and changes alone. Its room says first whether the subject is public. */
    async listPublic(subject: DecisionSubject, subjectId: string): Promise<PublicDecision[]> {
      const rows = await store.listPublic(database, subject, subjectId);
      return rows.map(presentPublic);
    },
  };
}
