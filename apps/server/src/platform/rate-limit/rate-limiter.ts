/**
 * Rate limits, by fixed windows. The counts live in PostgreSQL, or in Redis where one is configured, so that all processes share
 * them. When the store does not answer, each process falls back to its own memory: an outage of the store never fails a request.
 * Who tried stays unreadable: the store sees a keyed hash of the address or account, and nothing else.
 */
import { createHmac } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { Redis } from 'ioredis';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { AppError } from '../app-error.ts';
import type { Database, Db } from '../db/database.ts';
import type { Log } from '../log/log.ts';
import { createWindows, type RateLimitRule, windowsInPostgres, windowsInRedis } from './windows.ts';

/** Where a key stands after a try. */
export interface Standing {
  isAllowed: boolean;
  limit: number;
  remaining: number;
  /** Until the window ends and everything is free again. */
  resetSeconds: number;
}

/** A try that was counted, where it was allowed. */
export interface Taken extends Standing {
  /** Takes it back, since it came to nothing. */
  giveBack: () => Promise<void>;
}

/** A name stands for one rule. Call these outside a transaction: each takes a connection of its own. */
export interface RateLimiter {
  /**
   * Counts a try, and tells what is left. Exact (windows.ts) also while the store is slow, since a caller that is told what is left may
   * hold us to it: a reply of the store is waited for much longer than by `consume`.
   */
  take: (name: string, rule: RateLimitRule, key: string) => Promise<Taken>;
  /** Counts a try; throws RATE_LIMITED when there were too many. */
  consume: (name: string, rule: RateLimitRule, key: string) => Promise<void>;
  /** Counts a try and tells whether it is within the limit, for what is silently left out beyond it. */
  allows: (name: string, rule: RateLimitRule, key: string) => Promise<boolean>;
  /** Counts more against the key, and refuses nothing by itself. */
  penalise: (name: string, rule: RateLimitRule, key: string, points: number) => Promise<void>;
  /** Forgets all tries. Another process that is refusing the key goes on until the window ends. */
  clear: (name: string, key: string) => Promise<void>;
  close: () => void;
}

interface Needs {
  database: Pick<Database, 'query'>;
  /** Where counts are kept instead of PostgreSQL. */
  redisUrl: string | undefined;
  /** Keys the hashes, so that nobody finds an address by trying them all. */
  secret: string;
  log: Log;
  /** Multiplies the points of every rule: 1 is what the contract says. */
  scale: number;
}

interface Counter {
  stored: RateLimiterAbstract;
  memory: RateLimiterMemory;
}

interface Exact {
  rule: RateLimitRule;
  windows: ReturnType<typeof createWindows>;
  memory: RateLimiterMemory;
}

const HASH_LENGTH = 22;
const WARN_EVERY_MS = 60_000;
/** How long a reply of Redis is waited for: at a login nobody waits longer, and a limit that has to be exact can. */
const PATIENCE_MS = { quick: 150, exact: 5000 } as const;
/** The memory limiter waits for the end of a window with a timer, and no timer waits longer. */
const LONGEST_WINDOW_SECONDS = 2_147_483;

