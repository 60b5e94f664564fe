/**
 * The workflow of every moderation decision: lock the row, compute the changes, save them, record the decision, run
 * follow-up work. A module describes how its entity is locked and saved (`ModeratedEntity`). The workflow ensures that
 * nothing is decided twice, that a change which weakens a public warning needs a second person, and that every change
 * is recorded.
 */
import type { DecisionId } from '@hakiki/contract/decisions';
import type { Proposal, ProposalDetail } from '@hakiki/contract/proposals-admin';
import type { DecisionSubject } from '@hakiki/contract/admin-values';
import type { ErrorCode } from '@hakiki/contract/errors';
import { listNewlyPublicTexts, type PublicText } from '@hakiki/contract/private-data';
import { type PublicStatement, requiresSecondPerson, weakens } from '@hakiki/contract/public-statements';
import { AppError, invalidInput, notFound } from '../../../platform/app-error.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { AuditDetail } from '../../audit/service.ts';
import type {
  DecisionActors,
  Grounds,
  OwnershipCheck,
  NewDecision,
  NewProposal,
  DecidingUser,
  PublicSnapshot,
} from './decision.ts';
import { toPublicReasonTexts } from './private-data-gate.ts';

/** The row that is decided on, locked until the end of the transaction. */
export interface LockedRow {
  id: string;
  status: string;
  createdAt: Date;
  /** Set for entities whose statement can warn the public. */
  publicSnapshot?: PublicSnapshot;
  /** Name of the listed provider that it is about. It is a company name, so it is no private data. */
  listedName?: string | null;
}

export type DecisionContext = DecisionActors &
  Grounds & {
    reverses?: DecisionId;
    /** Decided by sampling; not read individually. */
    isSampled?: boolean;
  };

type SingleActorContext = Grounds & { actor: DecidingUser; isSampled?: boolean };

interface AppliedChange<Change> {
  from: string;
  to: string;
  changed: Change;
  decisionId: DecisionId;
  context: DecisionContext;
}

/** The public page after the change. */
export type Preview = Partial<Pick<ProposalDetail, 'alert' | 'provider' | 'report'>>;

export interface ModeratedEntity<Row extends LockedRow, Edit extends object, Change extends object> {
  subject: DecisionSubject;
  notFoundCode: ErrorCode & `${string}_NOT_FOUND`;
  /** Null for entities that always have a decided status. */
  undecidedStatus: string | null;
  lockForUpdate: (tx: Db, id: Row['id']) => Promise<Row | undefined>;
  /** Returns the fields that the edit really changes, including derived ones; an empty object when there are none. */
  computeChanges: (row: Row, edit: Edit) => Change;
  /** Default: the status among the changes. */
  statusAfter?: (row: Row, changed: Change) => string;
  saveChanges: (tx: Db, row: Row, changed: Change) => Promise<unknown>;
  /** Free texts that become public; `statement`: those of the public statement. All pass the private data gate. */
  publishedTexts: 'statement' | 'nothing' | ((row: Row, changed: Change) => readonly PublicText[]);
  /** Time of arrival, for statistics of waiting times. Default: set for the first decision only. */
  arrivedAt?: (row: Row, changed: Change) => Date | undefined;
  auditDetail?: (row: Row, changed: Change) => AuditDetail;
  afterChange?: (tx: Db, row: Row, step: AppliedChange<Change>) => Promise<void>;
  /** Every change of status needs a reason, because the public and the sender read it. */
  requiresReason?: boolean;
  /** The edit that undoes a first decision. Without it there is no undo. */
  undoEdit?: Edit;
  /** Set for entities that can warn the public: weakening changes of them become proposals. */
  proposalOptions?: {
    getTitle: (row: Row) => string;
    parseEdit: (changes: unknown) => Edit;
    /** Changed fields of the public statement. Default: all changes. */
    statementChanges?: (row: Row, changed: Change) => Partial<PublicStatement>;
    preview: (actor: UserActor, row: Row, changed: Change) => Promise<Preview>;
  };
}

/** The public reason of a decision that was made without one. */
const DEFAULT_REASON = 'No reason given';

/** Part of the reply to every change. */
export interface Outcome {
  decisionId?: DecisionId;
  canUndo?: boolean;
  proposal?: Proposal;
}

/** The operations that proposals and undo need from the module of a subject. */
export interface ModerationAdapter {
  lockStatus: (tx: Db, id: string) => Promise<string | undefined>;
  undo?: (tx: Db, actor: DecidingUser, decision: { id: DecisionId; subjectId: string }) => Promise<void>;
  /** Returns a decided subject that is not public to the undecided ones, as a decision of its own. */
  reopen?: (tx: Db, actor: DecidingUser, subjectId: string, reason: string) => Promise<void>;
  /** Locks the subject and computes what the proposal would change now. */
  evaluateProposal?: (
    tx: Db,
    subjectId: string,
    changes: unknown,
  ) => Promise<{
    status: string;
    before: PublicSnapshot;
    after: PublicStatement;
    /** Call it after the transaction, because it reads committed public data. */
    preview: (actor: UserActor) => Promise<Preview>;
    apply: (context: DecisionContext) => Promise<void>;
  }>;
}

