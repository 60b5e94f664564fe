/**
 * A case belongs to whoever took it, for a while. Whichever way somebody comes to a decision (the queue, a tab of the console,
 * a proposal, an undo, the worker), it is held here against who holds the case and what was shown to them.
 */
import type { DecisionId } from '@hakiki/contract/decisions';
import { AppError } from '../../platform/app-error.ts';
import type { Db } from '../../platform/db/database.ts';
import { Overtaken } from '../../platform/db/retry.ts';
import * as claims from './claims-store.ts';
import * as store from './store.ts';

/** What happens to a filing, and through whom. */
export interface Change {
  from: string;
  to: string;
  by: {
    actor: { user: { id: string } } | null;
    confirmedBy?: string | undefined;
    reverses?: DecisionId;
    /** Like a sample of it that was read. */
    isSampled?: boolean;
  };
}

const WAITS = 'pending';

const isDecision = ({ from, to }: Change): boolean => from === WAITS && to !== WAITS;

/** Of whoever acts, the one who does the last thing that it takes comes first. */
const peopleOf = ({ by: { actor, confirmedBy } }: Change): string[] =>
  [confirmedBy, actor?.user.id].filter((id) => id !== undefined);

/** The queue counts what waits. */
function settle(tx: Db, caseId: string, { from, to }: Change): Promise<store.CaseState> {
  const isCounted = from !== to && [from, to].includes(WAITS);
  return isCounted ? store.moveUndecided(tx, caseId, from === WAITS ? -1 : 1) : claims.lockCase(tx, caseId);
}

/** Refuses what belongs to somebody else's case. Who finds it free holds it for this alone, unless more of the same follows. */
async function takeFor(tx: Db, caseId: string, { by }: Change, people: readonly string[]): Promise<void> {
  if (people.length === 0) {
    if (await claims.isHeld(tx, caseId)) throw new AppError('CASE_CLAIMED');
    return;
  }
  const taken = await claims.take(tx, caseId, people);
  if (!taken) throw new AppError('CASE_CLAIMED');
  if (!taken.wasHeld && !by.isSampled) await claims.release(tx, caseId, people);
}

/**
 * At the end of a change of alerts and reports. Lock order: the subject and its indicators, then the grouping, then the case.
 * Nobody decides what they were not shown or what somebody else holds, and of a case that has nothing left nobody holds anything.
 */
export async function honour(tx: Db, filingId: string, change: Change): Promise<void> {
  const people = peopleOf(change);
  const standing = await claims.findStanding(tx, filingId, people);
  const isRead = standing.isShown || change.by.isSampled || people.length === 0;
  if (isDecision(change) && !isRead) throw new AppError('FILING_NOT_SHOWN');
  await store.lockGrouping(tx);
  const found = await store.findCaseOf(tx, filingId);
  if (!found) return;
  const { caseId } = found;
  const { isOpen, isAlone } = await settle(tx, caseId, change);
  const isHeld = standing.isHeld && standing.caseId === caseId;
  if (!isHeld) await takeFor(tx, caseId, change, people);
  // Somebody published the other one meanwhile: then this one is counted into it.
  const isPublished = change.to === 'approved' && change.from !== 'approved';
  if (isPublished && !isAlone && (await claims.findPublicBeside(tx, filingId))) throw new Overtaken();
  if (!isOpen) await claims.release(tx, caseId, people);
}
