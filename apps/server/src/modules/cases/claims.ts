/**
 * Checks every decision on a filing (from the queue, the console, a proposal, an undo or the worker) against the claim
 * on its case and against what was shown to the moderator.
 */
import type { DecisionId } from '@hakiki/contract/decisions';
import { AppError } from '../../platform/app-error.ts';
import type { Db } from '../../platform/db/database.ts';
import { Overtaken } from '../../platform/db/retry.ts';
import * as claims from './claims-store.ts';
import * as store from './store.ts';

/** A change of a filing's status, and the people who made it. */
export interface Change {
  from: string;
  to: string;
  by: {
    actor: { user: { id: string } } | null;
    confirmedBy?: string | undefined;
    reverses?: DecisionId;
    /** Decided by sampling; not read individually. */
    isSampled?: boolean;
  };
}

const WAITS = 'pending';

const isDecision = ({ from, to }: Change): boolean => from === WAITS && to !== WAITS;

/** The person whose action completes the change comes first. */
const peopleOf = ({ by: { actor, confirmedBy } }: Change): string[] =>
  [confirmedBy, actor?.user.id].filter((id) => id !== undefined);

/** The case counts its pending filings. */
function settle(tx: Db, caseId: string, { from, to }: Change): Promise<store.CaseState> {
  const isCounted = from !== to && [from, to].includes(WAITS);
  return isCounted ? store.moveUndecided(tx, caseId, from === WAITS ? -1 : 1) : claims.lockCase(tx, caseId);
}

/** Claims a free case for this decision only, or until the end of a sampled batch. Throws if another has claimed it. */
async function takeFor(tx: Db, caseId: string, { by }: Change, people: readonly string[]): Promise<void> {
  if (people.length === 0) {
    if (await claims.isClaimed(tx, caseId)) throw new AppError('CASE_CLAIMED');
    return;
  }
  const taken = await claims.take(tx, caseId, people);
  if (!taken) throw new AppError('CASE_CLAIMED');
  if (!taken.wasClaimed && !by.isSampled) await claims.release(tx, caseId, people);
}

/**
 * Call it at the end of a change of an alert or report. Lock order: the subject and its indicators, then the grouping,
 * then the case. Throws for filings that were not shown, or whose case is claimed by another. Releases the claim when
 * nothing in the case is pending.
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
  const isClaimed = standing.isClaimed && standing.caseId === caseId;
  if (!isClaimed) await takeFor(tx, caseId, change, people);
  // Another alert of the case was published meanwhile: retry, so that this one is merged into it.
  const isPublished = change.to === 'approved' && change.from !== 'approved';
  if (isPublished && !isAlone && (await claims.findPublicBeside(tx, filingId))) throw new Overtaken();
  if (!isOpen) await claims.release(tx, caseId, people);
}
