/** How long a case is held: it stays with whoever works on it, and goes back to the queue when they went away. */
import { claimMinutes } from '@hakiki/contract/admin-values';
import { failureOf } from '../../../lib/api/api.ts';

const MINUTE_MS = 60_000;
/** Well before it runs out, so that a lost connection has time to come back. */
const RENEW_BEFORE_END_MS = (claimMinutes * MINUTE_MS * 2) / 3;
/** Who touched nothing for so long is not working. */
const AWAY_AFTER_MS = 5 * MINUTE_MS;

export const LOOK_EVERY_MS = 20_000;

/** By the browser's own clock, which may be set otherwise than the server's. */
export const heldUntil = (now = Date.now()): number => now + claimMinutes * MINUTE_MS;

export function dueOf({ until, activeAt, now }: { until: number; activeAt: number; now: number }) {
  if (now >= until) return 'expired';
  const isWorking = now - activeAt < AWAY_AFTER_MS;
  return isWorking && until - now <= RENEW_BEFORE_END_MS ? 'renew' : 'wait';
}

export type Loss = 'expired' | 'taken' | 'gone';

/** Undefined when only the network failed. */
export function lossBy(error: unknown): Loss | undefined {
  const { code } = failureOf(error);
  if (code === 'CASE_CLAIMED') return 'taken';
  return code === 'CASE_NOT_FOUND' ? 'gone' : undefined;
}
