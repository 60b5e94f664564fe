/**
 * Checks every decision on a filing (from the queue, the console, a proposal, an undo or the worker) against the claim
 * on its case and against what was shown to the moderator.
 */
import { AppError } from '../../../platform/app-error.ts';
import type { Db } from '../../../platform/db/database.ts';
import { SerializationError } from '../../../platform/db/retry.ts';
import type { FilingChange } from '../workflow/service.ts';
import * as claims from './claims-store.ts';
import * as store from './store.ts';

const PENDING = 'pending';

const isDecision = ({ from, to }: FilingChange): boolean => from === PENDING && to !== PENDING;

/** The person whose action completes the change comes first. */
const listUserIds = ({ context: { actor, confirmedBy } }: FilingChange): string[] =>
  [confirmedBy, actor?.user.id].filter((id) => id !== undefined);

/** The case counts its pending filings. */
function updateUndecidedCount(tx: Db, caseId: string, { from, to }: FilingChange): Promise<store.CaseState> {
  const isCounted = from !== to && [from, to].includes(PENDING);
  return isCounted ? store.changeUndecidedCount(tx, caseId, from === PENDING ? -1 : 1) : claims.lockCase(tx, caseId);
}

/** Claims a free case for this decision only, or until the end of a sampled batch. Throws if another has claimed it. */
async function ensureClaim(
  tx: Db,
  caseId: string,
  { context }: FilingChange,
  userIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0) {
    if (await claims.isClaimed(tx, caseId)) throw new AppError('CASE_CLAIMED');
    return;
  }
  const claim = await claims.claimForDecision(tx, caseId, userIds);
  if (!claim) throw new AppError('CASE_CLAIMED');
  if (!claim.wasClaimed && !context.isSampled) await claims.release(tx, caseId, userIds);
}

/**
 * Call it at the end of a change of an alert or report. Lock order: the subject and its indicators, then the grouping,
 * then the case. Throws for filings that were not shown, or whose case is claimed by another. Releases the claim when
 * nothing in the case is pending.
 */
export async function assertClaimAllowsDecision(tx: Db, filingId: string, change: FilingChange): Promise<void> {
  const userIds = listUserIds(change);
  const claimStatus = await claims.findClaimStatus(tx, filingId, userIds);
  const wasShown = claimStatus.isShown || change.context.isSampled || userIds.length === 0;
  if (isDecision(change) && !wasShown) throw new AppError('FILING_NOT_SHOWN');
  await store.lockGrouping(tx);
  const found = await store.findCaseOf(tx, filingId);
  if (!found) return;
  const { caseId } = found;
  const { isOpen, isAlone } = await updateUndecidedCount(tx, caseId, change);
  const isClaimed = claimStatus.isClaimed && claimStatus.caseId === caseId;
  if (!isClaimed) await ensureClaim(tx, caseId, change, userIds);
  // Another alert of the case was published meanwhile: retry, so that this one is merged into it.
  const isPublished = change.to === 'approved' && change.from !== 'approved';
  if (isPublished && !isAlone && (await claims.findOtherPublicAlert(tx, filingId))) throw new SerializationError();
  if (!isOpen) await claims.release(tx, caseId, userIds);
}
