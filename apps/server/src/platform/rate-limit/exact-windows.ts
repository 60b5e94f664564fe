/**
 * Fixed windows with exact counts, for callers who get the remaining quota and may rely on it. Concurrent attempts
 * are counted by one write (`createBatchLoader`), rejected attempts are not counted, and a refund goes to the window it
 * was taken from: in a newer window it would allow one attempt too many.
 */
import type { Redis } from 'ioredis';
import type { Database } from '../db/database.ts';
import { prepareStatement } from '../db/statement.ts';
import { createBatchLoader } from '../batch-loader.ts';

/** A number of attempts per window; the window starts with the first attempt. */
export interface RateLimitRule {
  points: number;
  seconds: number;
}

interface AttemptRequest {
  key: string;
  count: number;
}

/** Attempts granted now, attempts granted in the whole window, and its end by our clock. */
interface AttemptCount {
  granted: number;
  used: number;
  endsAt: number;
}

interface WindowStore {
  /** Returns results in the order of the requests; no key may occur twice. */
  countAttempts: (requests: readonly AttemptRequest[], rule: RateLimitRule) => Promise<AttemptCount[]>;
  refund: (key: string, window: { endsAt: number }, count: number) => Promise<void>;
}

/** The result of one attempt. */
export interface AttemptResult {
  isAllowed: boolean;
  remaining: number;
  endsAt: number;
}

/**
 * Values: keys, counts, points, now, end of a window that starts now. A batch may exceed the points; the excess is
 * refunded.
 */
const takeStatement = prepareStatement({
  name: 'window-take',
  text: `
  with counted as (
    insert into rate_limits as kept (key, points, expire)
    select key, n, $5::bigint from unnest($1::text[], $2::int[]) as asked (key, n) order by key
    on conflict (key) do update set
      points = case when kept.expire <= $4::bigint then excluded.points else kept.points + excluded.points end,
      expire = case when kept.expire <= $4::bigint then excluded.expire else kept.expire end
    where kept.expire <= $4::bigint or kept.points < $3::int
    returning key, points, expire
  )
  select key, points, expire::float8 as "endsAt", true as "isCounted" from counted
  union all
  select key, points, expire::float8, false from rate_limits
  where key = any($1::text[]) and not exists (select from counted where counted.key = rate_limits.key)`,
});

const refundStatement = prepareStatement({
  name: 'window-give-back',
  text: `update rate_limits set points = greatest(0, points - $3::int) where key = $1 and expire = $2::bigint`,
});

export function createPostgresWindows(database: Pick<Database, 'query'>): WindowStore {
  const refund: WindowStore['refund'] = async (key, { endsAt }, count) => {
    await database.query(refundStatement, [key, endsAt, count]);
  };
  return {
    async countAttempts(requests, { points, seconds }) {
      const now = Date.now();
      const { rows } = await database.query(takeStatement, [
        requests.map(({ key }) => key),
        requests.map(({ count }) => count),
        points,
        now,
        now + seconds * 1000,
      ]);
      const found = new Map(
        (rows as { key: string; points: number; endsAt: number; isCounted: boolean }[]).map((row) => [row.key, row]),
      );
      return Promise.all(
        requests.map(async ({ key, count }) => {
          const row = found.get(key);
          // Others opened and filled the window during this statement; the next caller learns when it ends.
          if (!row) return { granted: 0, used: points, endsAt: now };
          if (!row.isCounted) return { granted: 0, used: points, endsAt: row.endsAt };
          const excess = Math.max(0, row.points - points);
          // If this fails, the window allows one attempt too few, never one too many.
          if (excess > 0) await refund(key, row, excess).catch(() => undefined);
          return { granted: count - excess, used: row.points - excess, endsAt: row.endsAt };
        }),
      );
    },
    refund,
  };
}

const TAKE_SCRIPT = `
local left = redis.call('pttl', KEYS[1])
local used = left > 0 and tonumber(redis.call('get', KEYS[1])) or 0
if left <= 0 then left = tonumber(ARGV[3]) end
local granted = math.max(0, math.min(tonumber(ARGV[1]), tonumber(ARGV[2]) - used))
if granted > 0 then redis.call('set', KEYS[1], used + granted, 'px', left) end
return {granted, used + granted, left}`;

const REFUND_SCRIPT = `
if tonumber(redis.call('get', KEYS[1]) or 0) >= tonumber(ARGV[1]) then redis.call('decrby', KEYS[1], ARGV[1]) end`;

export const createRedisWindows = (redis: Redis): WindowStore => ({
  countAttempts: (requests, { points, seconds }) =>
    Promise.all(
      requests.map(async ({ key, count }) => {
        // Measured before the call, so that a window never lasts longer here than in Redis.
        const now = Date.now();
        const reply = await redis.eval(TAKE_SCRIPT, 1, key, count, points, seconds * 1000);
        const [granted, used, msLeft] = reply as [number, number, number];
        return { granted, used, endsAt: now + msLeft };
      }),
    ),
  async refund(key, { endsAt }, count) {
    if (endsAt > Date.now()) await redis.eval(REFUND_SCRIPT, 1, key, count);
  },
});

/** The windows of one rule, counted in the store. */
export function createWindows(store: WindowStore, rule: RateLimitRule) {
  /** Full windows until they end, so that a flood does not reach the store. */
  const fullUntil = new Map<string, number>();

  const rejected = (endsAt: number): AttemptResult => ({ isAllowed: false, remaining: 0, endsAt });

  function rememberFull(key: string, endsAt: number): void {
    const now = Date.now();
    for (const [known, end] of fullUntil) if (end <= now) fullUntil.delete(known);
    if (endsAt > now) fullUntil.set(key, endsAt);
  }

  const countAttempt = createBatchLoader(async (keys: readonly string[]): Promise<AttemptResult[]> => {
    const counts = new Map<string, number>();
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
    const requests = [...counts].map(([key, count]) => ({ key, count }));
    const counted = await store.countAttempts(requests, rule);
    const remaining = new Map(requests.map(({ key }, index) => [key, { ...counted[index]! }]));
    return keys.map((key) => {
      const window = remaining.get(key)!;
      if (window.granted === 0) {
        rememberFull(key, window.endsAt);
        return rejected(window.endsAt);
      }
      window.granted -= 1;
      // The first attempt of a batch gets the remaining quota after the first.
      return { isAllowed: true, remaining: rule.points - window.used + window.granted, endsAt: window.endsAt };
    });
  });

  return {
    countAttempt(key: string): Promise<AttemptResult> {
      const endsAt = fullUntil.get(key) ?? 0;
      return endsAt > Date.now() ? Promise.resolve(rejected(endsAt)) : countAttempt(key);
    },
    async refund(key: string, { endsAt }: AttemptResult): Promise<void> {
      await store.refund(key, { endsAt }, 1);
      fullUntil.delete(key);
    },
  };
}