export function createRateLimiter({ database, redisUrl, secret, log, scale }: Needs): RateLimiter {
  const warn = createWarning(log);
  const quick = redisUrl ? openRedis(redisUrl, PATIENCE_MS.quick, warn) : undefined;
  const patient = redisUrl ? openRedis(redisUrl, PATIENCE_MS.exact, warn) : undefined;
  const counters = new Map<string, Counter>();
  const exact = new Map<string, Exact>();

  function scaled(name: string, { points, seconds }: RateLimitRule): RateLimitRule {
    if (!Number.isInteger(seconds) || seconds < 1 || seconds > LONGEST_WINDOW_SECONDS) {
      throw new RangeError(`The limit ${name} needs a window of whole seconds, at most ${LONGEST_WINDOW_SECONDS}.`);
    }
    return { points: Math.max(1, Math.round(points * scale)), seconds };
  }

  function exactOf(name: string, given: RateLimitRule): Exact {
    const known = exact.get(name);
    if (known) return known;
    const rule = scaled(name, given);
    const windows = createWindows(patient ? windowsInRedis(patient) : windowsInPostgres(database), rule);
    const memory = new RateLimiterMemory({ keyPrefix: name, points: rule.points, duration: rule.seconds });
    const made = { rule, windows, memory };
    exact.set(name, made);
    return made;
  }

  function createCounter(name: string, rule: RateLimitRule): Counter {
    const { points, seconds } = scaled(name, rule);
    const limit = { keyPrefix: name, points, duration: seconds };
    // A key that is refused stays refused until its window ends, so a flood need not reach the store.
    const stored = { ...limit, inMemoryBlockOnConsumed: points + 1 };
    return {
      memory: new RateLimiterMemory(limit),
      stored: quick
        ? new RateLimiterRedis({ ...stored, storeClient: quick, rejectIfRedisNotReady: true })
        : new RateLimiterPostgres({
            ...stored,
            storeClient: asPool(database),
            storeType: 'pool',
            tableName: 'rate_limits',
            tableCreated: true,
            clearExpiredByTimeout: false,
          }),
    };
  }

  function counterOf(name: string, rule: RateLimitRule): Counter {
    const known = counters.get(name);
    if (known) return known;
    const counter = createCounter(name, rule);
    counters.set(name, counter);
    return counter;
  }

  /** The name is hashed with the key: rows of one person under two rules cannot be told to belong together. */
  const hashOf = (name: string, key: string) =>
    createHmac('sha256', secret).update(`${name}\0${key}`).digest('base64url').slice(0, HASH_LENGTH);

  async function insured<Result>(
    counter: Counter,
    work: (limiter: RateLimiterAbstract) => Promise<Result>,
  ): Promise<Result> {
    try {
      return await work(counter.stored);
    } catch (error) {
      warn(error);
      return work(counter.memory);
    }
  }

  const tryKey = (name: string, rule: RateLimitRule, key: string): Promise<Standing> =>
    insured(counterOf(name, rule), (limiter) => tryOnce(limiter, hashOf(name, key)));

  return {
    async take(name, given, key) {
      const { rule, windows, memory } = exactOf(name, given);
      const hash = hashOf(name, key);
      try {
        const tried = await windows.take(`${name}:${hash}`);
        return {
          isAllowed: tried.isAllowed,
          limit: rule.points,
          remaining: tried.remaining,
          resetSeconds: secondsUntil(tried.endsAt - Date.now()),
          giveBack: () => windows.giveBack(`${name}:${hash}`, tried).catch(warn),
        };
      } catch (error) {
        warn(error);
        const giveBack = async () => void (await memory.reward(hash, 1));
        return { ...(await tryOnce(memory, hash)), giveBack };
      }
    },
    allows: async (name, rule, key) => (await tryKey(name, rule, key)).isAllowed,
    async consume(name, rule, key) {
      const { isAllowed, resetSeconds } = await tryKey(name, rule, key);
      if (!isAllowed) throw new AppError('RATE_LIMITED', { retryAfterSeconds: resetSeconds });
    },
    async penalise(name, rule, key, points) {
      await insured(counterOf(name, rule), (limiter) => limiter.penalty(hashOf(name, key), points));
    },
    clear: async (name, key) => {
      // What another process counted is cleared by a process that has not met the rule yet.
      const counter = counters.get(name) ?? createCounter(name, { points: 1, seconds: 1 });
      await counter.memory.delete(hashOf(name, key));
      await insured(counter, (limiter) => limiter.delete(hashOf(name, key)));
    },
    close() {
      quick?.disconnect();
      patient?.disconnect();
    },
  };
}

/** Rows whose window has passed count for nothing; they are removed only to save room. */
export async function forgetExpired(db: Db): Promise<number> {
  // The windows were written by our clock, not by the database's.
  const { rowCount } = await db.execute(sql`delete from rate_limits where expire < ${Date.now()}`);
  return rowCount ?? 0;
}

const secondsUntil = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));

/** The library throws what it counted where that was too much. */
async function tryOnce(limiter: RateLimiterAbstract, key: string): Promise<Standing> {
  const told = ({ remainingPoints, msBeforeNext }: RateLimiterRes, isAllowed: boolean): Standing => ({
    isAllowed,
    limit: limiter.points,
    remaining: isAllowed ? remainingPoints : 0,
    resetSeconds: secondsUntil(msBeforeNext),
  });
  try {
    return told(await limiter.consume(key), true);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    return told(error, false);
  }
}

/** As much of a pool as the library calls. */
const asPool = (database: Pick<Database, 'query'>) => ({
  query: ({ values, ...statement }: { name?: string; text: string; values: unknown[] }) =>
    database.query(statement, values),
});

/** A command that cannot be sent now, or is not answered in time, fails, and memory counts. */
function openRedis(url: string, patienceMs: number, warn: (error: unknown) => void): Redis {
  const redis = new Redis(url, {
    keyPrefix: 'rate-limits:',
    enableOfflineQueue: false,
    commandTimeout: patienceMs,
    connectTimeout: 1000,
    // A server that went silent without closing the connection is left and called again.
    socketTimeout: Math.max(1000, patienceMs),
    // An unanswered command is counted in memory already: sent again it would count twice.
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    retryStrategy: (attempt) => Math.min(attempt * 200, 2000),
  });
  redis.on('error', warn);
  return redis;
}

/** An outage is one line a minute, however many requests meet it. */
function createWarning(log: Log): (error: unknown) => void {
  let silentUntil = 0;
  return (error) => {
    if (Date.now() < silentUntil) return;
    silentUntil = Date.now() + WARN_EVERY_MS;
    const reason = error instanceof Error ? error.message || error.name : String(error);
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    log.warn({ reason, code }, 'rate limits are counted in memory while their store does not answer');
  };
}
