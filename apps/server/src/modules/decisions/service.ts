/**
 * Records every relevant change of status as a decision: who, what, from, to, why and when. `record` rejects a change
 * that weakens a public warning unless a confirmed proposal allows it.
 */
import type { DecisionId, PublicDecision } from '@hakiki/contract/decisions';
import type { Decision } from '@hakiki/contract/decisions-admin';
import type { Proposal, ProposalId } from '@hakiki/contract/proposals-admin';
import type { DecisionSubject } from '@hakiki/contract/admin-values';
import { newlyPublicTexts, type PublicText } from '@hakiki/contract/private-data';
import { isMaskedStatement } from '@hakiki/contract/masks';
import { isPublic, requiresSecondPerson } from '@hakiki/contract/public-statements';
import { AppError } from '../../platform/app-error.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Queue } from '../../platform/jobs/jobs.ts';
import type { AuditAction, AuditActor, AuditService } from '../audit/service.ts';
import type { FilingsService } from '../filings/service.ts';
import type { Judged, NewDecision, NewProposal, Said } from './decision.ts';
import { loneProposalLetter } from './letters.ts';
import { createLife, type Held, type Room } from './moderated.ts';
import { publicReason, requireAcknowledged } from './private-data-gate.ts';
import { presentDecision, presentHistory, presentProposal } from './present.ts';
import * as store from './store.ts';

export type * from './decision.ts';
export type * from './moderated.ts';
export * from './private-data-gate.ts';

interface Needs {
  database: Database;
  audit: AuditService;
  filings: Pick<FilingsService, 'requireOfOthers'>;
  queue: Pick<Queue, 'enqueue'>;
}

export type DecisionsService = ReturnType<typeof createDecisionsService>;

const namedOutcomes = ['approved', 'rejected'] as const;

function actionOf({ subject, from, to, reverses }: NewDecision): AuditAction {
  if (reverses) return 'decision.undone';
  if (subject === 'account') return 'account.tier-changed';
  if (subject === 'news') return to === 'hidden' ? 'news.hidden' : 'news.shown-again';
  if (from === to) return `${subject}.edited`;
  const outcome = namedOutcomes.find((one) => one === to);
  return outcome ? `${subject}.${outcome}` : `${subject}.status-changed`;
}

/** Returns the person who acted last: the one who confirmed, otherwise the one who decided. */
function auditActorOf({ actor, confirmedBy }: NewDecision): AuditActor {
  if (confirmedBy) return { kind: 'user', id: confirmedBy };
  return actor ? { kind: 'user', id: actor.user.id } : { kind: 'system' };
}

const staysItsSenders = (subject: DecisionSubject): boolean =>
  subject === 'alert' || subject === 'report' || subject === 'appeal';

/** Masking short spans of private data, and undoing that, need no confirmation by a second person first. */
function isMask({ mask, said }: NewDecision): boolean {
  if (!mask || !said) return false;
  const [before, after] = [said.before.statement, said.after.statement];
  return mask.isTakenBack ? isMaskedStatement(after, before) : isMaskedStatement(before, after);
}

/** Content that was never public has no version. */
const versionOf = (said: Said | undefined): string | null => (said && isPublic(said.statement) ? said.hash : null);

/** Collects the texts that become public with this decision. */
function textsOf({ said, listedName, reason, published }: NewDecision): PublicText[] {
  if (!said) return [...published];
  const { before, after } = { before: said.before.statement, after: said.after.statement };
  // Announcements have no public history, so their reasons stay internal.
  const hasHistory = after.kind !== 'news' && (isPublic(before) || isPublic(after));
  return [...newlyPublicTexts(before, after, listedName), ...(hasHistory ? publicReason(reason) : []), ...published];
}

