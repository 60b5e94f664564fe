/**
 * Fixed windows with exact counts, for callers who are told how much is left and may rely on it. Concurrent attempts
 * are counted by one write (`createBatchLoader`), rejected attempts are not counted, and a refund goes to the window it
 * was taken from: in a newer window it would allow one attempt too many.
 */
import type { Redis } from 'ioredis';
import type { Database } from '../db/database.ts';
import { named } from '../db/statement.ts';
import { gathered } from '../gathered.ts';

/** A number of attempts per window; the window starts with the first attempt. */
export interface RateLimitRule {
  points: number;
  seconds: number;
}

interface Asked {
  key: string;
  count: number;
}

/** Attempts granted now, attempts granted in the whole window, and its end by our clock. */
interface Counted {
  granted: number;
  used: number;
  endsAt: number;
}

interface WindowStore {
  /** Returns results in the order of the requests; no key may occur twice. */
  take: (asked: readonly Asked[], rule: RateLimitRule) => Promise<Counted[]>;
  giveBack: (key: string, window: { endsAt: number }, count: number) => Promise<void>;
}

/** The result of one attempt. */
export interface Try {
  isAllowed: boolean;
  remaining: number;
  endsAt: number;
}

/**
 * Values: keys, counts, points, now, end of a window that starts now. A batch may exceed the points; the excess is
 * refunded.
 */
const takeStatement = named({
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

const giveBackStatement = named({
  name: 'window-give-back',
  text: `update rate_limits set points = greatest(0, points - $3::int) where key = $1 and expire = $2::bigint`,
});

export function windowsInPostgres(database: Pick<Database, 'query'>): WindowStore {
  const giveBack: WindowStore['giveBack'] = async (key, { endsAt }, count) => {
    await database.query(giveBackStatement, [key, endsAt, count]);
  };
  return {
    async take(asked, { points, seconds }) {
      const now = Date.now();
      const { rows } = await database.query(takeStatement, [
        asked.map(({ key }) => key),
        asked.map(({ count }) => count),
        points,
        now,
        now + seconds * 1000,
      ]);
      const found = new Map(
        (rows as { key: string; points: number; endsAt: number; isCounted: boolean }[]).map((row) => [row.key, row]),
      );
      return Promise.all(
        asked.map(async ({ key, count }) => {
          const row = found.get(key);
          // Others opened and filled the window during this statement; the next caller learns when it ends.
          if (!row) return { granted: 0, used: points, endsAt: now };
          if (!row.isCounted) return { granted: 0, used: points, endsAt: row.endsAt };
          const above = Math.max(0, row.points - points);
          // If this fails, the window allows one attempt too few, never one too many.
          if (above > 0) await giveBack(key, row, above).catch(() => undefined);
          return { granted: count - above, used: row.points - above, endsAt: row.endsAt };
        }),
      );
    },
    giveBack,
  };
}

const TAKE_SCRIPT = `
local left = redis.call('pttl', KEYS[1])
local used = left > 0 and tonumber(redis.call('get', KEYS[1])) or 0
if left <= 0 then left = tonumber(ARGV[3]) end
local granted = math.max(0, math.min(tonumber(ARGV[1]), tonumber(ARGV[2]) - used))
if granted > 0 then redis.call('set', KEYS[1], used + granted, 'px', left) end
return {granted, used + granted, left}`;

const GIVE_BACK_SCRIPT = `
if tonumber(redis.call('get', KEYS[1]) or 0) >= tonumber(ARGV[1]) then redis.call('decrby', KEYS[1], ARGV[1]) end`;

export const windowsInRedis = (redis: Redis): WindowStore => ({
  take: (asked, { points, seconds }) =>
    Promise.all(
      asked.map(async ({ key, count }) => {
        // Measured before the call, so that a window never lasts longer here than in Redis.
        const now = Date.now();
        const reply = await redis.eval(TAKE_SCRIPT, 1, key, count, points, seconds * 1000);
        const [granted, used, left] = reply as [number, number, number];
        return { granted, used, endsAt: now + left };
      }),
    ),
  async giveBack(key, { endsAt }, count) {
    if (endsAt > Date.now()) await redis.eval(GIVE_BACK_SCRIPT, 1, key, count);
  },
});

/** The windows of one rule, counted in the store. */
export function createWindows(store: WindowStore, rule: RateLimitRule) {
  /** Full windows until they end, so that a flood does not reach the store. */
  const full = new Map<string, number>();

  const refused = (endsAt: number): Try => ({ isAllowed: false, remaining: 0, endsAt });

  function remember(key: string, endsAt: number): void {
    const now = Date.now();
    for (const [known, end] of full) if (end <= now) full.delete(known);
    if (endsAt > now) full.set(key, endsAt);
  }

  const take = gathered(async (keys: readonly string[]): Promise<Try[]> => {
    const counts = new Map<string, number>();
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
    const asked = [...counts].map(([key, count]) => ({ key, count }));
    const counted = await store.take(asked, rule);
    const left = new Map(asked.map(({ key }, place) => [key, { ...counted[place]! }]));
    return keys.map((key) => {
      const window = left.get(key)!;
      if (window.granted === 0) {
        remember(key, window.endsAt);
        return refused(window.endsAt);
      }
      window.granted -= 1;
      // The first attempt of a batch is told what is left after the first.
      return { isAllowed: true, remaining: rule.points - window.used + window.granted, endsAt: window.endsAt };
    });
  });

  return {
    take(key: string): Promise<Try> {
      const endsAt = full.get(key) ?? 0;
      return endsAt > Date.now() ? Promise.resolve(refused(endsAt)) : take(key);
    },
    async giveBack(key: string, { endsAt }: Try): Promise<void> {
      await store.giveBack(key, { endsAt }, 1);
      full.delete(key);
    },
  };
}
