/**
 * Rate limits with fixed windows. The counts are stored in PostgreSQL, or in Redis if configured, so that all processes
 * share them. If the store does not respond, each process counts in its own memory: an outage of the store never fails
 * a request. The store only sees a keyed hash of the IP address or account.
 */
import { createHmac } from 'node:crypto';
import { createRequire } from 'node:module';
import { sql } from 'drizzle-orm';
import type * as ioredis from 'ioredis';
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
import { createWindows, type RateLimitRule, createPostgresWindows, createRedisWindows } from './exact-windows.ts';

/** The state of a key's limit after an attempt. */
export interface RateLimitState {
  isAllowed: boolean;
  limit: number;
  remaining: number;
  /** Until the window ends. */
  resetSeconds: number;
}

/** An attempt that was counted if it was allowed. */
export interface CountedAttempt extends RateLimitState {
  /** Removes the attempt from the count, because it had no effect. */
  refund: () => Promise<void>;
}

/** A name stands for one rule. Call these outside a transaction: each uses its own connection. */
export interface RateLimiter {
  /**
   * Counts an attempt and returns what is left. The count is exact (exact-windows.ts) even if the store is slow,
   * because the caller may rely on it: it waits much longer for the store than `consume`.
   */
  countAttempt: (name: string, rule: RateLimitRule, key: string) => Promise<CountedAttempt>;
  /** Counts an attempt; throws RATE_LIMITED above the limit. */
  consume: (name: string, rule: RateLimitRule, key: string) => Promise<void>;
  /** Counts an attempt and returns whether it is allowed, for actions that are silently skipped otherwise. */
  isAllowed: (name: string, rule: RateLimitRule, key: string) => Promise<boolean>;
  /** Adds points to the key's count without rejecting anything. */
  penalise: (name: string, rule: RateLimitRule, key: string, points: number) => Promise<void>;
  /** Deletes the key's attempts. Another process that already rejects the key continues until the window ends. */
  clear: (name: string, key: string) => Promise<void>;
  close: () => void;
}

interface Deps {
  database: Pick<Database, 'query'>;
  /** Used instead of PostgreSQL. */
  redisUrl: string | undefined;
  /** Keys the hashes, so that an IP address cannot be found by trying all of them. */
  secret: string;
  log: Log;
  /** Multiplies the points of every rule; 1 is the contract's value. */
  scale: number;
}

interface LimiterPair {
  stored: RateLimiterAbstract;
  memory: RateLimiterMemory;
}

interface ExactLimiter {
  rule: RateLimitRule;
  windows: ReturnType<typeof createWindows>;
  memory: RateLimiterMemory;
}

const HASH_LENGTH = 22;
const WARN_EVERY_MS = 60_000;
/** How long to wait for Redis: a login does not wait longer, an exact limit can. */
const REDIS_TIMEOUT_MS = { quick: 150, exact: 5000 } as const;
/** The memory limiter uses a timer for the end of a window, and timers cannot last longer. */
const MAX_WINDOW_SECONDS = 2_147_483;

