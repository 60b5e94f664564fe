/**
 * The one life of a decision: hold, compare, set, record, follow. A room says how its things are held and set; that nothing is
 * decided twice, that what weakens a public warning waits, and that everything is recorded stands here, once for all of them.
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

/** What is decided on, locked until the end of the transaction. */
export interface Held {
  id: string;
  status: string;
  createdAt: Date;
  /** What people read about it, where that can warn them. */
  said?: Said;
  /** The provider of the register that it is about: its name is no person's. */
  listedName?: string | null;
}

export type By = Deciders &
  Grounds & {
    reverses?: DecisionId;
    /** Like a sample of it that was read. */
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

/** The public page as it would be. */
export type Foreseen = Partial<Pick<ProposalDetail, 'alert' | 'provider' | 'report'>>;

export interface Room<Row extends Held, Edit extends object, Change extends object> {
  subject: DecisionSubject;
  unknown: ErrorCode & `${string}_NOT_FOUND`;
  /** The status of what nobody has decided on; null where there is no such thing. */
  undecided: string | null;
  hold: (tx: Db, id: Row['id']) => Promise<Row | undefined>;
  /** What an edit would really change, with what follows from it; empty when nothing. */
  compare: (row: Row, edit: Edit) => Change;
  /** By default the one that is among the changes. */
  statusAfter?: (row: Row, changed: Change) => string;
  set: (tx: Db, row: Row, changed: Change) => Promise<unknown>;
  /**
   * The free texts that a change makes public: those of its public statement, which the record reads itself, those named here, or
   * nothing. Each passes the private data gate.
   */
  publishes: 'statement' | 'nothing' | ((row: Row, changed: Change) => readonly PublicText[]);
  /** When it had arrived, if somebody waits for this: by default with the first decision. */
  arrivedAt?: (row: Row, changed: Change) => Date | undefined;
  detail?: (row: Row, changed: Change) => AuditDetail;
  follow?: (tx: Db, row: Row, step: Step<Change>) => Promise<void>;
  /** People read the reason of each change of its status, and so does whoever sent it: there always is one. */
  asksWhy?: boolean;
  /** What takes a first decision back; without it there is no undo. */
  takesBack?: Edit;
  /** What can warn the public, and therefore be proposed. */
  warns?: {
    titleOf: (row: Row) => string;
    readEdit: (changes: unknown) => Edit;
    /** What people would read otherwise; by default all that changes. */
    rewrites?: (row: Row, changed: Change) => Partial<PublicStatement>;
    foresee: (actor: UserActor, row: Row, changed: Change) => Promise<Foreseen>;
  };
}

/** What people read where whoever decided said nothing. */
const UNSAID = 'Decided by the platform team after review.';

/** On the answer to every change. */
export interface Outcome {
  decisionId?: DecisionId;
  canUndo?: boolean;
  proposal?: Proposal;
}

/** The reason of a decision on something public stands in its history. */
export const publicReason = (reason: string | null | undefined): PublicText[] =>
  reason ? [{ field: 'reason', text: reason }] : [];

/** How the desk meets a room. */
export interface DecidedRoom {
  lockStatus: (tx: Db, id: string) => Promise<string | undefined>;
  takeBack?: (tx: Db, actor: Person, undone: { id: DecisionId; subjectId: string }) => Promise<void>;
  /** What a proposal would do by now, and how it is done. */
  weigh?: (
    tx: Db,
    subjectId: string,
    changes: unknown,
  ) => Promise<{
    status: string;
    before: Said;
    after: PublicStatement;
    /** Once the transaction is over: it reads what everybody reads. */
    foresee: (actor: UserActor) => Promise<Foreseen>;
    carryOut: (by: By) => Promise<void>;
  }>;
}

export function createLife<Row extends Held, Edit extends object, Change extends object>(
  decisions: {
    requireOfOthers: (tx: Db, decision: Judged) => Promise<void>;
    record: (tx: Db, decision: NewDecision) => Promise<DecisionId>;
    propose: (tx: Db, proposal: NewProposal) => Promise<Proposal>;
  },
  room: Room<Row, Edit, Change>,
) {
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

  /** The only way in which anything changes. Answers the decision, if there was something to decide. */
  async function carryOut(tx: Db, row: Row, changed: Change, by: By): Promise<DecisionId | undefined> {
    if (isEmpty(changed)) return undefined;
    const from = row.status;
    const to = statusAfter(row, changed);
    const arrivedAt = arrivalOf(row, changed);
    // Before the change: from then on everybody else who decides waits for the rows of the counts.
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

  /** What people read before and after, where that is judged. */
  function judged(row: Row, changed: Change): [PublicStatement, PublicStatement] | undefined {
    if (!warns || !row.said || isEmpty(changed)) return undefined;
    return [row.said.statement, foretell(row, row.said.statement, changed)];
  }

  /** Asked about when it is proposed, and again when it is confirmed. */
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
    // A second person agrees with a reason; elsewhere the documents know of calls without one, and people read a sentence all the same.
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

  /** What the record names by subject and id is of this room. */
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
        if (!row.said) throw new Error(`Nothing is said in public about a ${subject}.`);
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

    /** Makes the change, or proposes it where it would weaken a public warning. */
    attempt: async (tx: Db, id: Row['id'], edit: Edit, by: Alone): Promise<Outcome> =>
      attempt(tx, await hold(tx, id), edit, by),

    /** For the first time: of two concurrent decisions the second is refused as a conflict. */
    async settle(tx: Db, id: Row['id'], edit: Edit, by: Alone): Promise<Outcome & { row: Row }> {
      const row = await hold(tx, id);
      if (row.status !== undecided) throw new AppError('ALREADY_DECIDED');
      return { row, ...(await attempt(tx, row, edit, by)) };
    },

    /** In the course of something else: refused as a whole where it would weaken a warning. */
    async change(tx: Db, id: Row['id'], edit: Edit, by: By): Promise<DecisionId | undefined> {
      const row = await hold(tx, id);
      return carryOut(tx, row, room.compare(row, edit), by);
    },

    decided,
  };
}
