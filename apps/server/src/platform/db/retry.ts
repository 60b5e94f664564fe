/**
 * Retries queries that fail through a failover, a deadlock or a restart of the server: a bounded number of times, with
 * exponential back-off and jitter. Errors that a quick retry would make worse (a lock that is held, a full disk, an
 * exhausted pool) become 503, and the caller retries later.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, unavailable } from '../app-error.ts';

const MAX_ATTEMPTS = 4;
const INITIAL_DELAY_MS = 40;
/** An error may be its own cause. */
const MAX_CAUSE_DEPTH = 10;

const transientStates = new Set([
  '40001', // serialization failure
  '40P01', // deadlock
  '25006', // the server became a read-only replica
  '57P01', // shut down by an administrator
  '57P02', // another server process crashed, and all restart
  '57P03', // still starting
  '53300', // too many connections
]);
/** Connection exceptions; 08P01 occurs when a proxy switches servers. */
const LOST_CONNECTION_STATE = /^08[0-9A-Z]{3}$/;
const lostSocketCodes = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']);
/** The driver reports these only as text. */
const lostConnectionMessage = /connection terminated|client has encountered a connection error/i;
/** The pool's message when no connection becomes free in time; three seconds have already passed. */
const exhaustedPoolMessage = /timeout exceeded when trying to connect/i;

/** Insufficient resources (53), operator intervention or timeout (57), system errors (58). */
const EXHAUSTED_STATE = /^(?:53|57|58)[0-9A-Z]{3}$/;
const exhaustedStates = new Set([
  '55P03', // a lock was not available in time
  '25P03', // a transaction was idle too long
  '25P04', // a transaction took too long
]);
const exhaustedMachineCodes = new Set(['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE', 'EIO', 'EROFS']);

/** A serialisation failure: the data that the transaction read has changed, so it is retried. */
export class SerializationError extends Error {
  readonly code = '40001';
}

type ErrorPredicate = (code: string, error: Error) => boolean;

/** Whether the predicate is true for the error or one of its causes. */
function someCause(error: unknown, predicate: ErrorPredicate): boolean {
  for (
    let cause = error, depth = 0;
    cause instanceof Error && depth < MAX_CAUSE_DEPTH;
    cause = cause.cause, depth += 1
  ) {
    const code = 'code' in cause ? String(cause.code) : '';
    if (predicate(code, cause)) return true;
    if (cause instanceof AggregateError && cause.errors.some((one) => someCause(one, predicate))) return true;
  }
  return false;
}

/** Whether an immediate retry can help. */
export const isTransient = (error: unknown): boolean =>
  someCause(
    error,
    (code, { message }) =>
      transientStates.has(code) ||
      LOST_CONNECTION_STATE.test(code) ||
      lostSocketCodes.has(code) ||
      lostConnectionMessage.test(message),
  );

/** Whether something we depend on is full, locked, slow or down. The request had no effect; retry later. */
export const isOutage = (error: unknown): boolean =>
  isTransient(error) ||
  someCause(
    error,
    (code, { name, message }) =>
      EXHAUSTED_STATE.test(code) ||
      exhaustedStates.has(code) ||
      exhaustedMachineCodes.has(code) ||
      exhaustedPoolMessage.test(message) ||
      // The S3 client's timeout error.
      name === 'TimeoutError',
  );

export async function withRetries<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      // An AppError is final, whatever caused it: a commit with an unknown outcome must not be repeated.
      if (error instanceof AppError) throw error;
      if (!isTransient(error)) throw isOutage(error) ? unavailable(error) : error;
      if (attempt === MAX_ATTEMPTS) throw unavailable(error);
      await sleep(INITIAL_DELAY_MS * 2 ** (attempt - 1) * (0.5 + Math.random()));
    }
  }
}
