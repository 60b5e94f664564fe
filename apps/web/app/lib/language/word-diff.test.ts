import { describe, expect, it } from 'vitest';
import { diffWords } from './word-diff.ts';

/** Marks removed words as [gone] and added ones as {new}. */
function markChanges(before: string, now: string): [string, string] {
  const difference = diffWords(before, now);
  const write = (parts: typeof difference.now, [open, close]: [string, string]) =>
    parts.map(({ text, isChanged }) => (isChanged ? open + text + close : text)).join('');
  return [write(difference.before, ['[', ']']), write(difference.now, ['{', '}'])];
}

describe('comparing two texts [VERD-02]', () => {
  it('marks the removed and the added words', () => {
    expect(markChanges('Do not pay. It is a scam.', 'Take care. It may be a scam.')).toEqual([
      '[Do not pay.] It[ is] a scam.',
      '{Take care.} It{ may be} a scam.',
    ]);
    expect(markChanges('Notice', 'Notice')).toEqual(['Notice', 'Notice']);
    expect(markChanges('', 'New')).toEqual(['', '{New}']);
    expect(markChanges('Gone', '')).toEqual(['[Gone]', '']);
  });

  it('keeps the line breaks of each text, and ignores changes of white space', () => {
    expect(markChanges('One\n\ntwo  three ', 'One two\nthree')).toEqual(['One\n\ntwo  three[ ]', 'One two\nthree']);
  });

  it('finds the one changed word in a long text', () => {
    const words = Array.from({ length: 2000 }, (_, index) => `w${index}`);
    const now = words.with(1000, 'other');
    const [before, after] = markChanges(words.join(' '), now.join(' '));
    expect(before).toContain('w999[ w1000] w1001');
    expect(after).toContain('w999{ other} w1001');
  });

  it('returns the parts of both texts complete, for random texts', () => {
    const vocabulary = ['a', 'b', 'c ', '\n', 'd,'];
    let state = 7;
    const random = (max: number) => (state = (state * 48_271) % 2_147_483_647) % max;
    for (let round = 0; round < 300; round += 1) {
      const text = () => Array.from({ length: random(12) }, () => vocabulary[random(5)]).join(' ');
      const [before, now] = [text(), text()];
      const difference = diffWords(before, now);
      const joinParts = (parts: typeof difference.now) => parts.map((part) => part.text).join('');
      expect([joinParts(difference.before), joinParts(difference.now)]).toEqual([before, now]);
    }
  });

  it('marks two long texts without common words completely, within 500 ms of CPU time', () => {
    const makeLongText = (word: string) => Array.from({ length: 2500 }, (_, index) => `${word}${index}`).join(' ');
    const before = process.threadCpuUsage();
    expect(markChanges(makeLongText('a'), makeLongText('b'))).toEqual([
      `[${makeLongText('a')}]`,
      `{${makeLongText('b')}}`,
    ]);
    expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(500);
  });
});
