/**
 * Sums API calls in memory and adds them to the database every two seconds and before the process ends, so that a call
 * needs no write of its own. Rows are sorted, so that concurrent processes never deadlock.
 */
import type { ApiKeyId, ApiOutcome } from '@hakiki/contract/api-keys';
import type { Database } from '../../platform/db/database.ts';
import type { KeyActor } from '../../platform/http/actor.ts';
import type { Log } from '../../platform/log/log.ts';
import { toDay } from './calendar.ts';
import * as store from './store.ts';
import { latencyBounds } from './tables.ts';

const FLUSH_INTERVAL_MS = 2000;
/** Limit while the database is down; further calls are not measured. */
const MAX_SUMS = 20_000;
const BATCH_SIZE = 500;

const toOutcome = (status: number): ApiOutcome => {
  if (status === 304) return 'unchanged';
  if (status >= 500) return 'failed';
  return status >= 400 ? 'wrong' : 'done';
};

const toBucket = (ms: number): number => {
  const bucket = latencyBounds.findIndex((bound) => ms <= bound);
  return bucket === -1 ? latencyBounds.length : bucket;
};

interface Deps {
  database: Database;
  log: Log;
  /** Called after each flush. */
  afterFlush: () => Promise<void>;
}

export function createUsage({ database, log, afterFlush }: Deps) {
  let sums = new Map<string, store.UsageSum>();
  let lastUsedByKey = new Map<ApiKeyId, Date>();
  let timer: NodeJS.Timeout | undefined;
  let flushing = Promise.resolve();

  function add(addition: store.UsageSum): void {
    const name = [addition.accountId, addition.day, addition.keyId, addition.endpoint, addition.outcome].join(' ');
    const sum = sums.get(name);
    if (!sum) {
      if (sums.size < MAX_SUMS) sums.set(name, addition);
      return;
    }
    sum.calls += addition.calls;
    sum.charged += addition.charged;
    sum.latencyMs += addition.latencyMs;
    for (const [bucket, n] of addition.latencies.entries()) sum.latencies[bucket]! += n;
  }

  async function storeAll(): Promise<void> {
    const pending = [...sums].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, sum]) => sum);
    const times = [...lastUsedByKey].toSorted(([one], [other]) => (one < other ? -1 : 1));
    sums = new Map();
    lastUsedByKey = new Map();
    while (pending.length > 0) {
      const batch = pending.splice(0, BATCH_SIZE);
      try {
        await store.addUsage(database, batch);
      } catch (error) {
        for (const sum of [...batch, ...pending]) add(sum);
        throw error;
      }
    }
    if (times.length > 0) {
      await store.updateLastUsed(
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
      .then(storeAll)
      .then(afterFlush)
      .catch((error: unknown) => log.warn({ err: error }, 'API usage could not be stored and will be retried'))
      .then(() => {
        if (sums.size > 0) schedule();
      });
    return flushing;
  }

  function schedule(): void {
    timer ??= setTimeout(() => void flush(), FLUSH_INTERVAL_MS).unref();
  }

  return {
    record({ accountId, keyId, isTest }: KeyActor, endpoint: string, { status, ms }: { status: number; ms: number }) {
      const now = new Date();
      const outcome = toOutcome(status);
      const latencies = Array.from({ length: latencyBounds.length + 1 }, () => 0);
      latencies[toBucket(ms)] = 1;
      const isCharged = !isTest && (outcome === 'done' || outcome === 'wrong');
      const charged = isCharged ? 1 : 0;
      add({
        accountId,
        day: toDay(now),
        keyId,
        endpoint,
        outcome,
        calls: 1,
        charged,
        latencyMs: Math.round(ms),
        latencies,
      });
      lastUsedByKey.set(keyId, now);
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
export function latencyPercentile(fraction: number, latencies: readonly number[]): number {
  const total = latencies.reduce((sum, n) => sum + n, 0);
  let counted = 0;
  for (const [bucket, n] of latencies.entries()) {
    counted += n;
    if (counted >= total * fraction && counted > 0) return latencyBounds[bucket] ?? latencyBounds.at(-1)! * 2;
  }
  return 0;
}
