import type { EndpointDefinition } from '@hakiki/contract/endpoint';
import { endpoints } from '@hakiki/contract/endpoints';
import { apiKeyErrors, v1Errors } from '@hakiki/contract/api-errors';
import { businessErrors } from '@hakiki/contract/business-errors';
import { errors } from '@hakiki/contract/errors';
import { staffErrors } from '@hakiki/contract/staff-errors';
import { minimums } from '@hakiki/contract/limits';
import { tooLong, words, yearOutOfRange } from '@hakiki/contract/words';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { speaking } from '../../../test/context.ts';
import { apiKeyErrorWords, apiKeyFieldWords } from './api-key-words.ts';
import { businessErrorWords, businessFieldWords } from './business-words.ts';
import { inWords, learn } from './server-words.ts';
import { staffErrorWords, staffFieldWords } from './staff-words.ts';

learn(staffFieldWords, staffErrorWords, staffErrors);
learn(apiKeyFieldWords, apiKeyErrorWords, apiKeyErrors);
learn(businessFieldWords, businessErrorWords, businessErrors);

const sentences = [
  ...Object.values(words),
  yearOutOfRange(2031),
  tooLong(5000, 5120),
  // What only programs are told is told in English.
  ...Object.entries(errors).flatMap(([code, { message }]) => (code in v1Errors ? [] : [message])),
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

/** Longer than anything that may be written. */
const LONG = 'x'.repeat(30_000);

interface Sentence {
  field: string;
  sentence: string;
}

/** A body may have several forms. */
function objectsOf(schema: z.core.$ZodType | undefined): z.ZodMiniObject[] {
  if (schema instanceof z.ZodMiniObject) return [schema];
  if (schema instanceof z.ZodMiniPipe) return objectsOf(schema._zod.def.in);
  const isOneOf = schema instanceof z.ZodMiniUnion || schema instanceof z.ZodMiniDiscriminatedUnion;
  return isOneOf ? schema._zod.def.options.flatMap(objectsOf) : [];
}

/** What is said first about each field of text when far too much is written into it, whatever else is missing. */
const sentencesAbout = ({ method, path, body, query }: EndpointDefinition): Sentence[] =>
  [body, query].flatMap(objectsOf).flatMap((object) =>
    Object.keys(object.shape).flatMap((name) => {
      const about = (value: unknown) =>
        (z.safeParse(object, { [name]: value }).error?.issues ?? []).filter((issue) => issue.path[0] === name);
      const ofText = about(LONG);
      const issues = ofText.some(({ code }) => code === 'invalid_type') ? about([LONG]) : ofText;
      const isText = issues.some((issue) => issue.code === 'too_big' && issue.origin === 'string');
      return isText ? [{ field: `${method} ${path} ${name}`, sentence: issues[0]!.message }] : [];
    }),
  );

describe('too much text', () => {
  const said = endpoints.flatMap(sentencesAbout);
  const about = (field: string) => said.find((one) => one.field === field)?.sentence;

  it('is told apart from too little in every field of every call, in both languages [WARN-15]', () => {
    expect(said.length).toBeGreaterThan(100);
    const isOfLength = (sentence: string) =>
      sentence === words.passwordTooLong || sentence.startsWith('Too long: at most ');
    expect(said.filter(({ sentence }) => !isOfLength(sentence))).toEqual([]);
    speaking('fr');
    const inFrench = said.map(({ field, sentence }) => ({ field, sentence: inWords(sentence) }));
    expect(inFrench.filter(({ sentence }) => !/^Trop long : |au plus|maximum/.test(sentence))).toEqual([]);
  });

  it('names how much may be written and how much was [WARN-15]', () => {
    expect(about('POST /api/fraud-alerts description')).toBe(
      'Too long: at most 5,000 characters, and you wrote 30,000',
    );
    expect(about('GET /api/providers search')).toBe('Too long: at most 100 characters, and you wrote 30,000');
    expect(about('POST /api/auth/signup email')).toBe('Too long: at most 254 characters, and you wrote 30,000');
    speaking('fr');
    expect(inWords(tooLong(5000, 30_000)).replaceAll(/\s/g, ' ')).toBe(
      'Trop long : 5 000 caractères au plus, et vous en avez écrit 30 000',
    );
  });
});