export function createRateLimiter({ database, redisUrl, secret, log, scale }: Deps): RateLimiter {
  const warn = createThrottledWarning(log);
  const quickRedis = redisUrl ? openRedis(redisUrl, REDIS_TIMEOUT_MS.quick, warn) : undefined;
  const patientRedis = redisUrl ? openRedis(redisUrl, REDIS_TIMEOUT_MS.exact, warn) : undefined;
  const limiters = new Map<string, LimiterPair>();
  const exactLimiters = new Map<string, ExactLimiter>();

  function scaleRule(name: string, { points, seconds }: RateLimitRule): RateLimitRule {
    if (!Number.isInteger(seconds) || seconds < 1 || seconds > MAX_WINDOW_SECONDS) {
      throw new RangeError(`The limit ${name} needs a window of whole seconds, at most ${MAX_WINDOW_SECONDS}.`);
    }
    return { points: Math.max(1, Math.round(points * scale)), seconds };
  }

  function getExactLimiter(name: string, contractRule: RateLimitRule): ExactLimiter {
    const existing = exactLimiters.get(name);
    if (existing) return existing;
    const rule = scaleRule(name, contractRule);
    const windows = createWindows(
      patientRedis ? createRedisWindows(patientRedis) : createPostgresWindows(database),
      rule,
    );
    const memory = new RateLimiterMemory({ keyPrefix: name, points: rule.points, duration: rule.seconds });
    const created = { rule, windows, memory };
    exactLimiters.set(name, created);
    return created;
  }

  function createLimiterPair(name: string, rule: RateLimitRule): LimiterPair {
    const { points, seconds } = scaleRule(name, rule);
    const limit = { keyPrefix: name, points, duration: seconds };
    // A rejected key stays rejected until its window ends, so a flood does not reach the store.
    const stored = { ...limit, inMemoryBlockOnConsumed: points + 1 };
    return {
      memory: new RateLimiterMemory(limit),
      stored: quickRedis
        ? new RateLimiterRedis({ ...stored, storeClient: quickRedis, rejectIfRedisNotReady: true })
        : new RateLimiterPostgres({
            ...stored,
            storeClient: toPool(database),
            storeType: 'pool',
            tableName: 'rate_limits',
            tableCreated: true,
            clearExpiredByTimeout: false,
          }),
    };
  }

  function getLimiterPair(name: string, rule: RateLimitRule): LimiterPair {
    const existing = limiters.get(name);
    if (existing) return existing;
    const limiterPair = createLimiterPair(name, rule);
    limiters.set(name, limiterPair);
    return limiterPair;
  }

  /** The name is part of the hash: rows of one person under two rules cannot be linked. */
  const hashKey = (name: string, key: string) =>
    createHmac('sha256', secret).update(`${name}\0${key}`).digest('base64url').slice(0, HASH_LENGTH);

  async function withMemoryFallback<Result>(
    limiterPair: LimiterPair,
    work: (limiter: RateLimiterAbstract) => Promise<Result>,
  ): Promise<Result> {
    try {
      return await work(limiterPair.stored);
    } catch (error) {
      warn(error);
      return work(limiterPair.memory);
    }
  }

  const countKey = (name: string, rule: RateLimitRule, key: string): Promise<RateLimitState> =>
    withMemoryFallback(getLimiterPair(name, rule), (limiter) => countOnce(limiter, hashKey(name, key)));

  return {
    async countAttempt(name, contractRule, key) {
      const { rule, windows, memory } = getExactLimiter(name, contractRule);
      const hash = hashKey(name, key);
      try {
        const attempt = await windows.countAttempt(`${name}:${hash}`);
        return {
          isAllowed: attempt.isAllowed,
          limit: rule.points,
          remaining: attempt.remaining,
          resetSeconds: toSeconds(attempt.endsAt - Date.now()),
          refund: () => windows.refund(`${name}:${hash}`, attempt).catch(warn),
        };
      } catch (error) {
        warn(error);
        const refund = async () => void (await memory.reward(hash, 1));
        return { ...(await countOnce(memory, hash)), refund };
      }
    },
    isAllowed: async (name, rule, key) => (await countKey(name, rule, key)).isAllowed,
    async consume(name, rule, key) {
      const { isAllowed, resetSeconds } = await countKey(name, rule, key);
      if (!isAllowed) throw new AppError('RATE_LIMITED', { retryAfterSeconds: resetSeconds });
    },
    async penalise(name, rule, key, points) {
      await withMemoryFallback(getLimiterPair(name, rule), (limiter) => limiter.penalty(hashKey(name, key), points));
    },
    clear: async (name, key) => {
      // A process that has not used the rule yet must also clear what another process counted.
      const limiterPair = limiters.get(name) ?? createLimiterPair(name, { points: 1, seconds: 1 });
      await limiterPair.memory.delete(hashKey(name, key));
      await withMemoryFallback(limiterPair, (limiter) => limiter.delete(hashKey(name, key)));
    },
    close() {
      quickRedis?.disconnect();
      patientRedis?.disconnect();
    },
  };
}

/** Expired rows have no effect; they are deleted only to save space. */
export async function purgeExpiredWindows(db: Db): Promise<number> {
  // The windows use our clock, not the database's.
  const { rowCount } = await db.execute(sql`delete from rate_limits where expire < ${Date.now()}`);
  return rowCount ?? 0;
}

const toSeconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));

/** The library throws its result if the limit is exceeded. */
async function countOnce(limiter: RateLimiterAbstract, key: string): Promise<RateLimitState> {
  const toState = ({ remainingPoints, msBeforeNext }: RateLimiterRes, isAllowed: boolean): RateLimitState => ({
    isAllowed,
    limit: limiter.points,
    remaining: isAllowed ? remainingPoints : 0,
    resetSeconds: toSeconds(msBeforeNext),
  });
  try {
    return toState(await limiter.consume(key), true);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    return toState(error, false);
  }
}

/** The part of a pool that the library uses. */
const toPool = (database: Pick<Database, 'query'>) => ({
  query: ({ values, ...statement }: { name?: string; text: string; values: unknown[] }) =>
    database.query(statement, values),
});

/** A command that cannot be sent, or has no response in time, fails, and memory counts. */
function openRedis(url: string, timeoutMs: number, warn: (error: unknown) => void): ioredis.Redis {
  // Most installations have no Redis; its client is a tenth of the start time of each process.
  const library = createRequire(import.meta.url)('ioredis') as typeof ioredis;
  const redis = new library.Redis(url, {
    keyPrefix: 'rate-limits:',
    enableOfflineQueue: false,
    commandTimeout: timeoutMs,
    connectTimeout: 1000,
    // Reconnects to a server that went silent without closing the connection.
    socketTimeout: Math.max(1000, timeoutMs),
    // An unanswered command is already counted in memory: sent again it would count twice.
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    retryStrategy: (attempt) => Math.min(attempt * 200, 2000),
  });
  redis.on('error', warn);
  return redis;
}

/** Logs an outage once a minute, however many requests are affected. */
function createThrottledWarning(log: Log): (error: unknown) => void {
  let silentUntil = 0;
  return (error) => {
    if (Date.now() < silentUntil) return;
    silentUntil = Date.now() + WARN_EVERY_MS;
    const reason = error instanceof Error ? error.message || error.name : String(error);
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    log.warn({ reason, code }, 'rate limits are counted in memory while their store does not answer');
  };
}
