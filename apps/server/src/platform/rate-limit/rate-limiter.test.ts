import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, describe, expect, inject, it, vi } from 'vitest';
import { useDatabase } from '../../../test/support/database.ts';
import { useRedis } from '../../../test/support/redis.ts';
import { AppError } from '../app-error.ts';
import { errorResponse } from '../http/api.ts';
import { createRateLimiter, purgeExpiredWindows, type RateLimiter, type CountedAttempt } from './rate-limiter.ts';
import type { RateLimitRule } from './exact-windows.ts';

const test = useDatabase();
const redis = useRedis();

/** Twice the timeout of a Redis command, for a busy machine. */
const MAX_DURATION_MS = 300;
const rule: RateLimitRule = { points: 5, seconds: 60 };

const warnings: Record<string, unknown>[] = [];
const log = pino(
  { level: 'warn' },
  new Writable({
    write(line: Buffer, _, done) {
      warnings.push(JSON.parse(line.toString()) as Record<string, unknown>);
      done();
    },
  }),
);
const opened: RateLimiter[] = [];

type Overrides = Partial<Parameters<typeof createRateLimiter>[0]>;

function open(overrides: Overrides = {}): RateLimiter {
  const limiter = createRateLimiter({
    database: test.database,
    redisUrl: undefined,
    secret: 'a secret for tests',
    log,
    scale: 1,
    ...overrides,
  });
  opened.push(limiter);
  return limiter;
}

/** Until Redis is connected, memory counts; once it is connected, a key appears. */
async function openOnRedis(): Promise<RateLimiter> {
  const limiter = open({ redisUrl: redis.url });
  await waitForRedis(limiter);
  return limiter;
}

/** The same for exact limits, which use their own connection. */
async function openExactOnRedis(): Promise<RateLimiter> {
  const limiter = open({ redisUrl: redis.url });
  const name = randomUUID();
  const arrives = async () => {
    await limiter.countAttempt(name, { points: 10_000, seconds: 60 }, 'anybody');
    expect(await redis.keys()).toContainEqual(expect.stringContaining(name));
  };
  await vi.waitFor(arrives, { timeout: 8000, interval: 50 });
  return limiter;
}

async function waitForRedis(limiter: RateLimiter) {
  const name = randomUUID();
  const arrives = async () => {
    await limiter.consume(name, { points: 10_000, seconds: 60 }, 'anybody');
    expect(await redis.keys()).toContainEqual(expect.stringContaining(name));
  };
  await vi.waitFor(arrives, { timeout: 8000, interval: 50 });
}

/** Makes many attempts and counts how many pass and how many are limited. */
async function attemptTimes(count: number, attempt: () => Promise<void>) {
  let slowestMs = 0;
  const timed = async () => {
    const startedAt = performance.now();
    try {
      await attempt();
    } finally {
      slowestMs = Math.max(slowestMs, performance.now() - startedAt);
    }
  };
  const results = await Promise.allSettled(Array.from({ length: count }, timed));
  const passed = results.filter(({ status }) => status === 'fulfilled').length;
  const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
  const limited = refusals.filter((error) => error instanceof AppError && error.code === 'RATE_LIMITED').length;
  return { passed, limited, failed: refusals.length - limited, slowestMs };
}

const isAllowed = (attempt: () => Promise<void>) => attemptTimes(1, attempt).then(({ passed }) => passed === 1);

afterEach(() => {
  warnings.length = 0;
});
afterAll(() => {
  for (const limiter of opened) limiter.close();
});

