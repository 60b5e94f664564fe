/**
 * Reads the complete audit log and reports the first difference from its seals. It reads pages, so that it needs little
 * memory, and uses no long transaction, which would hold back vacuum; this is safe because the tables are append-only.
 */
import type { Db } from '../../platform/db/database.ts';
import { AuditFault, beginning, clearedHash, type Head, sealHash } from './chain.ts';
import type { NotedHead } from './head-file.ts';
import * as store from './store.ts';

const PAGE = 5000;
/** Sealing takes about a second, so the sealer has missed an entry that is older than this. */
const LONGEST_WAIT_SECONDS = 60;

export interface AuditCounts {
  sealed: number;
  unsealed: number;
  oldestUnsealedSeconds: number;
  notedHeads: number;
}

interface Against {
  key: Buffer;
  /** Recorded heads of the chain from outside the database. */
  heads?: AsyncIterable<NotedHead> | Iterable<NotedHead>;
  pageSize?: number;
}

/** Throws an `AuditIntegrityError` at the first difference. */
export async function verifyAudit(db: Db, { key, heads = [], pageSize = PAGE }: Against): Promise<AuditCounts> {
  const end = await walkChain(db, key, pageSize);
  const notedHeads = await compareHeads(db, end, heads, pageSize);
  const vanished = await store.findVanished(db);
  if (vanished) throw new AuditFault(`Entry ${vanished} is gone: it was taken out before it was sealed.`);
  return { sealed: end.position, notedHeads, ...(await walkEntries(db, pageSize)) };
}

async function walkChain(db: Db, key: Buffer, pageSize: number): Promise<Head> {
  let { position, hash } = beginning;
  let after: string | undefined;
  for (;;) {
    const page = await store.listChain(db, after, pageSize);
    for (const seal of page) {
      position += 1;
      if (seal.position !== String(position)) {
        throw new AuditFault(`Position ${position} of the chain is missing: the next one found is ${seal.position}.`);
      }
      if (seal.id === null) throw new AuditFault(`Entry ${seal.entryId}, sealed at position ${position}, is gone.`);
      const isWhole = seal.cleared
        ? clearedHash(key, { position, hash: seal.hash }, seal).equals(seal.cleared)
        : sealHash(key, hash, position, seal).equals(seal.hash);
      if (!isWhole) throw new AuditFault(mismatch(seal.entryId, position));
      hash = seal.hash;
    }
    after = page.at(-1)?.position;
    if (page.length < pageSize) return { position, hash };
  }
}

const mismatch = (entryId: string, position: number) =>
  `Entry ${entryId} at position ${position} is not what was sealed: the entry, its seal or its place was changed.` +
  (position === 1 ? ' As this is the first one, the secret may also be another than that of the worker.' : '');

async function compareHeads(
  db: Db,
  end: Head,
  heads: NonNullable<Against['heads']>,
  pageSize: number,
): Promise<number> {
  let count = 0;
  let page: NotedHead[] = [];
  for await (const head of heads) {
    count += 1;
    page.push(head);
    if (page.length < pageSize) continue;
    await comparePage(db, end, page);
    page = [];
  }
  await comparePage(db, end, page);
  return count;
}

async function comparePage(db: Db, end: Head, heads: readonly NotedHead[]): Promise<void> {
  const positions = heads.map(({ position }) => position);
  const found = new Map((await store.listHashes(db, positions)).map(({ position, hash }) => [position, hash]));
  for (const { position, hash, source } of heads) {
    const sealed = found.get(position);
    if (!sealed) {
      throw new AuditFault(
        `The chain ends at position ${end.position}, but it had reached ${position} (${source}): its end was cut off.`,
      );
    }
    if (!sealed.equals(hash)) {
      throw new AuditFault(`Position ${position} has another hash than was noted (${source}): the chain was remade.`);
    }
  }
}

async function walkEntries(db: Db, pageSize: number) {
  let unsealed = 0;
  let oldestUnsealedSeconds = 0;
  let after: string | null = null;
  for (;;) {
    const page: store.EntryPage = await store.countUnsealed(db, after, pageSize);
    const seconds = page.strangestSeconds ?? 0;
    if (seconds > LONGEST_WAIT_SECONDS) {
      throw new AuditFault(
        `Entry ${page.strangestId} has no seal, ${Math.round(seconds)} s from its time: ` +
          'no worker is sealing, or it came in past the rules.',
      );
    }
    unsealed += page.unsealed;
    oldestUnsealedSeconds = Math.max(oldestUnsealedSeconds, seconds);
    after = page.lastId;
    if (page.entries < pageSize) return { unsealed, oldestUnsealedSeconds };
  }
}
