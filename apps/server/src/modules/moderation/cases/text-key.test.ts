import { describe, expect, it } from 'vitest';
import { measureCpuMs } from '../../../../test/support/cpu-time.ts';
import { computeBands } from './minhash.ts';
import { toTextKey } from './text-key.ts';

describe('text keys', () => {
  it.each([
    ['Ils ont FERMÉ le chat à Yaoundé', 'ont ferme chat yaounde'],
    ['I lost R5 000 on 12.03.2026!', 'lost'],
    ['Pay at https://quick-demo.com/a?b=1 or www.quick-demo.com or help@quick-demo.com', 'pay'],
    ['ሰዎች ገንዘብ ወሰዱ', 'ሰዎች ገንዘብ ወሰዱ'],
    ['', ''],
  ])('the key of %j is %j', (text, key) => {
    expect(toTextKey(text)).toBe(key);
  });

  it('a key has at most 400 characters and is computed quickly, however long the text is', () => {
    const texts = ['a', 'http://', '@', 'word ', 'a.b/', '::', 'é'].map((part) => part.repeat(5000));
    for (const text of texts) expect(toTextKey(text).length).toBeLessThanOrEqual(400);
    expect(measureCpuMs(() => texts.map(toTextKey))).toBeLessThan(500);
  });
});

describe('MinHash bands of a text', () => {
  const countEqualBands = (one: string, other: string) => {
    const bands = new Set(computeBands(one));
    return computeBands(other).filter((band) => bands.has(band)).length;
  };
  const textKey = toTextKey(
    'A trading robot promised thirty percent each month and small profits came at first. Every withdrawal is refused until a release fee is paid.',
  );

  it('all bands agree for the same words in another order', () => {
    expect(countEqualBands(textKey, textKey.split(' ').toReversed().join(' '))).toBe(32);
  });

  it('some bands agree for a similar text, and none for a different one', () => {
    expect(countEqualBands(textKey, textKey.replace('small', 'smal').replace('thirty', 'forty'))).toBeGreaterThan(5);
    expect(countEqualBands(textKey, 'met dating page wrote each evening uncle taught gold borrowed brother')).toBe(0);
  });

  it('an empty text also has 32 integer bands', () => {
    expect(computeBands('')).toHaveLength(32);
    expect(computeBands(textKey).every((band) => Number.isInteger(band) && Math.abs(band) <= 2 ** 31)).toBe(true);
  });
});