describe.each([
  { store: 'PostgreSQL', openShared: () => Promise.resolve(open()), atOnce: 200 },
  // With more concurrent attempts a busy machine responds too late, and memory would count.
  { store: 'Redis', openShared: openOnRedis, atOnce: 20 },
])('rate limits in $store', ({ openShared, atOnce }) => {
  it('rate limits allow exactly the number of attempts of the rule, for all processes together [DEC-84]', async () => {
    const processes = [await openShared(), await openShared()];
    const exact = { points: 50, seconds: 60 };
    let next = 0;
    const attempt = async () => processes[(next += 1) % 2]?.consume('exact', exact, '203.0.113.9');
    const all = { passed: 0, limited: 0, failed: 0 };
    for (let tried = 0; tried < 200; tried += atOnce) {
      const { passed, limited, failed } = await attemptTimes(atOnce, attempt);
      all.passed += passed;
      all.limited += limited;
      all.failed += failed;
    }
    expect(all).toEqual({ passed: 50, limited: 150, failed: 0 });
  });

  it('rate limits return when to retry', async () => {
    const limiter = await openShared();
    await attemptTimes(5, () => limiter.consume('wait', rule, 'amina'));
    const refused = await limiter.consume('wait', rule, 'amina').catch((error: unknown) => error);
    if (!(refused instanceof AppError)) return expect.unreachable();
    expect(refused.retryAfterSeconds).toBeGreaterThan(50);
    expect(refused.retryAfterSeconds).toBeLessThanOrEqual(60);
    const reply = errorResponse(refused);
    expect(reply.status).toBe(429);
    expect(reply.headers.get('Retry-After')).toBe(String(refused.retryAfterSeconds));
  });

  it('rate limits count each caller and each rule separately', async () => {
    const limiter = await openShared();
    await attemptTimes(10, () => limiter.consume('alone', rule, 'amina'));
    expect(await isAllowed(() => limiter.consume('alone', rule, 'amina'))).toBe(false);
    expect(await isAllowed(() => limiter.consume('alone', rule, 'kofi'))).toBe(true);
    expect(await isAllowed(() => limiter.consume('alone too', rule, 'amina'))).toBe(true);
  });

  it('rate limits allow attempts again when the window has ended', async () => {
    const limiter = await openShared();
    const short = { points: 2, seconds: 1 };
    const attempt = () => limiter.consume('window', short, 'amina');
    expect(await attemptTimes(4, attempt)).toMatchObject({ passed: 2, limited: 2 });
    await sleep(1100);
    expect(await attemptTimes(4, attempt)).toMatchObject({ passed: 2, limited: 2 });
  });

  it('rate limits count a penalty for a failed attempt', async () => {
    const limiter = await openShared();
    await limiter.penalise('penalty', rule, 'amina', 4);
    expect(await attemptTimes(3, () => limiter.consume('penalty', rule, 'amina'))).toMatchObject({
      passed: 1,
      limited: 2,
    });
  });

  it('rate limits clear the attempts of a caller, also those that another process counted', async () => {
    const limiter = await openShared();
    await attemptTimes(9, () => limiter.consume('clear', rule, 'amina'));
    await limiter.clear('clear', 'amina');
    expect(await attemptTimes(6, () => limiter.consume('clear', rule, 'amina'))).toMatchObject({
      passed: 5,
      limited: 1,
    });

    await attemptTimes(5, () => limiter.consume('clear', rule, 'kofi'));
    await (await openShared()).clear('clear', 'kofi');
    expect(await isAllowed(() => limiter.consume('clear', rule, 'kofi'))).toBe(true);
  });
});

const pickState = ({ isAllowed, remaining }: CountedAttempt) => ({ isAllowed, remaining });

