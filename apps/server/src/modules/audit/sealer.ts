/**
 * Appends new entries to the chain every second, in small batches. Writers never wait for it: they take no lock and no
 * number; an entry gets its position here, in the order in which transactions become visible. It polls instead of using
 * NOTIFY because PostgreSQL serialises the commits of transactions that notify.
 */
import type { Database, Db } from '../../platform/db/database.ts';
import { startPollingLoop } from '../../platform/jobs/polling-loop.ts';
import type { Log } from '../../platform/log/log.ts';
import { beginning, deriveChainKey, type Head, sealHash } from './chain.ts';
import { noteHead } from './head-file.ts';
import * as store from './store.ts';

const BATCH = 500;
const PAUSE_MS = 1000;

interface Batch {
  /** How many entries were removed from the queue. */
  dequeued: number;
  head: Head;
}

/** Seals one batch; undefined when the queue is empty or another worker has the lock. */
export const sealBatch = (database: Database, key: Buffer): Promise<Batch | undefined> =>
  database.transaction(async (tx) => {
    if (!(await store.tryLockChain(tx))) return undefined;
    const waiting = await store.listWaiting(tx, BATCH);
    if (waiting.length === 0) return undefined;

    const before = (await store.findHead(tx)) ?? beginning;
    // A sealed entry that somebody inserts into the queue again must not stop the sealing.
    const seals = chainOn(
      key,
      before,
      waiting.filter((entry) => !entry.isSealed),
    );
    await store.insertSeals(tx, seals);
    await store.removeWaiting(
      tx,
      waiting.map(({ id }) => id),
    );
    return { dequeued: waiting.length, head: seals.at(-1) ?? before };
  });

function chainOn(key: Buffer, before: Head, entries: readonly store.WaitingEntry[]): store.NewSeal[] {
  let { position, hash } = before;
  return entries.map((entry) => {
    position += 1;
    hash = sealHash(key, hash, position, entry);
    return { position, entryId: entry.id, hash };
  });
}

interface Needs {
  database: Database;
  secret: string;
  /** Without this file, only the log shows where the chain ends. */
  headFile: string | undefined;
  log: Log;
}

export function startSealing({ database, secret, headFile, log }: Needs) {
  const key = deriveChainKey(secret);
  if (!headFile) log.warn('AUDIT_HEAD_FILE is not set: only the log shows if the end of the audit is cut off');

  const note = async (head: Head) => {
    log.info({ position: head.position, hash: head.hash.toString('hex') }, 'audit sealed');
    if (headFile) await noteHead(headFile, head);
  };
  const sealAll = async (stopping: AbortSignal) => {
    for (;;) {
      const batch = await sealBatch(database, key);
      if (batch) await note(batch.head);
      if (!batch || batch.dequeued < BATCH || stopping.aborted) return;
    }
  };
  // A worker that crashed between sealing and recording did not record the head of its last batch.
  let isNoted = false;
  return startPollingLoop({ intervalMs: PAUSE_MS, log, errorMessage: 'sealing the audit failed' }, async (stopping) => {
    if (!isNoted) await noteCurrent(database.db, note);
    isNoted = false;
    await sealAll(stopping);
    isNoted = true;
  });
}

async function noteCurrent(db: Db, note: (head: Head) => Promise<void>): Promise<void> {
  const head = await store.findHead(db);
  if (head) await note(head);
}
