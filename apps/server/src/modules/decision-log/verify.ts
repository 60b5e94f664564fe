/** Reads the complete public log and reports the first changed line, wrong head or missing decision. */
import { lineText } from '@hakiki/contract/decision-log';
import type { Database, Db } from '../../platform/db/database.ts';
import { NoteError, parseVerifierKey, type VerifierKey } from '../../platform/signing/signed-note.ts';
import { openCheckpoint } from './checkpoint.ts';
import { hashOf, logBeginning } from './line.ts';
import { LogFault } from './log-fault.ts';
import { leafHash, linesOfLevel, MerkleRange, NodeBuilder, type TreeNode } from './merkle-tree.ts';
import * as store from './store.ts';
import * as treeStore from './tree-store.ts';

const PAGE = 5000;
const CHECKPOINTS_PAGE = 1000;
/** Appending takes about a second. */
const LONGEST_WAIT_SECONDS = 60;

/** A signed head that was stored outside the database. */
export interface KeptCheckpoint {
  note: string;
  /** Its location, for error messages. */
  source: string;
}

/** Keys and heads of the auditor. Without them, a log that was rewritten together with its heads looks valid. */
export interface LogTrust {
  keys: readonly VerifierKey[];
  kept: readonly KeptCheckpoint[];
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
  keptHeads: number;
}

interface SignedHead {
  size: number;
  root: Buffer;
  /** Its name in error messages. */
  title: string;
}

function openOrFault(title: string, note: string, keys: readonly VerifierKey[]) {
  try {
    return openCheckpoint(note, keys);
  } catch (error) {
    if (error instanceof NoteError) throw new LogFault(`${title}: ${error.message}`, { cause: error });
    throw error;
  }
}

/** Heads in the database in the order in which they were signed; checks their signatures. */
async function* readHeads(db: Db): AsyncGenerator<SignedHead & { number: number; note: string }> {
  for (let after = 0, size = 0; ;) {
    const page = await treeStore.listCheckpoints(db, after, CHECKPOINTS_PAGE);
    for (const { number, note, root, keys, size: stored } of page) {
      const title = `Head ${number} of the public log`;
      if (number !== after + 1) throw new LogFault(`Head ${after + 1} of the public log is missing.`);
      const opened = openOrFault(title, note, keys.map(parseVerifierKey));
      if (opened.signers.length === 0 || opened.size !== stored || !opened.root.equals(root) || stored < size) {
        throw new LogFault(`${title} is not as it was signed.`);
      }
      yield { number, note, size: stored, root, title };
      [after, size] = [number, stored];
    }
    if (page.length < CHECKPOINTS_PAGE) return;
  }
}

const assertFits = ({ size, root, title }: SignedHead, range: MerkleRange): void => {
  if (!range.root().equals(root)) {
    throw new LogFault(`${title} does not fit: one of the first ${size} lines was changed after it was signed.`);
  }
};

async function assertNodeStored(db: Db, { level, position, hash }: TreeNode, signedLines: number): Promise<void> {
  const [stored] = await treeStore.listNodes(db, level, position, 1);
  const isNeeded = (position + 1) * linesOfLevel(level) <= signedLines;
  if (stored ? !stored.equals(hash) : isNeeded) {
    throw new LogFault(`The stored hash ${position} of level ${level} of the public log does not fit the lines.`);
  }
}

export async function verifyDecisionLog(
  database: Database,
  { keys, kept }: LogTrust = { keys: [], kept: [] },
): Promise<VerifiedLog> {
  const keptHeads = kept.map(({ note, source }): SignedHead => {
    const opened = openOrFault(`The head in ${source}`, note, keys);
    if (opened.signers.length === 0) throw new LogFault(`The head in ${source} is signed by none of the given keys.`);
    return { ...opened, title: `The head in ${source}` };
  });
  const heads = readHeads(database.db);
  const last = await treeStore.findLastCheckpoint(database.db);
  let due = (await heads.next()).value;
  const range = new MerkleRange();
  const nodes = new NodeBuilder();
  const assertHeadsFit = async () => {
    for (const head of keptHeads) if (head.size === range.size) assertFits(head, range);
    for (; due?.size === range.size; due = (await heads.next()).value) assertFits(due, range);
  };
  await assertHeadsFit();

  let head = logBeginning;
  for (;;) {
    const page = await store.listStretch(database, head.number + 1, PAGE);
    for (const line of page) {
      if (line.number !== head.number + 1) throw new LogFault(`Line ${head.number + 1} of the public log is missing.`);
      if (line.previous !== head.hash || hashOf(line) !== line.hash) {
        throw new LogFault(`Line ${line.number} of the public log is not as it was entered.`);
      }
      head = line;
      const leaf = leafHash(lineText(line));
      range.append(leaf);
      for (const node of nodes.append(leaf)) await assertNodeStored(database.db, node, last?.size ?? 0);
      await assertHeadsFit();
    }
    if (page.length < PAGE) break;
  }
  const beyond = await store.findHead(database.db);
  // Lines that were appended meanwhile are not checked.
  if (beyond && beyond.number > head.number && !(await isContinued(database, head.number))) {
    throw new LogFault(`Line ${head.number + 1} of the public log is missing.`);
  }
  const cut = [
    ...(last && last.size > head.number ? [{ size: last.size, title: 'The newest head' }] : []),
    ...keptHeads,
  ];
  for (const { size, title } of cut) {
    if (size > head.number) {
      throw new LogFault(
        `${title} was signed over ${size} lines, but the public log has ${head.number}: its end was cut off.`,
      );
    }
  }
  if (last) assertTrusted(last, keys);
  else if (keptHeads.length > 0)
    throw new LogFault('The signed heads of the public log are gone, though one was kept.');
  const { waiting, seconds, untold } = await store.findUntold(database.db);
  if (untold) throw new LogFault(`Decision ${untold} is not in the public log, and does not wait for it.`);
  if (seconds > LONGEST_WAIT_SECONDS) {
    throw new LogFault(`A decision has waited ${Math.round(seconds)} s for the public log: no worker enters any.`);
  }
  return {
    lines: head.number,
    waiting,
    heads: last?.number ?? 0,
    unsigned: head.number - (last?.size ?? 0),
    keptHeads: keptHeads.length,
  };
}

const isContinued = async (database: Database, after: number): Promise<boolean> =>
  (await store.listStretch(database, after + 1, 1)).length > 0;

/** Keys that only the database contains prove nothing: an attacker may have written them. */
function assertTrusted({ note }: treeStore.StoredCheckpoint, keys: readonly VerifierKey[]): void {
  if (keys.length === 0) {
    throw new LogFault(
      'The heads of the public log are signed, but no key was given to check them with: set LOG_SIGNING_KEYS or give --log-key.',
    );
  }
  if (openOrFault('The newest head of the public log', note, keys).signers.length === 0) {
    throw new LogFault('The newest head of the public log is signed by none of the given keys.');
  }
}