describe.each([
  { store: 'PostgreSQL', openShared: () => Promise.resolve(open()) },
  { store: 'Redis', openShared: openExactOnRedis },
])('exact rate limits in $store', ({ openShared }) => {
  it('exact rate limits are exact for all processes together, and return a different remaining number to each caller [REAL-25]', async () => {
    const processes = [await openShared(), await openShared(), await openShared()];
    const exact = { points: 50, seconds: 60 };
    const tries = Array.from({ length: 200 }, (_, n) => processes[n % 3]!.countAttempt('told', exact, 'amina'));
    const taken = await Promise.all(tries);
    const left = taken.filter(({ isAllowed }) => isAllowed).map(({ remaining }) => remaining);
    expect(left.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 50 }, (_, n) => n));
    expect(taken.filter(({ isAllowed }) => !isAllowed).map(pickState)).toEqual(
      Array.from({ length: 150 }, () => ({ isAllowed: false, remaining: 0 })),
    );
  });

  it('exact rate limits count each of several concurrent callers separately', async () => {
    const limiter = await openShared();
    const tries = Array.from({ length: 60 }, (_, n) => limiter.countAttempt('many', rule, `caller ${n % 6}`));
    const allowed = (await Promise.all(tries)).map(({ isAllowed }, n) => (isAllowed ? n % 6 : -1));
    expect([0, 1, 2, 3, 4, 5].map((caller) => allowed.filter((one) => one === caller).length)).toEqual([
      5, 5, 5, 5, 5, 5,
    ]);
  });

  it('exact rate limits allow exactly as many new attempts as were refunded', async () => {
    const limiter = await openShared();
    const attempt = () => limiter.countAttempt('back again', rule, 'amina');
    const taken = await Promise.all(Array.from({ length: 12 }, attempt));
    for (const one of taken.filter(({ isAllowed }) => isAllowed).slice(0, 2)) await one.refund();
    const again = await Promise.all(Array.from({ length: 12 }, attempt));
    expect(again.filter(({ isAllowed }) => isAllowed)).toHaveLength(2);
  });

  it('exact rate limits do not refund an attempt to a later window', async () => {
    const limiter = await openShared();
    const attempt = () => limiter.countAttempt('late', { points: 2, seconds: 1 }, 'amina');
    const late = await attempt();
    await sleep(1100);
    const first = await attempt();
    await late.refund();
    expect([first, await attempt(), await attempt()].map(pickState)).toEqual([
      { isAllowed: true, remaining: 1 },
      { isAllowed: true, remaining: 0 },
      { isAllowed: false, remaining: 0 },
    ]);
  });
});

describe('a rate limit rule', () => {
  it('a rate limit rule is multiplied by the scale, with at least one attempt', async () => {
    const wide = open({ scale: 2 });
    expect(await attemptTimes(20, () => wide.consume('wide', rule, 'amina'))).toMatchObject({ passed: 10 });
    const narrow = open({ scale: 0.01 });
    expect(await attemptTimes(20, () => narrow.consume('narrow', rule, 'amina'))).toMatchObject({ passed: 1 });
  });

  it.each([0, 0.5, -1, 3_000_000])('a rate limit rule cannot have a window of %d seconds', async (seconds) => {
    await expect(open().consume('window', { points: 1, seconds }, 'amina')).rejects.toThrow('whole seconds');
  });
});

describe('a flood of attempts', () => {
  it('a flood of attempts does not reach the store after it is rejected', async () => {
    let queries = 0;
    const query: typeof test.database.query = (statement, values) => {
      queries += 1;
      return test.database.query(statement, values);
    };
    const limiter = open({ database: { query } });
    const attempt = () => limiter.consume('flood', rule, '203.0.113.9');
    for (let tries = 0; tries < 6; tries += 1) await isAllowed(attempt);
    expect(queries).toBe(6);
    expect(await attemptTimes(1000, attempt)).toMatchObject({ passed: 0, limited: 1000 });
    expect(queries).toBe(6);
  });
});

