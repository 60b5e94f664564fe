/**
 * The Merkle tree over the lines of the public log (RFC 6962, section 2.1). A leaf is a line exactly as in its file,
 * without the newline. The hash of every full subtree of 256, 65,536, … lines is stored, so that the root of any size
 * is computed from at most 255 lines and 255 hashes of each level.
 */
import { createHash } from 'node:crypto';

/** Hashes in a full tile of c2sp.org/tlog-tiles. */
export const TILE_WIDTH = 256;

const sha256 = (...parts: (Uint8Array | string)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

const LEAF_PREFIX = Buffer.of(0);
const NODE_PREFIX = Buffer.of(1);

export const computeLeafHash = (line: string): Buffer => sha256(LEAF_PREFIX, line);
const computeNodeHash = (left: Uint8Array, right: Uint8Array): Buffer => sha256(NODE_PREFIX, left, right);

/** How many lines a stored hash of this level covers. */
export const countLinesOfLevel = (level: number): number => TILE_WIDTH ** level;

/** Contains the roots of the full subtrees, the largest first: enough to append lines and to compute the root. */
export class MerkleRange {
  #size = 0;
  readonly #subtrees: { lines: number; hash: Buffer }[] = [];

  get size(): number {
    return this.#size;
  }

  /** Appends the root of the next full subtree, which must start at a multiple of its own size. */
  append(hash: Buffer, lines = 1): void {
    if (this.#size % lines !== 0) throw new Error('A subtree must start at a multiple of its size.');
    this.#size += lines;
    let added = { lines, hash };
    for (let last = this.#subtrees.at(-1); last?.lines === added.lines; last = this.#subtrees.at(-1)) {
      added = { lines: added.lines * 2, hash: computeNodeHash(last.hash, added.hash) };
      this.#subtrees.pop();
    }
    this.#subtrees.push(added);
  }

  root(): Buffer {
    const [last, ...others] = this.#subtrees.map(({ hash }) => hash).toReversed();
    return last ? others.reduce((right, left) => computeNodeHash(left, right), last) : sha256();
  }
}

export function computeMerkleRoot(hashes: readonly Buffer[]): Buffer {
  const range = new MerkleRange();
  for (const hash of hashes) range.append(hash);
  return range.root();
}

export interface TreeNode {
  level: number;
  position: number;
  hash: Buffer;
}

/** Computes the hashes that are stored, line by line from the first one. */
export class NodeBuilder {
  readonly #levels: { position: number; range: MerkleRange }[] = [];

  /** Returns the subtrees that this line completes, the smallest first. */
  append(leaf: Buffer): TreeNode[] {
    const completed: TreeNode[] = [];
    let hash = leaf;
    for (let level = 1; ; level += 1) {
      const current = (this.#levels[level] ??= { position: 0, range: new MerkleRange() });
      current.range.append(hash);
      if (current.range.size < TILE_WIDTH) return completed;
      hash = current.range.root();
      completed.push({ level, position: current.position, hash });
      this.#levels[level] = { position: current.position + 1, range: new MerkleRange() };
    }
  }
}