export interface ModerationWorkflow<Row extends LockedRow, Edit extends object> {
  lockForUpdate: (tx: Db, id: Row['id']) => Promise<Row>;
  /** Applies the change, or proposes it when it would weaken a public warning. */
  applyOrPropose: (tx: Db, id: Row['id'], edit: Edit, context: SingleActorContext) => Promise<Outcome>;
  /** Makes the first decision. Of two concurrent first decisions, the second gets a conflict error. */
  decideFirst: (tx: Db, id: Row['id'], edit: Edit, context: SingleActorContext) => Promise<Outcome & { row: Row }>;
  /** Applies a change as part of another operation. Throws when the change would weaken a warning. */
  applyDirectly: (tx: Db, id: Row['id'], edit: Edit, context: DecisionContext) => Promise<DecisionId | undefined>;
  adapter: ModerationAdapter;
}

export function createModerationWorkflow<Row extends LockedRow, Edit extends object, Change extends object>(
  decisions: {
    assertNotOwnFilings: (tx: Db, decision: OwnershipCheck) => Promise<void>;
    record: (tx: Db, decision: NewDecision) => Promise<DecisionId>;
    propose: (tx: Db, proposal: NewProposal) => Promise<Proposal>;
  },
  entity: ModeratedEntity<Row, Edit, Change>,
): ModerationWorkflow<Row, Edit> {
  const { subject, undecidedStatus, proposalOptions } = entity;

  async function lockForUpdate(tx: Db, id: Row['id']): Promise<Row> {
    const row = await entity.lockForUpdate(tx, id);
    if (!row) throw notFound(entity.notFoundCode);
    return row;
  }

  const isFirstDecision = (from: string, to: string): boolean => from === undecidedStatus && to !== from;
  const statusAfter =
    entity.statusAfter ?? ((row: Row, changed: Change & { status?: string }) => changed.status ?? row.status);
  const applyChanges = (row: Row, statement: PublicStatement, changed: Change): PublicStatement =>
    ({ ...statement, ...(proposalOptions?.statementChanges?.(row, changed) ?? changed) }) as PublicStatement;
  const getArrivalTime = (row: Row, changed: Change): Date | undefined => {
    if (entity.arrivedAt) return entity.arrivedAt(row, changed);
    return isFirstDecision(row.status, statusAfter(row, changed)) ? row.createdAt : undefined;
  };
  const isEmpty = (changed: Change): boolean => Object.keys(changed).length === 0;

  /** Every change goes through this function. Returns undefined when nothing changes. */
  async function apply(tx: Db, row: Row, changed: Change, context: DecisionContext): Promise<DecisionId | undefined> {
    if (isEmpty(changed)) return undefined;
    const from = row.status;
    const to = statusAfter(row, changed);
    const arrivedAt = getArrivalTime(row, changed);
    // Check before saving: afterwards, other decisions wait for the locked rows of the counters.
    await decisions.assertNotOwnFilings(tx, { ...context, subject, subjectId: row.id, arrivedAt });
    await entity.saveChanges(tx, row, changed);
    const after = row.publicSnapshot && (await lockForUpdate(tx, row.id)).publicSnapshot;
    const decisionId = await decisions.record(tx, {
      ...context,
      subject,
      subjectId: row.id,
      from,
      to,
      ...(row.publicSnapshot && after && { publicSnapshots: { before: row.publicSnapshot, after } }),
      listedName: row.listedName ?? null,
      published: typeof entity.publishedTexts === 'function' ? entity.publishedTexts(row, changed) : [],
      arrivedAt,
      ...(entity.auditDetail && { auditDetail: entity.auditDetail(row, changed) }),
    });
    await entity.afterChange?.(tx, row, { from, to, changed, decisionId, context });
    return decisionId;
  }

  /** Returns the public statement before and after, if the entity can warn the public. */
  function getComparedStatements(row: Row, changed: Change): [PublicStatement, PublicStatement] | undefined {
    if (!proposalOptions || !row.publicSnapshot || isEmpty(changed)) return undefined;
    return [row.publicSnapshot.statement, applyChanges(row, row.publicSnapshot.statement, changed)];
  }

  /** These texts pass the private data gate when the change is proposed, and again when it is confirmed. */
  function collectProposalTexts(row: Row, changed: Change, reason: string | undefined): PublicText[] {
    if (!row.publicSnapshot || row.publicSnapshot.statement.kind === 'news') return [];
    const { statement } = row.publicSnapshot;
    const texts = listNewlyPublicTexts(statement, applyChanges(row, statement, changed), row.listedName);
    return [...texts, ...toPublicReasonTexts(reason)];
  }

  async function applyOrPropose(tx: Db, row: Row, edit: Edit, givenContext: SingleActorContext): Promise<Outcome> {
    const changed = entity.computeChanges(row, edit);
    const from = row.status;
    const to = statusAfter(row, changed);
    const statements = getComparedStatements(row, changed);
    const isWeaker = statements !== undefined && weakens(...statements);
    const isProposed = statements !== undefined && requiresSecondPerson(...statements);
    // A weakening change needs a reason for the second person. Other API calls may omit it, and the public reads
    // DEFAULT_REASON.
    if (entity.requiresReason && isWeaker && !givenContext.reason?.trim())
      throw invalidInput({ reason: 'REASON_REQUIRED' });
    const needsDefaultReason = entity.requiresReason && (from !== to || isProposed) && !givenContext.reason?.trim();
    const context = needsDefaultReason ? { ...givenContext, reason: DEFAULT_REASON } : givenContext;
    if (proposalOptions && isProposed) {
      await decisions.assertNotOwnFilings(tx, {
        ...context,
        subject,
        subjectId: row.id,
        arrivedAt: getArrivalTime(row, changed),
      });
      const proposal = await decisions.propose(tx, {
        ...context,
        subject,
        subjectId: row.id,
        title: proposalOptions.getTitle(row),
        from,
        to,
        changes: edit,
        publicSnapshot: row.publicSnapshot,
        published: collectProposalTexts(row, changed, context.reason),
      });
      return { proposal };
    }
    const decisionId = await apply(tx, row, changed, context);
    if (!decisionId) return {};
    return { decisionId, canUndo: entity.undoEdit !== undefined && isFirstDecision(from, to) };
  }

  return {
    lockForUpdate,
    applyOrPropose: async (tx, id, edit, context) => applyOrPropose(tx, await lockForUpdate(tx, id), edit, context),
    async decideFirst(tx, id, edit, context) {
      const row = await lockForUpdate(tx, id);
      if (row.status !== undecidedStatus) throw new AppError('ALREADY_DECIDED');
      return { row, ...(await applyOrPropose(tx, row, edit, context)) };
    },
    async applyDirectly(tx, id, edit, context) {
      const row = await lockForUpdate(tx, id);
      return apply(tx, row, entity.computeChanges(row, edit), context);
    },
    adapter: createAdapter(entity, { lockForUpdate, apply, applyChanges }),
  };
}