describe('concurrent callers', () => {
  it('concurrent callers are counted by one statement, and rejected callers by none', async () => {
    const sent: unknown[][] = [];
    const query: typeof test.database.query = (statement, values) => {
      sent.push([...values]);
      return test.database.query(statement, values);
    };
    const limiter = open({ database: { query } });
    const plenty = { points: 100, seconds: 60 };
    await Promise.all(Array.from({ length: 61 }, () => limiter.countAttempt('together', plenty, 'amina')));
    expect(sent.map(([, counts]) => counts)).toEqual([[1], [60]]);
    const rest = await Promise.all(
      Array.from({ length: 101 }, () => limiter.countAttempt('together', plenty, 'amina')),
    );
    expect(rest.filter(({ isAllowed }) => isAllowed)).toHaveLength(39);
    expect(await test.sql(`select points from rate_limits where key like 'together:%'`)).toEqual([{ points: 100 }]);
    const before = sent.length;
    await Promise.all(Array.from({ length: 500 }, () => limiter.countAttempt('together', plenty, 'amina')));
    expect(sent).toHaveLength(before);
  });

  it('concurrent callers are counted in memory while the store does not respond', async () => {
    const limiter = open({ database: { query: () => Promise.reject(new Error('no route')) } });
    const attempt = () => limiter.countAttempt('alone', rule, 'amina');
    const taken = await Promise.all(Array.from({ length: 5 }, attempt));
    expect(taken.map(({ isAllowed }) => isAllowed)).toEqual([true, true, true, true, true]);
    await taken[0]!.refund();
    expect([await attempt(), await attempt()].map(({ isAllowed }) => isAllowed)).toEqual([true, false]);
  });
});

describe('stored rate limits', () => {
  it('stored rate limits contain no address or account', async () => {
    const address = '203.0.113.77';
    await open().consume('secret', rule, address);
    await (await openOnRedis()).consume('secret', rule, address);
    const rows = await test.sql(`select key from rate_limits where key like 'secret:%'`);
    const keys = (await redis.keys()).filter((key) => key.includes('secret'));
    expect(rows).toEqual([{ key: expect.stringMatching(/^secret:[\w-]{22}$/) }]);
    expect(keys).toEqual([`rate-limits:${String(rows[0]?.['key'])}`]);
  });

  it('stored rate limits have different keys for each secret and rule, so that rows cannot be linked', async () => {
    await open().consume('match', rule, 'amina');
    await open().consume('match too', rule, 'amina');
    await open({ secret: 'another secret' }).consume('match', rule, 'amina');
    const rows = await test.sql(`select split_part(key, ':', 2) as hash from rate_limits where key like 'match%'`);
    expect(new Set(rows.map(({ hash }) => hash)).size).toBe(3);
  });

  it('stored rate limits are deleted when their window has ended, and not before', async () => {
    const limiter = open();
    await limiter.consume('expired', { points: 5, seconds: 1 }, 'amina');
    await limiter.consume('current', rule, 'amina');
    await sleep(1050);
    expect(await purgeExpiredWindows(test.database.db)).toBeGreaterThan(0);
    const rows = await test.sql(
      `select split_part(key, ':', 1) as name from rate_limits where key ~ '^(expired|current):'`,
    );
    expect(rows).toEqual([{ name: 'current' }]);
  });
});

