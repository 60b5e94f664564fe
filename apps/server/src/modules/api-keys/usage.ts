/**
 * Sums API calls in memory and adds them to the database every two seconds and before the process ends, so that a call
 * needs no write of its own. Rows are sorted, so that concurrent processes never deadlock.
 */
import type { ApiKeyId, ApiOutcome } from '@hakiki/contract/api-keys';
import type { Database } from '../../platform/db/database.ts';
import type { KeyActor } from '../../platform/http/actor.ts';
import type { Log } from '../../platform/log/log.ts';
import { dayOf } from './calendar.ts';
import * as store from './store.ts';
import { latencyBounds } from './tables.ts';

const FLUSH_MS = 2000;
/** Limit while the database is down; further calls are not measured. */
const MOST_SUMS = 20_000;
const ADDED_AT_ONCE = 500;

const outcomeOf = (status: number): ApiOutcome => {
  if (status === 304) return 'unchanged';
  if (status >= 500) return 'failed';
  return status >= 400 ? 'wrong' : 'done';
};

const placeOf = (ms: number): number => {
  const place = latencyBounds.findIndex((bound) => ms <= bound);
  return place === -1 ? latencyBounds.length : place;
};

interface Needs {
  database: Database;
  log: Log;
  /** Called after each flush. */
  settle: () => Promise<void>;
}

export function createUsage({ database, log, settle }: Needs) {
  let sums = new Map<string, store.UsageSum>();
  let used = new Map<ApiKeyId, Date>();
  let timer: NodeJS.Timeout | undefined;
  let flushing = Promise.resolve();

  function add(one: store.UsageSum): void {
    const name = [one.accountId, one.day, one.keyId, one.endpoint, one.outcome].join(' ');
    const sum = sums.get(name);
    if (!sum) {
      if (sums.size < MOST_SUMS) sums.set(name, one);
      return;
    }
    sum.calls += one.calls;
    sum.charged += one.charged;
    sum.latencyMs += one.latencyMs;
    for (const [place, n] of one.latencies.entries()) sum.latencies[place]! += n;
  }

  async function addAll(): Promise<void> {
    const taken = [...sums].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, sum]) => sum);
    const times = [...used].toSorted(([one], [other]) => (one < other ? -1 : 1));
    sums = new Map();
    used = new Map();
    while (taken.length > 0) {
      const batch = taken.splice(0, ADDED_AT_ONCE);
      try {
        await store.addUsage(database, batch);
      } catch (error) {
        for (const sum of [...batch, ...taken]) add(sum);
        throw error;
      }
    }
    if (times.length > 0) {
      await store.touch(
        database,
        times.map(([id]) => id),
        times.map(([, at]) => at),
      );
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    flushing = flushing
      .then(addAll)
      .then(settle)
      .catch((error: unknown) => log.warn({ err: error }, 'usage of the API not stored yet'))
      .then(() => {
        if (sums.size > 0) schedule();
      });
    return flushing;
  }

  function schedule(): void {
    timer ??= setTimeout(() => void flush(), FLUSH_MS).unref();
  }

  return {
    record({ accountId, keyId, isTest }: KeyActor, endpoint: string, { status, ms }: { status: number; ms: number }) {
      const now = new Date();
      const outcome = outcomeOf(status);
      const latencies = Array.from({ length: latencyBounds.length + 1 }, () => 0);
      latencies[placeOf(ms)] = 1;
      const isCharged = !isTest && (outcome === 'done' || outcome === 'wrong');
      const charged = isCharged ? 1 : 0;
      add({
        accountId,
        day: dayOf(now),
        keyId,
        endpoint,
        outcome,
        calls: 1,
        charged,
        latencyMs: Math.round(ms),
        latencies,
      });
      used.set(keyId, now);
      schedule();
    },

    flush,

    /** Stores the remaining sums; do not record anything afterwards. */
    async stop(): Promise<void> {
      await flush();
      clearTimeout(timer);
    },
  };
}

/** Returns the upper bound of the bucket that contains this percentile. */
export function latencyAt(part: number, latencies: readonly number[]): number {
  const all = latencies.reduce((sum, n) => sum + n, 0);
  let seen = 0;
  for (const [place, n] of latencies.entries()) {
    seen += n;
    if (seen >= all * part && seen > 0) return latencyBounds[place] ?? latencyBounds.at(-1)! * 2;
  }
  return 0;
}
