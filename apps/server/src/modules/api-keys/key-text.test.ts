import { describe, expect, it } from 'vitest';
import { newKeyParts, readKey, shownKey, writeKey } from './key-text.ts';

describe('the format of an API key', () => {
  it('has a prefix with its kind, contains only letters and digits after it, and can be parsed [REAL-22]', () => {
    const live = newKeyParts(false);
    const test = newKeyParts(true);
    expect(writeKey(live)).toMatch(/^hk_live_[0-9A-Za-z]{40}$/);
    expect(writeKey(test)).toMatch(/^hk_test_[0-9A-Za-z]{40}$/);
    expect([readKey(writeKey(live)), readKey(writeKey(test))]).toEqual([live, test]);
    // At least 128 bits.
    expect(live.secret.length * Math.log2(62)).toBeGreaterThan(128);
    expect(shownKey(false, live.publicId)).toBe(`hk_live_${live.publicId.slice(0, 4)}…`);
  });

  it('still parses keys of the original format', () => {
    const parts = { isTest: false, publicId: 'AbCdEfGh0123', secret: 'ZyXwVuTsRqPoNmLkJiHg98' };
    expect(writeKey(parts)).toBe('hk_live_AbCdEfGh0123ZyXwVuTsRqPoNmLkJiHg984QzVqF');
  });

  it('detects a typing error at any position by the checksum', () => {
    const key = writeKey(newKeyParts(false));
    for (let place = 0; place < key.length; place += 1) {
      const other = key[place] === 'x' ? 'y' : 'x';
      expect(readKey(key.slice(0, place) + other + key.slice(place + 1)), `place ${place}`).toBeUndefined();
    }
    expect([readKey(`${key}0`), readKey(key.slice(1)), readKey(''), readKey(key.replace('live', 'test'))]).toEqual(
      Array.from({ length: 4 }, () => undefined),
    );
  });

  it('never creates the same key twice', () => {
    const many = Array.from({ length: 10_000 }, () => newKeyParts(false));
    expect(new Set(many.map(({ publicId }) => publicId)).size).toBe(10_000);
    expect(new Set(many.map(({ secret }) => secret)).size).toBe(10_000);
  });
});