export function createDecisionsService({ database, audit, filings, queue }: Needs) {
  /** Withdraws open proposals that started from a status which has changed. */
  async function withdrawOvertaken(tx: Db, decision: NewDecision): Promise<void> {
    const actor = auditActorOf(decision);
    const by = decision.confirmedBy ?? decision.actor?.user.id ?? null;
    for (const { id } of await store.withdrawOf(tx, decision.subjectId, by)) {
      const detail = { proposal: id };
      await audit.record(tx, { actor, action: 'proposal.withdrawn', subject: decision.subjectId, detail });
    }
  }

  /** True for a confirmed proposal, one whose waiting time is over, or an undo of the actor's own decision. */
  async function isAgreed(tx: Db, { actor, proposal, reverses, subjectId }: NewDecision): Promise<boolean> {
    if (proposal) return store.isCarriedOut(tx, proposal, subjectId);
    return Boolean(reverses && actor && (await store.canBeUndone(tx, reverses, subjectId, actor.user.id)));
  }

  /** A listing loses its owner with the first decision; alerts, reports and appeals always belong to the sender. */
  async function requireOfOthers(tx: Db, { subject, subjectId, arrivedAt, actor, confirmedBy }: Judged) {
    if (!staysItsSenders(subject) && !(subject === 'provider' && arrivedAt)) return;
    const people = [actor?.user.id, confirmedBy].filter((id) => id !== undefined);
    await filings.requireOfOthers(tx, [subjectId], people);
  }

  /** Call it in the transaction of the change, with the subject locked. Throws if a second person is needed. */
  async function record(tx: Db, decision: NewDecision): Promise<DecisionId> {
    const { actor, confirmedBy, subject, subjectId, from, to, reason, evidence, arrivedAt, reverses, detail, said } =
      decision;
    const isAlone = said !== undefined && requiresSecondPerson(said.before.statement, said.after.statement);
    if (isAlone && !isMask(decision) && !(await isAgreed(tx, decision))) {
      throw new Error(`This change needs a second person (${subject} ${subjectId}).`);
    }
    // Texts beside a mask were public before.
    const texts = decision.mask && !decision.mask.isTakenBack ? [] : textsOf(decision);
    const privateData = requireAcknowledged(texts, decision.acknowledged ?? actor?.acknowledged);
    const decidedBy = actor?.user.id ?? null;
    const statementBefore = versionOf(said?.before);
    const statementAfter = versionOf(said?.after);
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
    const action = actionOf(decision);
    const isNamed = action.endsWith(`.${to}`) || action.endsWith('.edited') || subject === 'news';
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
        ...(statementBefore && { versionBefore: statementBefore }),
        ...(statementAfter && { versionAfter: statementAfter }),
        ...(privateData && { privateData }),
        ...(decision.mask && { mask: decision.mask.id }),
        ...detail,
      },
    });
    if (from !== to && said) await withdrawOvertaken(tx, decision);
    return id;
  }

  /** Opens a proposal; without a second administrator it takes effect after a day and an email to the operator. */
  async function propose(
    tx: Db,
    { actor, subject, subjectId, title, from, to, changes, said, published, reason, evidence }: NewProposal,
  ): Promise<Proposal> {
    const privateData = requireAcknowledged(published, actor.acknowledged);
    if (staysItsSenders(subject)) await filings.requireOfOthers(tx, [subjectId], [actor.user.id]);
    for (const { id } of await store.expireOf(tx, subjectId)) {
      const detail = { proposal: id };
      await audit.record(tx, { actor: { kind: 'system' }, action: 'proposal.expired', subject: subjectId, detail });
    }
    const isAlone = !(await store.hasOtherAdmin(tx, actor.user.id));
    const inserted = await store.insertProposal(tx, {
      subject,
      subjectId,
      subjectTitle: title,
      fromValue: from,
      toValue: to,
      changes,
      statementHash: said?.hash ?? null,
      reason: reason || null,
      evidence: evidence || null,
      proposedBy: actor.user.id,
      acknowledged: [...(actor.acknowledged ?? [])],
      isAlone,
    });
    if (!inserted) throw new AppError('ALREADY_PROPOSED');
    await audit.record(tx, {
      actor: { kind: 'user', id: actor.user.id },
      action: 'proposal.opened',
      subject: subjectId,
      ...(reason && { reason }),
      detail: { proposal: inserted.id, before: from, after: to, isAlone, ...(privateData && { privateData }) },
    });
    if (isAlone) await queue.enqueue(tx, loneProposalLetter.job, { proposalId: inserted.id });
    const proposal = await store.findProposal(tx, inserted.id);
    return presentProposal(proposal!, actor.user.id);
  }

  return {
    moderated: <Row extends Held, Edit extends object, Change extends object>(room: Room<Row, Edit, Change>) =>
      createLife({ requireOfOthers, record, propose }, room),

    /** Records a decision that keeps the status. */
    recordMask: (
      tx: Db,
      {
        status,
        ...decision
      }: Pick<NewDecision, 'actor' | 'subject' | 'subjectId' | 'said'> & {
        status: string;
        mask: NonNullable<NewDecision['mask']>;
      },
    ): Promise<DecisionId> => record(tx, { ...decision, from: status, to: status, published: [] }),

    async listOf(subjectIds: readonly string[]): Promise<Decision[]> {
      const rows = await store.listOf(database.db, subjectIds);
      return rows.map(presentDecision);
    },

    /** Returns since when each subject has an open proposal. */
    async listProposedSince(db: Db, subjectIds: readonly string[]): Promise<Map<string, Date>> {
      const rows = subjectIds.length === 0 ? [] : await store.listOpenOf(db, subjectIds);
      return new Map(rows.map(({ subjectId, createdAt }) => [subjectId, createdAt]));
    },

    async findProposal({ user }: UserActor, id: ProposalId): Promise<Proposal | null> {
      const proposal = await store.findProposal(database.db, id);
      return proposal ? presentProposal(proposal, user.id) : null;
    },

    /** The public history, without names of people. The caller checks first that the subject is public. */
    async listPublic(subject: DecisionSubject, subjectId: string): Promise<PublicDecision[]> {
      return presentHistory(await store.listPublic(database, subject, subjectId));
    },
  };
}
