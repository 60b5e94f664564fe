import { errors } from '@hakiki/contract/errors';
import { minimums } from '@hakiki/contract/limits';
import { words, yearOutOfRange } from '@hakiki/contract/words';
import { describe, expect, it } from 'vitest';
import { speaking } from '../../test/render.tsx';
import { inWords, learn } from './server-words.ts';
import { staffErrorWords, staffFieldWords } from './staff-words.ts';

learn(staffFieldWords, staffErrorWords);

const sentences = [
  ...Object.values(words),
  yearOutOfRange(2031),
  ...Object.values(errors).map(({ message }) => message),
];

describe('the sentences of the server', () => {
  it.each(sentences)('“%s” stays as it is in English and has a French form', (sentence) => {
    expect(inWords(sentence)).toBe(sentence);
    speaking('fr');
    expect(inWords(sentence)).not.toBe(sentence);
  });

  it('have one French form each', () => {
    speaking('fr');
    expect(new Set(sentences.map(inWords)).size).toBe(new Set(sentences).size);
  });

  it('name the same minimum in both languages as the form and the server hold [CONST-05]', () => {
    expect(inWords(words.passwordTooShort)).toContain(` ${minimums.password} `);
    speaking('fr');
    expect(inWords(words.passwordTooShort)).toContain(` ${minimums.password} `);
  });

  it('name the year of today, whatever it is [DEC-82]', () => {
    expect(inWords(yearOutOfRange(2031))).toBe('Year must be between 1990 and 2031');
    speaking('fr');
    expect(inWords(yearOutOfRange(2031))).toBe('L’année doit être comprise entre 1990 et 2031');
  });

  it('are shown as they came when the site does not know them', () => {
    speaking('fr');
    expect(inWords('A sentence of tomorrow.')).toBe('A sentence of tomorrow.');
  });
});
