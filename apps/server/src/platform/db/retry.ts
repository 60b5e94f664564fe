/**
 * A failover, a deadlock or a restarted server ends a query through no fault of ours: it is tried again a bounded number of times,
 * with exponential backoff and jitter, so that those who wait do not all return at once. What a second try would only make worse (a
 * lock that is held, a full disk, a pool without a free connection) is left to whoever asked, to try later.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { AppError, unavailable } from '../app-error.ts';

const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 40;
/** An error may be its own cause. */
const DEEPEST = 10;

const passingStates = new Set([
  '40001', // serialization failure
  '40P01', // deadlock
  '25006', // the server became a read-only replica
  '57P01', // shut down by an administrator
  '57P02', // another of its processes crashed, and all begin anew
  '57P03', // still starting
  '53300', // too many connections
]);
/** Connection exceptions, of which 08P01 is seen when a proxy changes servers. */
const LOST_CONNECTION_STATE = /^08[0-9A-Z]{3}$/;
const lostSockets = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']);
/** The driver reports these as text only. */
const lostConnection = /connection terminated|client has encountered a connection error/i;
/** As the pool says that nobody gave a connection back in time; three seconds have passed already. */
const emptyPool = /timeout exceeded when trying to connect/i;

/** Insufficient resources (53), an operator's or a time limit's intervention (57), and trouble of the machine itself (58). */
const EXHAUSTED_STATE = /^(?:53|57|58)[0-9A-Z]{3}$/;
const exhaustedStates = new Set([
  '55P03', // a lock was not to be had in time
  '25P03', // a transaction stood idle too long
  '25P04', // a transaction took too long
]);
const fullMachine = new Set(['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE', 'EIO', 'EROFS']);

/** A serialisation failure: what the transaction read has changed meanwhile, so it is retried. */
export class Overtaken extends Error {
  readonly code = '40001';
}

type Holds = (code: string, error: Error) => boolean;

/** Whether it holds for the error or for anything behind it. */
function isAbout(error: unknown, holds: Holds): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < DEEPEST; cause = cause.cause, depth += 1) {
    const code = 'code' in cause ? String(cause.code) : '';
    if (holds(code, cause)) return true;
    if (cause instanceof AggregateError && cause.errors.some((one) => isAbout(one, holds))) return true;
  }
  return false;
}

/** Worth another try at once. */
export const isPassing = (error: unknown): boolean =>
  isAbout(
    error,
    (code, { message }) =>
      passingStates.has(code) ||
      LOST_CONNECTION_STATE.test(code) ||
      lostSockets.has(code) ||
      lostConnection.test(message),
  );

/**
 * Not our mistake and not the caller's: something we stand on is full, held, slow or away. What was asked for did not happen, and may be
 * asked for again.
 */
export const isOutage = (error: unknown): boolean =>
  isPassing(error) ||
  isAbout(
    error,
    (code, { name, message }) =>
      EXHAUSTED_STATE.test(code) ||
      exhaustedStates.has(code) ||
      fullMachine.has(code) ||
      emptyPool.test(message) ||
      // As the client of the bucket says that it had no answer in time.
      name === 'TimeoutError',
  );

export async function retrying<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      // Settled already, whatever caused it: a commit of which nobody knows what became must not be made again.
      if (error instanceof AppError) throw error;
      if (!isPassing(error)) throw isOutage(error) ? unavailable(error) : error;
      if (attempt === ATTEMPTS) throw unavailable(error);
      await pause(FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + Math.random()));
    }
  }
}
