/** Reads the complete public log and reports the first changed line, wrong head or missing decision. */
import { toFileLine } from '@hakiki/contract/decision-log';
import type { Database, Db } from '../../../platform/db/database.ts';
import { NoteError, parseVerifierKey, type VerifierKey } from '../../../platform/signing/signed-note.ts';
import { openCheckpoint } from './checkpoint.ts';
import { computeLineHash, emptyLogHead } from './line.ts';
import { LogIntegrityError } from './log-integrity-error.ts';
import { computeLeafHash, countLinesOfLevel, MerkleRange, NodeBuilder, type TreeNode } from './merkle-tree.ts';
import * as store from './store.ts';
import * as treeStore from './tree-store.ts';

const PAGE_SIZE = 5000;
const CHECKPOINT_PAGE_SIZE = 1000;
/** Appending takes about a second. */
const MAX_QUEUED_SECONDS = 60;

/** A signed head that was stored outside the database. */
export interface ExternalCheckpoint {
  note: string;
  /** Its location, for error messages. */
  source: string;
}

/** Keys and heads of the auditor. Without them, a log that was rewritten together with its heads looks valid. */
export interface LogTrust {
  keys: readonly VerifierKey[];
  kept: readonly ExternalCheckpoint[];
}

export interface VerifiedLog {
  lines: number;
  /** Decisions that are queued. */
  waiting: number;
  /** Signed heads in the database. */
  heads: number;
  /** Lines after the newest signed head. */
  unsigned: number;
  /** Heads from outside the database that match the log. */
  savedHeads: number;
}

interface SignedHead {
  size: number;
  root: Buffer;
  /** Its name in error messages. */
  title: string;
}

function openCheckpointOrThrow(title: string, note: string, keys: readonly VerifierKey[]) {
  try {
    return openCheckpoint(note, keys);
  } catch (error) {
    if (error instanceof NoteError) throw new LogIntegrityError(`${title}: ${error.message}`, { cause: error });
    throw error;
  }
}

/** Heads in the database in the order in which they were signed; checks their signatures. */
async function* readHeads(db: Db): AsyncGenerator<SignedHead & { number: number; note: string }> {
  for (let after = 0, size = 0; ;) {
    const page = await treeStore.listCheckpoints(db, after, CHECKPOINT_PAGE_SIZE);
    for (const { number, note, root, keys, size: stored } of page) {
      const title = `Head ${number} of the public log`;
      if (number !== after + 1) throw new LogIntegrityError(`Head ${after + 1} of the public log is missing.`);
      const opened = openCheckpointOrThrow(title, note, keys.map(parseVerifierKey));
      if (opened.signers.length === 0 || opened.size !== stored || !opened.root.equals(root) || stored < size) {
        throw new LogIntegrityError(`${title} is not as it was signed.`);
      }
      yield { number, note, size: stored, root, title };
      [after, size] = [number, stored];
    }
    if (page.length < CHECKPOINT_PAGE_SIZE) return;
  }
}

const assertRootMatches = ({ size, root, title }: SignedHead, range: MerkleRange): void => {
  if (!range.root().equals(root)) {
    throw new LogIntegrityError(
      `${title} does not fit: one of the first ${size} lines was changed after it was signed.`,
    );
  }
};

async function assertNodeStored(db: Db, { level, position, hash }: TreeNode, signedLines: number): Promise<void> {
  const [stored] = await treeStore.listNodes(db, level, position, 1);
  const isNeeded = (position + 1) * countLinesOfLevel(level) <= signedLines;
  if (stored ? !stored.equals(hash) : isNeeded) {
    throw new LogIntegrityError(
      `The stored hash ${position} of level ${level} of the public log does not fit the lines.`,
    );
  }
}

export async function verifyDecisionLog(
  database: Database,
  { keys, kept }: LogTrust = { keys: [], kept: [] },
): Promise<VerifiedLog> {
  const savedHeads = kept.map(({ note, source }): SignedHead => {
    const opened = openCheckpointOrThrow(`The head in ${source}`, note, keys);
    if (opened.signers.length === 0)
      throw new LogIntegrityError(`The head in ${source} is signed by none of the given keys.`);
    return { ...opened, title: `The head in ${source}` };
  });
  const heads = readHeads(database.db);
  const last = await treeStore.findLastCheckpoint(database.db);
  let nextHead = (await heads.next()).value;
  const range = new MerkleRange();
  const nodes = new NodeBuilder();
  const assertHeadsMatch = async () => {
    for (const head of savedHeads) if (head.size === range.size) assertRootMatches(head, range);
    for (; nextHead?.size === range.size; nextHead = (await heads.next()).value) assertRootMatches(nextHead, range);
  };
  await assertHeadsMatch();

  let head = emptyLogHead;
  for (;;) {
    const page = await store.listRange(database, head.number + 1, PAGE_SIZE);
    for (const line of page) {
      if (line.number !== head.number + 1)
        throw new LogIntegrityError(`Line ${head.number + 1} of the public log is missing.`);
      if (line.previous !== head.hash || computeLineHash(line) !== line.hash) {
        throw new LogIntegrityError(`Line ${line.number} of the public log is not as it was entered.`);
      }
      head = line;
      const leaf = computeLeafHash(toFileLine(line));
      range.append(leaf);
      for (const node of nodes.append(leaf)) await assertNodeStored(database.db, node, last?.size ?? 0);
      await assertHeadsMatch();
    }
    if (page.length < PAGE_SIZE) break;
  }
  const currentHead = await store.findHead(database.db);
  // Lines that were appended meanwhile are not checked.
  if (currentHead && currentHead.number > head.number && !(await hasLineAfter(database, head.number))) {
    throw new LogIntegrityError(`Line ${head.number + 1} of the public log is missing.`);
  }
  const headsToCheck = [
    ...(last && last.size > head.number ? [{ size: last.size, title: 'The newest head' }] : []),
    ...savedHeads,
  ];
  for (const { size, title } of headsToCheck) {
    if (size > head.number) {
      throw new LogIntegrityError(
        `${title} was signed over ${size} lines, but the public log has ${head.number}: its end was cut off.`,
      );
    }
  }
  if (last) assertTrusted(last, keys);
  else if (savedHeads.length > 0)
    throw new LogIntegrityError('The signed heads of the public log are gone, though one was kept.');
  const { waiting, seconds, missing } = await store.findUnlogged(database.db);
  if (missing) throw new LogIntegrityError(`Decision ${missing} is not in the public log, and does not wait for it.`);
  if (seconds > MAX_QUEUED_SECONDS) {
    throw new LogIntegrityError(
      `A decision has waited ${Math.round(seconds)} s for the public log: no worker enters any.`,
    );
  }
  return {
    lines: head.number,
    waiting,
    heads: last?.number ?? 0,
    unsigned: head.number - (last?.size ?? 0),
    savedHeads: savedHeads.length,
  };
}

const hasLineAfter = async (database: Database, after: number): Promise<boolean> =>
  (await store.listRange(database, after + 1, 1)).length > 0;

/** Keys that only the database contains prove nothing: an attacker may have written them. */
function assertTrusted({ note }: treeStore.StoredCheckpoint, keys: readonly VerifierKey[]): void {
  if (keys.length === 0) {
    throw new LogIntegrityError(
      'The heads of the public log are signed, but no key was given to check them with: set LOG_SIGNING_KEYS or give --log-key.',
    );
  }
  if (openCheckpointOrThrow('The newest head of the public log', note, keys).signers.length === 0) {
    throw new LogIntegrityError('The newest head of the public log is signed by none of the given keys.');
  }
}
