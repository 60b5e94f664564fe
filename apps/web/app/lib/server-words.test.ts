import { errors } from '@hakiki/contract/errors';
import { minimums } from '@hakiki/contract/limits';
import { words } from '@hakiki/contract/words';
import { describe, expect, it } from 'vitest';
import { speaking } from '../../test/render.tsx';
import { inWords } from './server-words.ts';

const sentences = [...Object.values(words), ...Object.values(errors).map(({ message }) => message)];

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

  it('are shown as they came when the site does not know them', () => {
    speaking('fr');
    expect(inWords('A sentence of tomorrow.')).toBe('A sentence of tomorrow.');
  });
});
