import { describe, expect, it } from 'vitest';
import { wordDifference } from './word-difference.ts';

/** Marks removed words as [gone] and added ones as {new}. */
function marked(before: string, now: string): [string, string] {
  const difference = wordDifference(before, now);
  const write = (pieces: typeof difference.now, [open, close]: [string, string]) =>
    pieces.map(({ text, isChanged }) => (isChanged ? open + text + close : text)).join('');
  return [write(difference.before, ['[', ']']), write(difference.now, ['{', '}'])];
}

describe('comparing two texts [VERD-02]', () => {
  it('marks the removed and the added words', () => {
    expect(marked('Do not pay. It is a scam.', 'Take care. It may be a scam.')).toEqual([
      '[Do not pay.] It[ is] a scam.',
      '{Take care.} It{ may be} a scam.',
    ]);
    expect(marked('Notice', 'Notice')).toEqual(['Notice', 'Notice']);
    expect(marked('', 'New')).toEqual(['', '{New}']);
    expect(marked('Gone', '')).toEqual(['[Gone]', '']);
  });

  it('keeps the line breaks of each text, and ignores changes of white space', () => {
    expect(marked('One\n\ntwo  three ', 'One two\nthree')).toEqual(['One\n\ntwo  three[ ]', 'One two\nthree']);
  });

  it('finds the one changed word in a long text', () => {
    const words = Array.from({ length: 2000 }, (_, place) => `w${place}`);
    const now = words.with(1000, 'other');
    const [before, after] = marked(words.join(' '), now.join(' '));
    expect(before).toContain('w999[ w1000] w1001');
    expect(after).toContain('w999{ other} w1001');
  });

  it('returns the parts of both texts complete, for random texts', () => {
    const vocabulary = ['a', 'b', 'c ', '\n', 'd,'];
    let state = 7;
    const random = (most: number) => (state = (state * 48_271) % 2_147_483_647) % most;
    for (let round = 0; round < 300; round += 1) {
      const text = () => Array.from({ length: random(12) }, () => vocabulary[random(5)]).join(' ');
      const [before, now] = [text(), text()];
      const difference = wordDifference(before, now);
      const whole = (pieces: typeof difference.now) => pieces.map((piece) => piece.text).join('');
      expect([whole(difference.before), whole(difference.now)]).toEqual([before, now]);
    }
  });

  it('marks two long texts without common words completely, within 500 ms', () => {
    const long = (word: string) => Array.from({ length: 2500 }, (_, place) => `${word}${place}`).join(' ');
    const startedAt = performance.now();
    expect(marked(long('a'), long('b'))).toEqual([`[${long('a')}]`, `{${long('b')}}`]);
    expect(performance.now() - startedAt).toBeLessThan(500);
  });
});
