import { describe, expect, it } from 'vitest';
import { createTeaser } from './teaser.ts';

describe('the teaser of a text', () => {
  it('a teaser contains a short text completely', () => {
    expect(createTeaser('x'.repeat(100), 100)).toEqual({ text: 'x'.repeat(100), isCut: false });
    expect(createTeaser('', 100)).toEqual({ text: '', isCut: false });
    expect(createTeaser('🦁'.repeat(100), 100)).toEqual({ text: '🦁'.repeat(100), isCut: false });
  });

  it('a teaser cuts a longer text at the limit [DEC-16]', () => {
    expect(createTeaser('x'.repeat(101), 100)).toEqual({ text: 'x'.repeat(100), isCut: true });
    expect(createTeaser('ab cd', 3)).toEqual({ text: 'ab ', isCut: true });
  });

  it.each([
    ['a lion', `${'x'.repeat(9)}🦁🦁`, `${'x'.repeat(9)}🦁`],
    ['a family', `${'x'.repeat(8)}👨‍👩‍👧xx`, 'x'.repeat(8)],
    ['a flag', `${'x'.repeat(9)}🇿🇦`, 'x'.repeat(9)],
    ['a letter with its accent', `${'x'.repeat(9)}e\u0301x`, 'x'.repeat(9)],
    ['a line break', `${'x'.repeat(9)}\r\nx`, 'x'.repeat(9)],
  ])('a teaser never cuts in the middle of %s', (_, text, beginning) => {
    expect(createTeaser(text, 10)).toEqual({ text: beginning, isCut: true });
  });

  it('a teaser respects the limit for a letter with a thousand accents', () => {
    const { text, isCut } = createTeaser(`e${'\u0301'.repeat(1000)}`, 100);
    expect([text.length, isCut]).toEqual([100, true]);
  });
});
