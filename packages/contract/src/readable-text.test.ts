import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import { hasCoveringMarks, toReadableText } from './readable-text.ts';
import { publishedText, required } from './schema.ts';

const strikeOut = (text: string, mark = '\u0336'): string => [...text].map((letter) => letter + mark).join('');

describe('toReadableText [VERD-01]', () => {
  it.each([
    ['marks through letters', strikeOut('Never pay'), 'Never pay'],
    ['enclosing marks', strikeOut('scam', '\u20DD') + strikeOut('no', '\u0488'), 'scamno'],
    ['piled-up marks beyond three', `a${'\u0300'.repeat(40)}b`, 'à\u0300\u0300\u0300b'],
    ['marks on a blank, a digit and at the beginning', '\u0301a \u0301b 1\u0301', 'a b 1'],
    ['bidirectional controls', 'pay \u202Ereven\u202C now\u2067', 'pay reven now'],
    ['zero-width and other invisible characters', 'ne\u200Bve\u00ADr\u2060\uFEFF\u3164\u2800', 'never'],
    ['joiners between Latin letters', 'ne\u200Cv\u200Der', 'never'],
    ['controls', 'a\u0000\u0007b\u009Fc', 'abc'],
    ['more than one empty line', 'a\r\n\r\n \r\n\n\u2028b', 'a\n\nb'],
    ['long runs of blanks', `a${' '.repeat(900)}b\u3000c`, 'a b c'],
    ['blanks around it', '\n  a  \n', 'a'],
  ])('toReadableText removes %s', (_, input, expected) => {
    expect(toReadableText(input)).toBe(expected);
    expect(toReadableText(expected)).toBe(expected);
  });

  it.each([
    ['Yoruba, whose tones stand on letters with a dot below', 'Ọ̀ṣun, ẹ́ẹ́dẹ́gbẹ̀ta, ọ́'],
    ['Vietnamese', 'Nguyễn Thị Hường'],
    ['Dinka and Ewe', 'Thuɔŋjäŋ, ɛ̱̈́, ŋ̀ɖɔ̃'],
    ['Arabic with vowel signs', 'مُحَمَّدٌ رَسُولُ'],
    ['Persian with a zero-width non-joiner', 'می‌خواهم'],
    ['Hindi with a zero-width joiner', 'क्‍ष हिन्दी'],
    ['Amharic', 'ሰላም ለኢትዮጵያ'],
    ['emoji made of several', '👨‍👩‍👧 ❤️ 1️⃣ 👍🏽'],
    ['French typography', 'Attention\u202F: ne payez pas\u00A0!'],
    ['paragraphs and double blanks', 'One.  Two.\n\nThree.'],
  ])('toReadableText keeps %s', (_, text) => {
    const composed = text.normalize('NFC');
    expect(toReadableText(composed)).toBe(composed);
    expect(toReadableText(text.normalize('NFD'))).toBe(composed);
    expect(hasCoveringMarks(text)).toBe(false);
  });

  it('toReadableText is idempotent and fast with 100,000 characters', () => {
    const fragments = [
      'a',
      'ọ',
      '\u0301',
      '\u0336',
      '\u200D',
      '\u200B',
      '👍',
      '\uFE0F',
      ' ',
      '\n',
      '.',
      'م',
      '\u064F',
      '1',
    ];
    let seed = 7;
    const nextRandom = () => (seed = (seed * 48_271) % 2_147_483_647);
    for (let round = 0; round < 2000; round += 1) {
      const text = Array.from({ length: nextRandom() % 30 }, () => fragments[nextRandom() % fragments.length]).join('');
      const cleaned = toReadableText(text);
      expect(toReadableText(cleaned)).toBe(cleaned);
      expect(hasCoveringMarks(cleaned)).toBe(false);
    }
    const before = process.threadCpuUsage();
    toReadableText(strikeOut('a'.repeat(50_000)) + '\u0336'.repeat(50_000) + ' \n'.repeat(50_000));
    expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(2000);
  });
});

describe('schemas of public texts [VERD-01]', () => {
  it('the schemas clean the text of a reporter and count the result', () => {
    expect(z.parse(required('TEXT_REQUIRED', 9), strikeOut('Never pay'))).toBe('Never pay');
    expect(z.safeParse(required('TEXT_REQUIRED'), '\u200B\u2800').success).toBe(false);
  });

  it('the schemas reject struck-out text of staff, and clean hidden characters of pasted text', () => {
    expect(z.safeParse(publishedText(100), strikeOut('Never pay')).error?.issues).toMatchObject([
      { message: 'TEXT_STRUCK_OUT' },
    ]);
    expect(z.parse(publishedText(100), 'Never\u200B pay\u00AD\n\n\n\nthem')).toBe('Never pay\n\nthem');
  });
});
