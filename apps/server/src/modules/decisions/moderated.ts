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
import { newlyPublicTexts, type PublicText } from '@hakiki/contract/private-data';
import { type PublicStatement, requiresSecondPerson, weakens } from '@hakiki/contract/public-statements';
import { AppError, invalid, notFound } from '../../platform/app-error.ts';
import type { Db } from '../../platform/db/database.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { AuditDetail } from '../audit/service.ts';
import type { Deciders, Grounds, Judged, NewDecision, NewProposal, Person, Said } from './decision.ts';
import { publicReason } from './private-data-gate.ts';

/** The row that is decided on, locked until the end of the transaction. */
export interface Held {
  id: string;
  status: string;
  createdAt: Date;
  /** Set for entities whose statement can warn the public. */
  said?: Said;
  /** Name of the listed provider that it is about. It is a company name, so it is no private data. */
  listedName?: string | null;
}

export type By = Deciders &
  Grounds & {
    reverses?: DecisionId;
    /** Decided by sampling; not read individually. */
    isSampled?: boolean;
  };

type Alone = Grounds & { actor: Person; isSampled?: boolean };

interface Step<Change> {
  from: string;
  to: string;
  changed: Change;
  decisionId: DecisionId;
  by: By;
}

/** The public page after the change. */
export type Foreseen = Partial<Pick<ProposalDetail, 'alert' | 'provider' | 'report'>>;

export interface Room<Row extends Held, Edit extends object, Change extends object> {
  subject: DecisionSubject;
  unknown: ErrorCode & `${string}_NOT_FOUND`;
  /** Null for entities that always have a decided status. */
  undecided: string | null;
  hold: (tx: Db, id: Row['id']) => Promise<Row | undefined>;
  /** Returns the fields that the edit really changes, including derived ones; an empty object when there are none. */
  compare: (row: Row, edit: Edit) => Change;
  /** Default: the status among the changes. */
  statusAfter?: (row: Row, changed: Change) => string;
  set: (tx: Db, row: Row, changed: Change) => Promise<unknown>;
  /** Free texts that become public; `statement`: those of the public statement. All pass the private data gate. */
  publishes: 'statement' | 'nothing' | ((row: Row, changed: Change) => readonly PublicText[]);
  /** Time of arrival, for statistics of waiting times. Default: set for the first decision only. */
  arrivedAt?: (row: Row, changed: Change) => Date | undefined;
  detail?: (row: Row, changed: Change) => AuditDetail;
  follow?: (tx: Db, row: Row, step: Step<Change>) => Promise<void>;
  /** Every change of status needs a reason, because the public and the sender read it. */
  asksWhy?: boolean;
  /** The edit that undoes a first decision. Without it there is no undo. */
  takesBack?: Edit;
  /** Set for entities that can warn the public: weakening changes of them become proposals. */
  warns?: {
    titleOf: (row: Row) => string;
    readEdit: (changes: unknown) => Edit;
    /** Changed fields of the public statement. Default: all changes. */
    rewrites?: (row: Row, changed: Change) => Partial<PublicStatement>;
    foresee: (actor: UserActor, row: Row, changed: Change) => Promise<Foreseen>;
  };
}

/** The public reason of a decision that was made without one. */
const UNSAID = 'Decided by the platform team after review.';

/** Part of the reply to every change. */
export interface Outcome {
  decisionId?: DecisionId;
  canUndo?: boolean;
  proposal?: Proposal;
}

/** The operations that proposals and undo need from the module of a subject. */
export interface DecidedRoom {
  lockStatus: (tx: Db, id: string) => Promise<string | undefined>;
  takeBack?: (tx: Db, actor: Person, undone: { id: DecisionId; subjectId: string }) => Promise<void>;
  /** Locks the subject and computes what the proposal would change now. */
  weigh?: (
    tx: Db,
    subjectId: string,
    changes: unknown,
  ) => Promise<{
    status: string;
    before: Said;
    after: PublicStatement;
    /** Call it after the transaction, because it reads committed public data. */
    foresee: (actor: UserActor) => Promise<Foreseen>;
    carryOut: (by: By) => Promise<void>;
  }>;
}

export interface ModerationWorkflow<Row extends Held, Edit extends object> {
  hold: (tx: Db, id: Row['id']) => Promise<Row>;
  /** Applies the change, or proposes it when it would weaken a public warning. */
  attempt: (tx: Db, id: Row['id'], edit: Edit, by: Alone) => Promise<Outcome>;
  /** Makes the first decision. Of two concurrent first decisions, the second gets a conflict error. */
  settle: (tx: Db, id: Row['id'], edit: Edit, by: Alone) => Promise<Outcome & { row: Row }>;
  /** Applies a change as part of another operation. Throws when the change would weaken a warning. */
  change: (tx: Db, id: Row['id'], edit: Edit, by: By) => Promise<DecisionId | undefined>;
  decided: DecidedRoom;
}

