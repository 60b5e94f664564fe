import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { computeFilterCapacity, createFilter } from './binary-fuse.ts';

const KEY_BYTES = 16;
const createKeys = (name: string, count: number) =>
  Buffer.concat(
    Array.from({ length: count }, (_, n) =>
      createHash('sha256').update(`${name} ${n}`).digest().subarray(0, KEY_BYTES),
    ),
  );

/** A reader as a client writes it, from the description of the file alone. */
function mayContain(filter: Buffer, key: Buffer): boolean {
  const mix = (value: number) => {
    let h = value | 0;
    h = Math.imul(h ^ (h >>> 16), 0x85eb_ca6b);
    h = Math.imul(h ^ (h >>> 13), 0xc2b2_ae35);
    return (h ^ (h >>> 16)) >>> 0;
  };
  const [seed, segmentLength, starts] = [12, 16, 20].map((at) => filter.readUInt32BE(at)) as [number, number, number];
  const slots = filter.subarray(24);
  const first = Math.floor((mix(key.readUInt32BE(0) ^ seed) / 2 ** 32) * starts);
  const rest = mix(key.readUInt32BE(4) ^ seed);
  const second = (first + segmentLength) ^ ((rest >>> 16) & (segmentLength - 1));
  const third = (first + 2 * segmentLength) ^ (rest & (segmentLength - 1));
  return (slots[first]! ^ slots[second]! ^ slots[third]!) === (mix(key.readUInt32BE(8) ^ seed) & 0xff);
}

const countHits = (filter: Buffer, keys: Buffer) =>
  Array.from({ length: keys.length / KEY_BYTES }, (_, n) => keys.subarray(n * KEY_BYTES, (n + 1) * KEY_BYTES)).filter(
    (key) => mayContain(filter, key),
  ).length;

describe('the offline filter', () => {
  it.each([0, 1, 2, 3, 10, 1000, 40_000])(
    'misses none of its %d keys and answers at most one stranger in 200 falsely [CHECK-10]',
    (count) => {
      const members = createKeys('member', count);
      const filter = createFilter(members);
      expect(countHits(filter, members)).toBe(count);
      const strangers = 50_000;
      expect(countHits(filter, createKeys('stranger', strangers)) / strangers).toBeLessThanOrEqual(0.005);
    },
  );

  it('has 40,000 keys in 50 kB and 880,000 in a megabyte [CHECK-10]', () => {
    expect(computeFilterCapacity(50_000)).toBeGreaterThanOrEqual(40_000);
    expect(computeFilterCapacity(1_000_000)).toBeGreaterThanOrEqual(880_000);
    expect(createFilter(createKeys('member', computeFilterCapacity(50_000))).length).toBeLessThanOrEqual(50_000);
  });
});
