/** Lifetime of a claim: it is renewed while a moderator works, and expires when they are away. */
import { claimMinutes } from '@hakiki/contract/admin-values';
import { failureOf } from '../../../lib/api/api.ts';

const MINUTE_MS = 60_000;
/** Early enough to survive a short loss of the connection. */
const RENEW_BEFORE_END_MS = (claimMinutes * MINUTE_MS * 2) / 3;
/** Without input for so long, a moderator counts as away. */
const AWAY_AFTER_MS = 5 * MINUTE_MS;

export const LOOK_EVERY_MS = 20_000;

/** By the browser's clock, which may differ from the server's. */
export const heldUntil = (now = Date.now()): number => now + claimMinutes * MINUTE_MS;

export function dueOf({ until, activeAt, now }: { until: number; activeAt: number; now: number }) {
  if (now >= until) return 'expired';
  const isWorking = now - activeAt < AWAY_AFTER_MS;
  return isWorking && until - now <= RENEW_BEFORE_END_MS ? 'renew' : 'wait';
}

export type Loss = 'expired' | 'taken' | 'gone';

/** Undefined for a network failure. */
export function lossBy(error: unknown): Loss | undefined {
  const { code } = failureOf(error);
  if (code === 'CASE_CLAIMED') return 'taken';
  return code === 'CASE_NOT_FOUND' ? 'gone' : undefined;
}
