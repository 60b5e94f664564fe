/**
 * Reads the complete audit log and reports the first difference from its seals. It reads pages, so that it needs little
 * memory, and uses no long transaction, which would hold back vacuum; this is safe because the tables are append-only.
 */
import type { Db } from '../../platform/db/database.ts';
import { AuditIntegrityError, chainStart, computeClearedHash, type Head, computeSealHash } from './chain.ts';
import type { RecordedHead } from './head-file.ts';
import * as store from './store.ts';

const PAGE_SIZE = 5000;
/** Sealing takes about a second, so the sealer has missed an entry that is older than this. */
const MAX_UNSEALED_SECONDS = 60;

export interface AuditCounts {
  sealed: number;
  unsealed: number;
  oldestUnsealedSeconds: number;
  notedHeads: number;
}

interface VerifyOptions {
  key: Buffer;
  /** Recorded heads of the chain from outside the database. */
  heads?: AsyncIterable<RecordedHead> | Iterable<RecordedHead>;
  pageSize?: number;
}

/** Throws an `AuditIntegrityError` at the first difference. */
export async function verifyAudit(
  db: Db,
  { key, heads = [], pageSize = PAGE_SIZE }: VerifyOptions,
): Promise<AuditCounts> {
  const end = await verifyChain(db, key, pageSize);
  const notedHeads = await compareHeads(db, end, heads, pageSize);
  const deletedId = await store.findDeletedBeforeSealing(db);
  if (deletedId) throw new AuditIntegrityError(`Entry ${deletedId} is gone: it was taken out before it was sealed.`);
  return { sealed: end.position, notedHeads, ...(await verifyEntries(db, pageSize)) };
}

async function verifyChain(db: Db, key: Buffer, pageSize: number): Promise<Head> {
  let { position, hash } = chainStart;
  let after: string | undefined;
  for (;;) {
    const page = await store.listChain(db, after, pageSize);
    for (const seal of page) {
      position += 1;
      if (seal.position !== String(position)) {
        throw new AuditIntegrityError(
          `Position ${position} of the chain is missing: the next one found is ${seal.position}.`,
        );
      }
      if (seal.id === null)
        throw new AuditIntegrityError(`Entry ${seal.entryId}, sealed at position ${position}, is gone.`);
      const isValid = seal.cleared
        ? computeClearedHash(key, { position, hash: seal.hash }, seal).equals(seal.cleared)
        : computeSealHash(key, hash, position, seal).equals(seal.hash);
      if (!isValid) throw new AuditIntegrityError(describeMismatch(seal.entryId, position));
      hash = seal.hash;
    }
    after = page.at(-1)?.position;
    if (page.length < pageSize) return { position, hash };
  }
}

const describeMismatch = (entryId: string, position: number) =>
  `Entry ${entryId} at position ${position} is not what was sealed: the entry, its seal or its place was changed.` +
  (position === 1 ? ' As this is the first one, the secret may also be another than that of the worker.' : '');

async function compareHeads(
  db: Db,
  end: Head,
  heads: NonNullable<VerifyOptions['heads']>,
  pageSize: number,
): Promise<number> {
  let count = 0;
  let page: RecordedHead[] = [];
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

async function comparePage(db: Db, end: Head, heads: readonly RecordedHead[]): Promise<void> {
  const positions = heads.map(({ position }) => position);
  const found = new Map((await store.listHashes(db, positions)).map(({ position, hash }) => [position, hash]));
  for (const { position, hash, source } of heads) {
    const sealed = found.get(position);
    if (!sealed) {
      throw new AuditIntegrityError(
        `The chain ends at position ${end.position}, but it had reached ${position} (${source}): its end was cut off.`,
      );
    }
    if (!sealed.equals(hash)) {
      throw new AuditIntegrityError(
        `Position ${position} has another hash than was noted (${source}): the chain was remade.`,
      );
    }
  }
}

async function verifyEntries(db: Db, pageSize: number) {
  let unsealed = 0;
  let oldestUnsealedSeconds = 0;
  let after: string | null = null;
  for (;;) {
    const page: store.EntryPage = await store.countUnsealed(db, after, pageSize);
    const seconds = page.strangestSeconds ?? 0;
    if (seconds > MAX_UNSEALED_SECONDS) {
      throw new AuditIntegrityError(
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
