import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { mayContain } from '../../../../test/support/filter-reader.ts';
import { computeFilterCapacity, createFilter } from './binary-fuse.ts';

const KEY_BYTES = 16;
const createKeys = (name: string, count: number) =>
  Buffer.concat(
    Array.from({ length: count }, (_, n) =>
      createHash('sha256').update(`${name} ${n}`).digest().subarray(0, KEY_BYTES),
    ),
  );

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

  it('has the layout that the browsers of devices with an older saved list read [CHECK-10]', () => {
    const members = [
      'website:bad-demo.example',
      'handle:@fastari_help',
      'evm:0x52908400098527886e0f7030069857d2e4169ee7',
    ];
    const keys = members.map((text) => createHash('sha256').update(text).digest().subarray(0, KEY_BYTES));
    // The test of the browser's reader (device-answers.test.tsx) has the same bytes.
    expect(createFilter(Buffer.concat(keys)).toString('base64')).toBe(
      'SEtGSQAAAAEAAAADnjd5uQAAAAgAAAAIAAAAAAAAAAAAIQAAAAAAAAAAkwAAcQAA',
    );
  });
});
