import { describe, expect, it } from 'vitest';
import { createKeyParts, parseKey, maskKey, formatKey } from './key-format.ts';

describe('the format of an API key', () => {
  it('has a prefix with its kind, contains only letters and digits after it, and can be parsed [REAL-22]', () => {
    const live = createKeyParts(false);
    const test = createKeyParts(true);
    expect(formatKey(live)).toMatch(/^hk_live_[0-9A-Za-z]{40}$/);
    expect(formatKey(test)).toMatch(/^hk_test_[0-9A-Za-z]{40}$/);
    expect([parseKey(formatKey(live)), parseKey(formatKey(test))]).toEqual([live, test]);
    // At least 128 bits.
    expect(live.secret.length * Math.log2(62)).toBeGreaterThan(128);
    expect(maskKey(false, live.publicId)).toBe(`hk_live_${live.publicId.slice(0, 4)}…`);
  });

  it('still parses keys of the original format', () => {
    const parts = { isTest: false, publicId: 'AbCdEfGh0123', secret: 'ZyXwVuTsRqPoNmLkJiHg98' };
    expect(formatKey(parts)).toBe('hk_live_AbCdEfGh0123ZyXwVuTsRqPoNmLkJiHg984QzVqF');
  });

  it('detects a typing error at any position by the checksum', () => {
    const key = formatKey(createKeyParts(false));
    for (let index = 0; index < key.length; index += 1) {
      const other = key[index] === 'x' ? 'y' : 'x';
      expect(parseKey(key.slice(0, index) + other + key.slice(index + 1)), `place ${index}`).toBeUndefined();
    }
    expect([parseKey(`${key}0`), parseKey(key.slice(1)), parseKey(''), parseKey(key.replace('live', 'test'))]).toEqual(
      Array.from({ length: 4 }, () => undefined),
    );
  });

  it('never creates the same key twice', () => {
    const keys = Array.from({ length: 10_000 }, () => createKeyParts(false));
    expect(new Set(keys.map(({ publicId }) => publicId)).size).toBe(10_000);
    expect(new Set(keys.map(({ secret }) => secret)).size).toBe(10_000);
  });
});