describe('an outage of Redis', () => {
  it('switches to memory without an error or a delay, and back to Redis when it returns', async () => {
    const limiter = await openOnRedis();
    const plenty = { points: 100_000, seconds: 60 };
    const total = { passed: 0, failed: 0, slowestMs: 0 };
    const callFor = async (ms: number) => {
      for (const end = Date.now() + ms; Date.now() < end; await sleep(2)) {
        const round = await attemptTimes(20, () => limiter.consume('outage', plenty, 'amina'));
        total.passed += round.passed;
        total.failed += round.failed + round.limited;
        total.slowestMs = Math.max(total.slowestMs, round.slowestMs);
      }
    };

    await callFor(100);
    const calling = callFor(1500);
    await sleep(100);
    await redis.kill();
    await calling;
    expect(total.passed).toBeGreaterThan(200);
    expect(total.failed).toBe(0);
    expect(total.slowestMs).toBeLessThan(MAX_DURATION_MS);

    const attempt = () => limiter.consume('in memory', rule, 'amina');
    expect(await attemptTimes(50, attempt)).toMatchObject({ passed: 5, limited: 45, failed: 0 });

    await redis.start();
    await waitForRedis(limiter);
    expect(await attemptTimes(200, () => limiter.consume('back', rule, 'amina'))).toMatchObject({
      passed: 5,
      failed: 0,
    });
    expect(await redis.keys()).toContainEqual(expect.stringContaining('back'));
  });

  it('waits for a frozen Redis no longer than the command timeout', async () => {
    const limiter = await openOnRedis();
    redis.freeze();
    try {
      const first = await attemptTimes(50, () => limiter.consume('frozen', rule, 'amina'));
      expect(first).toMatchObject({ passed: 5, limited: 45, failed: 0 });
      expect(first.slowestMs).toBeLessThan(MAX_DURATION_MS);
      await sleep(1200);
      const laterMs: number[] = [];
      for (const name of ['frozen later', 'frozen still', 'frozen permanently']) {
        const later = await attemptTimes(50, () => limiter.consume(name, rule, 'amina'));
        expect(later).toMatchObject({ passed: 5, limited: 45, failed: 0 });
        laterMs.push(later.slowestMs);
      }
      // Less than the command timeout; the minimum of three, because the machine may be busy.
      expect(Math.min(...laterMs)).toBeLessThan(100);
    } finally {
      redis.thaw();
    }
    await waitForRedis(limiter);
  });

  it('does not send attempts later that memory has counted', async () => {
    const limiter = await openOnRedis();
    redis.freeze();
    await attemptTimes(5, () => limiter.consume('unanswered', rule, 'amina'));
    await redis.kill();
    await redis.start();
    await waitForRedis(limiter);
    expect((await redis.keys()).filter((key) => key.includes('unanswered'))).toEqual([]);
  });

  it('counts in memory if Redis was never available', async () => {
    await redis.kill();
    const limiter = open({ redisUrl: redis.url });
    const attempt = () => limiter.consume('never', rule, 'amina');
    expect(await attemptTimes(50, attempt)).toMatchObject({ passed: 5, limited: 45, failed: 0 });
    await limiter.clear('never', 'amina');
    expect(await isAllowed(attempt)).toBe(true);
    await redis.start();
  });

  it('logs an outage once a minute, not once a request', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const limiter = open({ database: { query: () => Promise.reject(new Error('no route')) } });
      const attempt = () => limiter.consume('quiet', { points: 1000, seconds: 600 }, 'amina');
      await attemptTimes(100, attempt);
      vi.setSystemTime(Date.now() + 59_000);
      await attemptTimes(100, attempt);
      expect(warnings).toMatchObject([{ level: 40, reason: 'no route' }]);
      vi.setSystemTime(Date.now() + 2000);
      await attemptTimes(100, attempt);
      expect(warnings).toHaveLength(2);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('an outage of PostgreSQL', () => {
  const name = () => new URL(test.url).pathname.slice(1);
  const administer = async (...statements: string[]) => {
    const client = new pg.Client({ connectionString: inject('adminUrl') });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  };

  it('switches to memory, and back to the table when PostgreSQL returns', async () => {
    const limiter = open();
    await limiter.consume('before', rule, 'amina');
    await administer(
      `alter database ${name()} with allow_connections false`,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name()}'`,
    );
    try {
      const attempt = () => limiter.consume('outage', rule, 'amina');
      expect(await attemptTimes(50, attempt)).toMatchObject({ passed: 5, limited: 45, failed: 0 });
      expect(warnings).toHaveLength(1);
    } finally {
      await administer(`alter database ${name()} with allow_connections true`);
    }
    expect(await attemptTimes(20, () => limiter.consume('after', rule, 'amina'))).toMatchObject({
      passed: 5,
      failed: 0,
    });
    expect(await test.sql(`select points from rate_limits where key like 'after:%'`)).toEqual([{ points: 20 }]);
  });
});
