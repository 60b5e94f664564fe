import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { computeLeafHash, MerkleRange, NodeBuilder, computeMerkleRoot } from './merkle-tree.ts';

/** The inputs and roots of the tests of Certificate Transparency, the first implementation of RFC 6962. */
const inputs = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
const roots = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

/** MTH as section 2.1 of RFC 6962 defines it. */
function computeRootByDefinition(leaves: readonly Buffer[]): Buffer {
  if (leaves.length === 0) return createHash('sha256').digest();
  if (leaves.length === 1) return leaves[0]!;
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  const [left, right] = [computeRootByDefinition(leaves.slice(0, split)), computeRootByDefinition(leaves.slice(split))];
  return createHash('sha256').update(Buffer.of(1)).update(left).update(right).digest();
}

const createLeaves = (count: number) =>
  Array.from({ length: count }, (_, index) => computeLeafHash(`line ${index + 1}`));

describe('the Merkle tree of the public log', () => {
  it('computes the roots of the tests of Certificate Transparency', () => {
    const range = new MerkleRange();
    const found = [range.root()];
    for (const input of inputs) {
      range.append(computeLeafHash(Buffer.from(input, 'hex').toString('latin1')));
      found.push(range.root());
    }
    expect(found.map((root) => root.toString('hex'))).toEqual(roots);
  });

  it('computes the root that RFC 6962 defines, at every size', () => {
    const leaves = createLeaves(600);
    const range = new MerkleRange();
    const found = leaves.map((leaf) => {
      range.append(leaf);
      return range.root();
    });
    expect(found).toEqual(leaves.map((_, index) => computeRootByDefinition(leaves.slice(0, index + 1))));
  });

  it('computes the same root from full subtrees, and returns each subtree once', () => {
    const leaves = createLeaves(256 * 256 + 256 * 3 + 17);
    const builder = new NodeBuilder();
    const nodes = leaves.flatMap((leaf) => builder.append(leaf));
    expect(nodes.filter(({ level }) => level === 1).map(({ position }) => position)).toEqual(
      Array.from({ length: 259 }, (_, position) => position),
    );
    expect(nodes.filter(({ level }) => level > 1)).toEqual([
      { level: 2, position: 0, hash: computeRootByDefinition(leaves.slice(0, 256 * 256)) },
    ]);
    expect(nodes[3]).toEqual({ level: 1, position: 3, hash: computeRootByDefinition(leaves.slice(768, 1024)) });
    const range = new MerkleRange();
    range.append(nodes.find(({ level }) => level === 2)!.hash, 256 * 256);
    for (const { hash } of nodes.filter(({ level, position }) => level === 1 && position >= 256)) {
      range.append(hash, 256);
    }
    for (const leaf of leaves.slice(256 * 259)) range.append(leaf);
    expect(range.root()).toEqual(computeMerkleRoot(leaves));
    expect(range.root()).toEqual(computeRootByDefinition(leaves));
  });

  it('rejects a subtree that does not start at a multiple of its size', () => {
    const range = new MerkleRange();
    range.append(computeLeafHash('line 1'));
    expect(() => range.append(computeLeafHash('another'), 256)).toThrow('multiple');
  });
});
