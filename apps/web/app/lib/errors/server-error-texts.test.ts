import type { EndpointDefinition } from '@hakiki/contract/endpoint';
import { endpoints } from '@hakiki/contract/endpoints';
import { siteErrors } from '@hakiki/contract/errors';
import { parseFieldError } from '@hakiki/contract/field-error';
import type { FieldError } from '@hakiki/contract/field-errors';
import { minimums } from '@hakiki/contract/limits';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { setTestLanguage } from '../../../test/context.ts';
import { errorTexts as apiKeyErrorTexts } from '../../paraglide/apiKey_errors.js';
import { errorTexts as businessErrorTexts } from '../../paraglide/business_errors.js';
import { errorTexts as staffErrorTexts } from '../../paraglide/staff_errors.js';
import { getErrorText, registerErrorTexts } from './server-error-texts.ts';

registerErrorTexts(staffErrorTexts);
registerErrorTexts(apiKeyErrorTexts);
registerErrorTexts(businessErrorTexts);

const paramsByCode: Record<string, object> = {
  YEAR_OUT_OF_RANGE: { max: 2031 },
  TOO_LONG: { max: 5000, given: 5120 },
};

interface ErrorCase {
  code: string;
  params?: object | undefined;
  sentence: string;
}

type SiteError = string | { message: string } | ((params: object) => string);

function toErrorCase([code, error]: [string, SiteError]): ErrorCase {
  if (typeof error !== 'function') return { code, sentence: typeof error === 'string' ? error : error.message };
  const params = paramsByCode[code]!;
  return { code, params, sentence: error(params) };
}

const errorCases = Object.values(siteErrors).flatMap((table) =>
  (Object.entries(table) as [string, SiteError][]).map(toErrorCase),
);
const toText = ({ code, params }: ErrorCase) => getErrorText(code, params);

describe("the texts for the server's error codes", () => {
  it.each(errorCases)('shows $code in English as the server does, and in French', (one) => {
    // The schema library's own sentence is for API clients.
    expect(toText(one)).toBe(one.code === 'INVALID_VALUE' ? 'Please check this field' : one.sentence);
    setTestLanguage('fr');
    expect(toText(one)).toBeTruthy();
    expect(toText(one)).not.toBe(one.sentence);
  });

  it('has as many texts in French as in English, and no code twice', () => {
    const inEnglish = new Set(errorCases.map(toText));
    setTestLanguage('fr');
    expect(new Set(errorCases.map(toText)).size).toBe(inEnglish.size);
    expect(new Set(errorCases.map(({ code }) => code)).size).toBe(errorCases.length);
  });

  it('names the same password minimum in both languages as the form and the server check [CONST-05]', () => {
    expect(getErrorText('PASSWORD_TOO_SHORT')).toContain(` ${minimums.password} `);
    setTestLanguage('fr');
    expect(getErrorText('PASSWORD_TOO_SHORT')).toContain(` ${minimums.password} `);
  });

  it('names the current year, whatever it is [DEC-82]', () => {
    expect(getErrorText('YEAR_OUT_OF_RANGE', { max: 2031 })).toBe('Year must be between 1990 and 2031');
    setTestLanguage('fr');
    expect(getErrorText('YEAR_OUT_OF_RANGE', { max: 2031 })).toBe('L’année doit être comprise entre 1990 et 2031');
  });

  it('returns no text for an unknown code and for no code', () => {
    expect([getErrorText('OF_TOMORROW'), getErrorText(undefined)]).toEqual([undefined, undefined]);
  });
});

/** Longer than any text field allows. */
const LONG_TEXT = 'x'.repeat(30_000);

interface FieldErrorCase {
  field: string;
  error: FieldError;
}

/** A body may be a union of several objects. */
function findObjectSchemas(schema: z.core.$ZodType | undefined): z.ZodMiniObject[] {
  if (schema instanceof z.ZodMiniObject) return [schema];
  if (schema instanceof z.ZodMiniPipe) return findObjectSchemas(schema._zod.def.in);
  const isOneOf = schema instanceof z.ZodMiniUnion || schema instanceof z.ZodMiniDiscriminatedUnion;
  return isOneOf ? schema._zod.def.options.flatMap(findObjectSchemas) : [];
}

/** The first error of each text field when the value is far too long, whatever else is missing. */
const findLengthErrors = ({ method, path, body, query }: EndpointDefinition): FieldErrorCase[] =>
  [body, query].flatMap(findObjectSchemas).flatMap((object) =>
    Object.keys(object.shape).flatMap((name) => {
      const issuesFor = (value: unknown) =>
        (z.safeParse(object, { [name]: value }).error?.issues ?? []).filter((issue) => issue.path[0] === name);
      const textIssues = issuesFor(LONG_TEXT);
      const issues = textIssues.some(({ code }) => code === 'invalid_type') ? issuesFor([LONG_TEXT]) : textIssues;
      const isText = issues.some((issue) => issue.code === 'too_big' && issue.origin === 'string');
      return isText ? [{ field: `${method} ${path} ${name}`, error: parseFieldError(issues[0]!.message) }] : [];
    }),
  );

describe('errors about too long text', () => {
  const lengthErrors = endpoints.flatMap(findLengthErrors);
  const about = (field: string) => lengthErrors.find((one) => one.field === field)?.error;

  it('distinguishes too long from too short in every field of every call, in both languages [WARN-15]', () => {
    expect(lengthErrors.length).toBeGreaterThan(100);
    const isOfLength = ({ code }: FieldError) => code === 'PASSWORD_TOO_LONG' || code === 'TOO_LONG';
    expect(lengthErrors.filter(({ error }) => !isOfLength(error))).toEqual([]);
    expect(getErrorText('PASSWORD_TOO_LONG')).toMatch(/at most/);
    setTestLanguage('fr');
    expect(getErrorText('PASSWORD_TOO_LONG')).toMatch(/au plus|maximum/);
  });

  it('names the maximum and the actual length [WARN-15]', () => {
    const tooLong = (max: number) => ({ code: 'TOO_LONG', params: { max, given: 30_000 } });
    expect(about('POST /api/fraud-alerts description')).toEqual(tooLong(5000));
    expect(about('GET /api/providers search')).toEqual(tooLong(3000));
    expect(about('POST /api/auth/signup email')).toEqual(tooLong(254));
    const { params } = tooLong(5000);
    expect(getErrorText('TOO_LONG', params)).toBe('Too long: at most 5,000 characters, and you wrote 30,000');
    setTestLanguage('fr');
    expect(getErrorText('TOO_LONG', params)?.replaceAll(/\s/g, ' ')).toBe(
      'Trop long : 5 000 caractères au plus, et vous en avez écrit 30 000',
    );
  });
});
