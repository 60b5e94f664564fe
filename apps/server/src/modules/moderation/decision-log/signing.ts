/**
 * Signs the head of the public log, so that outsiders who store one signed head can prove a later change. Only the
 * worker has the key. A head is signed only if the log still has every line of the previous head, which is read from
 * the database and from a file outside it, because an attacker who rewrites the log in the database can rewrite the
 * heads there as well.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Database } from '../../../platform/db/database.ts';
import { startPollingLoop } from '../../../platform/jobs/polling-loop.ts';
import type { Log } from '../../../platform/log/log.ts';
import { parseSigningKey, type SigningKey, signNote } from '../../../platform/signing/signed-note.ts';
import { type Checkpoint, formatCheckpoint, openCheckpoint } from './checkpoint.ts';
import { LogIntegrityError } from './log-integrity-error.ts';
import * as store from './store.ts';
import { computeRoot, storeNodes } from './tree.ts';
import * as treeStore from './tree-store.ts';

const INTERVAL_MS = 10_000;
/** At most this many subtree hashes are stored in one transaction, which reads about 16,000 lines. */
const NODES_PER_TRANSACTION = 64;

export interface SigningSettings {
  /** Newest first; during a key rotation each head is signed by all keys. */
  keys: readonly string[];
  /** Stores the last signed head outside the database. */
  checkpointFile: string | undefined;
}

interface Deps extends SigningSettings {
  database: Database;
}

type Signed = { outcome: 'nothing new' | 'locked' | 'unfinished' } | { outcome: 'signed'; size: number; note: string };

/** Earlier signed heads, which the next one must contain. */
async function listEarlierHeads(
  keys: readonly SigningKey[],
  checkpointFile: string | undefined,
  last: treeStore.StoredCheckpoint | undefined,
): Promise<(Checkpoint & { source: string })[]> {
  const earlier = last ? [{ ...openCheckpoint(last.note, keys), source: 'the database' }] : [];
  if (checkpointFile && existsSync(checkpointFile)) {
    earlier.push({ ...openCheckpoint(await readFile(checkpointFile, 'utf8'), keys), source: checkpointFile });
  }
  // A head of another origin belongs to another log.
  return earlier.filter(({ origin }) => origin === keys[0]!.name);
}

async function signIfChanged({ database, checkpointFile }: Deps, keys: readonly SigningKey[]): Promise<Signed> {
  return database.transaction(async (tx) => {
    if (!(await treeStore.tryLockSigning(tx))) return { outcome: 'locked' };
    const last = await treeStore.findLastCheckpoint(tx);
    const size = (await store.findHead(tx))?.number ?? 0;
    const verifiers = keys.map(({ text }) => text);
    const earlier = await listEarlierHeads(keys, checkpointFile, last);
    if (size === 0 && earlier.length === 0) return { outcome: 'nothing new' };
    const tree = { database, db: tx };
    if (!(await storeNodes(tree, size, NODES_PER_TRANSACTION))) return { outcome: 'unfinished' };
    // Also checked while nothing is new, so that an alarm is raised soon after a line was removed.
    for (const { size: earlierSize, root, source } of earlier) {
      const isContained = earlierSize <= size && (await computeRoot(tree, earlierSize)).equals(root);
      if (!isContained) {
        throw new LogIntegrityError(
          `The public log has lost or changed a line since its head of ${earlierSize} lines was signed (${source}). Nothing more is signed.`,
        );
      }
    }
    // A new key signs at once, so that it is published. Two workers with different keys do not alternate forever.
    if (last?.size === size && (await treeStore.haveSigned(tx, verifiers))) return { outcome: 'nothing new' };
    const root = await computeRoot(tree, size);
    const note = signNote(formatCheckpoint({ origin: keys[0]!.name, size, root }), keys);
    await treeStore.insertCheckpoint(tx, { number: (last?.number ?? 0) + 1, size, root, note, keys: verifiers });
    return { outcome: 'signed', size, note };
  });
}

/** Replaces the file atomically: a partly written file would look like an attack. */
async function storeCheckpoint(file: string, note: string): Promise<void> {
  mkdirSync(dirname(file), { recursive: true });
  await writeFile(`${file}.new`, note, { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
}

/** Signs the head if the log or the keys have changed. Returns false while hashes of a long log are being stored. */
export async function signHead(deps: Deps): Promise<boolean> {
  const signed = await signIfChanged(deps, deps.keys.map(parseSigningKey));
  if (signed.outcome === 'signed' && deps.checkpointFile) await storeCheckpoint(deps.checkpointFile, signed.note);
  return signed.outcome !== 'unfinished';
}

export function startSigning({ log, ...deps }: Deps & { log: Log }) {
  let unsignedSince: number | undefined;
  if (deps.keys.length === 0) log.warn('LOG_SIGNING_KEYS is not set: the public log of decisions is not signed');

  const polling = startPollingLoop(
    { intervalMs: INTERVAL_MS, log, errorMessage: 'signing the head of the public log failed' },
    async (stopping) => {
      const startedAt = Date.now();
      try {
        if (deps.keys.length === 0) {
          if (await store.findHead(deps.database.db)) unsignedSince ??= startedAt;
          return;
        }
        while (!(await signHead(deps)) && !stopping.aborted);
        unsignedSince = undefined;
      } catch (error) {
        unsignedSince ??= startedAt;
        throw error;
      }
    },
  );
  return { ...polling, secondsUnsigned: () => (unsignedSince ? (Date.now() - unsignedSince) / 1000 : 0) };
}