export function createLife<Row extends Held, Edit extends object, Change extends object>(
  decisions: {
    requireOfOthers: (tx: Db, decision: Judged) => Promise<void>;
    record: (tx: Db, decision: NewDecision) => Promise<DecisionId>;
    propose: (tx: Db, proposal: NewProposal) => Promise<Proposal>;
  },
  room: Room<Row, Edit, Change>,
): ModerationWorkflow<Row, Edit> {
  const { subject, undecided, warns } = room;

  async function hold(tx: Db, id: Row['id']): Promise<Row> {
    const row = await room.hold(tx, id);
    if (!row) throw notFound(room.unknown);
    return row;
  }

  const isFirst = (from: string, to: string): boolean => from === undecided && to !== from;
  const statusAfter =
    room.statusAfter ?? ((row: Row, changed: Change & { status?: string }) => changed.status ?? row.status);
  const foretell = (row: Row, statement: PublicStatement, changed: Change): PublicStatement =>
    ({ ...statement, ...(warns?.rewrites?.(row, changed) ?? changed) }) as PublicStatement;
  const arrivalOf = (row: Row, changed: Change): Date | undefined => {
    if (room.arrivedAt) return room.arrivedAt(row, changed);
    return isFirst(row.status, statusAfter(row, changed)) ? row.createdAt : undefined;
  };
  const isEmpty = (changed: Change): boolean => Object.keys(changed).length === 0;

  /** Every change goes through this function. Returns undefined when nothing changes. */
  async function carryOut(tx: Db, row: Row, changed: Change, by: By): Promise<DecisionId | undefined> {
    if (isEmpty(changed)) return undefined;
    const from = row.status;
    const to = statusAfter(row, changed);
    const arrivedAt = arrivalOf(row, changed);
    // Check before saving: afterwards, other decisions wait for the locked rows of the counters.
    await decisions.requireOfOthers(tx, { ...by, subject, subjectId: row.id, arrivedAt });
    await room.set(tx, row, changed);
    const after = row.said && (await hold(tx, row.id)).said;
    const decisionId = await decisions.record(tx, {
      ...by,
      subject,
      subjectId: row.id,
      from,
      to,
      ...(row.said && after && { said: { before: row.said, after } }),
      listedName: row.listedName ?? null,
      published: typeof room.publishes === 'function' ? room.publishes(row, changed) : [],
      arrivedAt,
      ...(room.detail && { detail: room.detail(row, changed) }),
    });
    await room.follow?.(tx, row, { from, to, changed, decisionId, by });
    return decisionId;
  }

  /** Returns the public statement before and after, if the entity can warn the public. */
  function judged(row: Row, changed: Change): [PublicStatement, PublicStatement] | undefined {
    if (!warns || !row.said || isEmpty(changed)) return undefined;
    return [row.said.statement, foretell(row, row.said.statement, changed)];
  }

  /** These texts pass the private data gate when the change is proposed, and again when it is confirmed. */
  function textsOfProposal(row: Row, changed: Change, reason: string | undefined): PublicText[] {
    if (!row.said || row.said.statement.kind === 'news') return [];
    const { statement } = row.said;
    const texts = newlyPublicTexts(statement, foretell(row, statement, changed), row.listedName);
    return [...texts, ...publicReason(reason)];
  }

  async function attempt(tx: Db, row: Row, edit: Edit, given: Alone): Promise<Outcome> {
    const changed = room.compare(row, edit);
    const from = row.status;
    const to = statusAfter(row, changed);
    const statements = judged(row, changed);
    const isWeaker = statements !== undefined && weakens(...statements);
    const isProposed = statements !== undefined && requiresSecondPerson(...statements);
    // A weakening change needs a reason for the second person. Other API calls may omit it, and the public reads
    // DEFAULT_REASON.
    if (room.asksWhy && isWeaker && !given.reason?.trim()) throw invalid({ reason: 'REASON_REQUIRED' });
    const isUnsaid = room.asksWhy && (from !== to || isProposed) && !given.reason?.trim();
    const by = isUnsaid ? { ...given, reason: UNSAID } : given;
    if (warns && isProposed) {
      await decisions.requireOfOthers(tx, { ...by, subject, subjectId: row.id, arrivedAt: arrivalOf(row, changed) });
      const title = warns.titleOf(row);
      const published = textsOfProposal(row, changed, by.reason);
      const waiting = { subject, subjectId: row.id, title, from, to, changes: edit, said: row.said, published };
      return { proposal: await decisions.propose(tx, { ...by, ...waiting }) };
    }
    const decisionId = await carryOut(tx, row, changed, by);
    if (!decisionId) return {};
    return { decisionId, canUndo: room.takesBack !== undefined && isFirst(from, to) };
  }

  const ofRecord = (id: string) => id as Row['id'];

  const decided: DecidedRoom = {
    lockStatus: (tx, id) => room.hold(tx, ofRecord(id)).then((row) => row?.status),
    ...(room.takesBack && {
      async takeBack(tx, actor, { id, subjectId }) {
        const row = await hold(tx, ofRecord(subjectId));
        await carryOut(tx, row, room.compare(row, room.takesBack!), { actor, reverses: id });
      },
    }),
    ...(warns && {
      async weigh(tx, subjectId, changes) {
        const row = await hold(tx, ofRecord(subjectId));
        if (!row.said) throw new Error(`A ${subject} has no public statement.`);
        const changed = room.compare(row, warns.readEdit(changes));
        return {
          status: row.status,
          before: row.said,
          after: foretell(row, row.said.statement, changed),
          foresee: (actor) => warns.foresee(actor, row, changed),
          carryOut: async (by) => void (await carryOut(tx, row, changed, by)),
        };
      },
    }),
  };

  return {
    hold,
    attempt: async (tx, id, edit, by) => attempt(tx, await hold(tx, id), edit, by),
    async settle(tx, id, edit, by) {
      const row = await hold(tx, id);
      if (row.status !== undecided) throw new AppError('ALREADY_DECIDED');
      return { row, ...(await attempt(tx, row, edit, by)) };
    },
    async change(tx, id, edit, by) {
      const row = await hold(tx, id);
      return carryOut(tx, row, room.compare(row, edit), by);
    },
    decided,
  };
}
