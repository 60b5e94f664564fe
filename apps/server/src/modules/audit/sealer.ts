/**
 * Appends new entries to the chain every second, in small batches. Writers never wait for it: they take no lock and no
 * number; an entry gets its position here, in the order in which transactions become visible. It polls instead of using
 * NOTIFY because PostgreSQL serialises the commits of transactions that notify.
 */
import type { Database, Db } from '../../platform/db/database.ts';
import { startPollingLoop } from '../../platform/jobs/polling-loop.ts';
import type { Log } from '../../platform/log/log.ts';
import { chainStart, deriveChainKey, type Head, computeSealHash } from './chain.ts';
import { recordHead } from './head-file.ts';
import * as store from './store.ts';

const BATCH_SIZE = 500;
const INTERVAL_MS = 1000;

interface Batch {
  /** How many entries were removed from the queue. */
  dequeued: number;
  head: Head;
}

/** Seals one batch; undefined when the queue is empty or another worker has the lock. */
export const sealBatch = (database: Database, key: Buffer): Promise<Batch | undefined> =>
  database.transaction(async (tx) => {
    if (!(await store.tryLockChain(tx))) return undefined;
    const queued = await store.listQueued(tx, BATCH_SIZE);
    if (queued.length === 0) return undefined;

    const previousHead = (await store.findHead(tx)) ?? chainStart;
    // A sealed entry that somebody inserts into the queue again must not stop the sealing.
    const seals = computeSeals(
      key,
      previousHead,
      queued.filter((entry) => !entry.isSealed),
    );
    await store.insertSeals(tx, seals);
    await store.removeQueued(
      tx,
      queued.map(({ id }) => id),
    );
    return { dequeued: queued.length, head: seals.at(-1) ?? previousHead };
  });

function computeSeals(key: Buffer, previousHead: Head, entries: readonly store.QueuedEntry[]): store.NewSeal[] {
  let { position, hash } = previousHead;
  return entries.map((entry) => {
    position += 1;
    hash = computeSealHash(key, hash, position, entry);
    return { position, entryId: entry.id, hash };
  });
}

interface Deps {
  database: Database;
  secret: string;
  /** Without this file, only the log shows where the chain ends. */
  headFile: string | undefined;
  log: Log;
}

export function startSealing({ database, secret, headFile, log }: Deps) {
  const key = deriveChainKey(secret);
  if (!headFile) log.warn('AUDIT_HEAD_FILE is not set: only the log shows if the end of the audit is cut off');

  const logAndRecord = async (head: Head) => {
    log.info({ position: head.position, hash: head.hash.toString('hex') }, 'audit sealed');
    if (headFile) await recordHead(headFile, head);
  };
  const sealAll = async (stopping: AbortSignal) => {
    for (;;) {
      const batch = await sealBatch(database, key);
      if (batch) await logAndRecord(batch.head);
      if (!batch || batch.dequeued < BATCH_SIZE || stopping.aborted) return;
    }
  };
  // A worker that crashed between sealing and recording did not record the head of its last batch.
  let isRecorded = false;
  return startPollingLoop(
    { intervalMs: INTERVAL_MS, log, errorMessage: 'sealing the audit failed' },
    async (stopping) => {
      if (!isRecorded) await recordCurrentHead(database.db, logAndRecord);
      isRecorded = false;
      await sealAll(stopping);
      isRecorded = true;
    },
  );
}

async function recordCurrentHead(db: Db, record: (head: Head) => Promise<void>): Promise<void> {
  const head = await store.findHead(db);
  if (head) await record(head);
}
