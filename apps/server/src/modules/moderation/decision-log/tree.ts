/** Computes roots of the tree from the lines and the stored hashes, and stores the hashes of full subtrees. */
import { toFileLine, type LogLine } from '@hakiki/contract/decision-log';
import type { Database, Db } from '../../../platform/db/database.ts';
import { computeLineHash, emptyLogHead } from './line.ts';
import { LogIntegrityError } from './log-integrity-error.ts';
import { computeLeafHash, countLinesOfLevel, MerkleRange, computeMerkleRoot, TILE_WIDTH } from './merkle-tree.ts';
import * as store from './store.ts';
import * as treeStore from './tree-store.ts';

/** Throws unless each line follows the previous one; `previous` is the hash before the first of them. */
function assertChained(lines: readonly LogLine[], first: number, previous: string): void {
  let before = { number: first - 1, hash: previous };
  for (const line of lines) {
    if (line.number !== before.number + 1)
      throw new LogIntegrityError(`Line ${before.number + 1} of the public log is missing.`);
    if (line.previous !== before.hash || computeLineHash(line) !== line.hash) {
      throw new LogIntegrityError(`Line ${line.number} of the public log is not as it was entered.`);
    }
    before = line;
  }
}

/** Reads `count` leaves and checks their chain first, so that only valid lines get into the tree. */
async function readLeaves(database: Pick<Database, 'read'>, first: number, count: number): Promise<Buffer[]> {
  if (count === 0) return [];
  const [before, ...others] = await store.listRange(database, Math.max(first - 1, 1), count + (first > 1 ? 1 : 0));
  const lines = first > 1 ? others : [...(before ? [before] : []), ...others];
  assertChained(lines, first, first > 1 ? (before?.hash ?? '') : emptyLogHead.hash);
  if (lines.length < count) throw new LogIntegrityError(`Line ${first + lines.length} of the public log is missing.`);
  return lines.map((line) => computeLeafHash(toFileLine(line)));
}

interface Tree {
  database: Pick<Database, 'read'>;
  db: Db;
}

/** The hashes of one tile: of lines at level 0, of full subtrees above. */
const readHashes = ({ database, db }: Tree, level: number, first: number, count: number): Promise<Buffer[]> =>
  level === 0 ? readLeaves(database, first + 1, count) : treeStore.listNodes(db, level, first, count);

/** Stores missing hashes of full subtrees, at most `limit` of them. Returns false when more are missing. */
export async function storeNodes(tree: Tree, size: number, limit: number): Promise<boolean> {
  let stored = 0;
  for (let level = 1; countLinesOfLevel(level) <= size; level += 1) {
    const nodeCount = Math.floor(size / countLinesOfLevel(level));
    for (let position = await treeStore.countNodes(tree.db, level); position < nodeCount; position += 1) {
      if (stored === limit) return false;
      const hashes = await readHashes(tree, level - 1, position * TILE_WIDTH, TILE_WIDTH);
      if (hashes.length < TILE_WIDTH)
        throw new LogIntegrityError(`Hashes of level ${level - 1} of the public log are missing.`);
      await treeStore.insertNode(tree.db, { level, position, hash: computeMerkleRoot(hashes) });
      stored += 1;
    }
  }
  return true;
}

/** The root of the tree over the first `size` lines. The hashes of its full subtrees must be stored already. */
export async function computeRoot(tree: Tree, size: number): Promise<Buffer> {
  let level = 0;
  while (countLinesOfLevel(level + 1) <= size) level += 1;
  const range = new MerkleRange();
  for (; level >= 0; level -= 1) {
    const [first, end] = [range.size / countLinesOfLevel(level), Math.floor(size / countLinesOfLevel(level))];
    const hashes = await readHashes(tree, level, first, end - first);
    if (hashes.length < end - first)
      throw new LogIntegrityError(`Hashes of level ${level} of the public log are missing.`);
    for (const hash of hashes) range.append(hash, countLinesOfLevel(level));
  }
  return range.root();
}

/** A tile of c2sp.org/tlog-tiles; undefined beyond the end of the log. */
export async function readTile(
  tree: Tree,
  level: number,
  position: number,
  width: number,
): Promise<Buffer | undefined> {
  const first = position * TILE_WIDTH;
  if (level > 0) {
    const hashes = await treeStore.listNodes(tree.db, level, first, width);
    return hashes.length === width ? Buffer.concat(hashes) : undefined;
  }
  const lines = await store.listRange(tree.database, first + 1, width);
  return lines.length === width ? Buffer.concat(lines.map((line) => computeLeafHash(toFileLine(line)))) : undefined;
}

/** The lines of a tile of level 0, each preceded by its length in two bytes. */
export async function readEntryBundle(
  database: Pick<Database, 'read'>,
  position: number,
  width: number,
): Promise<Buffer | undefined> {
  const lines = await store.listRange(database, position * TILE_WIDTH + 1, width);
  if (lines.length < width) return undefined;
  return Buffer.concat(
    lines.flatMap((line) => {
      const text = Buffer.from(toFileLine(line));
      const length = Buffer.alloc(2);
      length.writeUInt16BE(text.length);
      return [length, text];
    }),
  );
}