/** The functions of a workflow that its adapter needs. */
interface WorkflowSteps<Row extends LockedRow, Change extends object> {
  lockForUpdate: (tx: Db, id: Row['id']) => Promise<Row>;
  apply: (tx: Db, row: Row, changed: Change, context: DecisionContext) => Promise<DecisionId | undefined>;
  applyChanges: (row: Row, statement: PublicStatement, changed: Change) => PublicStatement;
}

function createAdapter<Row extends LockedRow, Edit extends object, Change extends object>(
  entity: ModeratedEntity<Row, Edit, Change>,
  { lockForUpdate, apply, applyChanges }: WorkflowSteps<Row, Change>,
): ModerationAdapter {
  const { proposalOptions } = entity;
  const toRowId = (id: string) => id as Row['id'];

  return {
    lockStatus: (tx, id) => entity.lockForUpdate(tx, toRowId(id)).then((row) => row?.status),
    ...(entity.undoEdit && {
      async undo(tx, actor, { id, subjectId }) {
        const row = await lockForUpdate(tx, toRowId(subjectId));
        await apply(tx, row, entity.computeChanges(row, entity.undoEdit!), { actor, reverses: id });
      },
      async reopen(tx, actor, subjectId, reason) {
        const row = await lockForUpdate(tx, toRowId(subjectId));
        await apply(tx, row, entity.computeChanges(row, entity.undoEdit!), { actor, reason });
      },
    }),
    ...(proposalOptions && {
      async evaluateProposal(tx, subjectId, changes) {
        const row = await lockForUpdate(tx, toRowId(subjectId));
        if (!row.publicSnapshot) throw new Error(`A ${entity.subject} has no public statement.`);
        const changed = entity.computeChanges(row, proposalOptions.parseEdit(changes));
        return {
          status: row.status,
          before: row.publicSnapshot,
          after: applyChanges(row, row.publicSnapshot.statement, changed),
          preview: (actor) => proposalOptions.preview(actor, row, changed),
          apply: async (context) => void (await apply(tx, row, changed, context)),
        };
      },
    }),
  };
}
