/**
 * A failover, a deadlock or a restarted server ends a query through no fault of ours: it is tried again a bounded number of
 * times, with a growing pause of random length so that the waiting do not return all at once.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { unavailable } from '../app-error.ts';

const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 40;

const passingStates = new Set([
  '40001', // serialization failure
  '40P01', // deadlock
  '25006', // the server became a read-only replica
  '57P01', // shut down by an administrator
  '57P02', // another of its processes crashed, and all begin anew
  '57P03', // still starting
  '08P01', // protocol violation, seen when a proxy changes servers
]);
const lostSockets = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']);
/** The driver reports these as text only. */
const lostConnection =
  /connection terminated|client has encountered a connection error|timeout exceeded when trying to connect/i;

export function isPassing(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause ? String(cause.code) : '';
    if (passingStates.has(code) || lostSockets.has(code) || lostConnection.test(cause.message)) return true;
    if (cause instanceof AggregateError && cause.errors.some(isPassing)) return true;
  }
  return false;
}

export async function retrying<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isPassing(error)) throw error;
      if (attempt === ATTEMPTS) throw unavailable(error);
      await pause(FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + Math.random()));
    }
  }
}
