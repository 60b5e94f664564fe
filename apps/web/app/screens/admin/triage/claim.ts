/** Lifetime of a claim: it is renewed while a moderator works, and expires when they are away. */
import { claimMinutes } from '@hakiki/contract/admin-values';
import { parseFailure } from '../../../lib/api/api.ts';

const MINUTE_MS = 60_000;
/** Early enough to survive a short loss of the connection. */
const RENEW_BEFORE_EXPIRY_MS = (claimMinutes * MINUTE_MS * 2) / 3;
/** Without input for so long, a moderator counts as away. */
const AWAY_AFTER_MS = 5 * MINUTE_MS;

export const CHECK_INTERVAL_MS = 20_000;

/** By the browser's clock, which may differ from the server's. */
export const getClaimExpiry = (now = Date.now()): number => now + claimMinutes * MINUTE_MS;

export function checkClaimDue({ until, activeAt, now }: { until: number; activeAt: number; now: number }) {
  if (now >= until) return 'expired';
  const isWorking = now - activeAt < AWAY_AFTER_MS;
  return isWorking && until - now <= RENEW_BEFORE_EXPIRY_MS ? 'renew' : 'wait';
}

export type ClaimLoss = 'expired' | 'taken' | 'gone';

/** Undefined for a network failure. */
export function getClaimLossReason(error: unknown): ClaimLoss | undefined {
  const { code } = parseFailure(error);
  if (code === 'CASE_CLAIMED') return 'taken';
  return code === 'CASE_NOT_FOUND' ? 'gone' : undefined;
}
