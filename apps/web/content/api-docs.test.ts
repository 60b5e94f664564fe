/** The documentation of the public API says what is enforced, in each language. */
import { monthlyQuota } from '@hakiki/contract/api-key-values';
import { errors } from '@hakiki/contract/errors';
import { rateLimits } from '@hakiki/contract/limits';
import { v1Endpoints } from '@hakiki/contract/v1';
import { describe, expect, it } from 'vitest';
import { apiDocs } from './api-docs.ts';

const origin = 'https://hakiki.example';
const [en, fr] = [apiDocs('en', origin), apiDocs('fr', origin)];

describe('the documentation of the public API', () => {
  it('has every call, each with its permission [API-12] [API-06]', () => {
    expect(en.calls.map(({ method, path, permission }) => [`${method} ${path}`, permission])).toEqual([
      ['GET /api/v1/providers', 'read:providers'],
      ['GET /api/v1/providers/{id}', 'read:providers'],
      ['GET /api/v1/providers/{id}/compliance', 'read:compliance'],
      ['GET /api/v1/providers/{id}/reviews', 'read:reviews'],
      ['GET /api/v1/alerts', 'read:providers'],
      ['GET /api/v1/alerts/{id}', 'read:providers'],
      ['POST /api/v1/check', 'read:providers'],
      ['POST /api/v1/reports', 'write:reports'],
    ]);
  });

  it('sends the key as a bearer in every example, to the address of this site [API-12]', () => {
    for (const { examples } of en.calls) {
      expect(examples.map(([language]) => language)).toEqual(['curl', 'TypeScript', 'Python']);
      for (const [, text] of examples) {
        expect(text).toMatch(/Authorization"?: (?:f"|`)?Bearer /);
        expect(text).toContain(`${origin}/api/v1/`);
      }
    }
  });

  it('prints the limits that are enforced [CONST-09] [API-14] [API-15] [API-16] [API-17] [API-18] [API-19]', () => {
    expect(en.calls.map(({ perHour }) => perHour)).toEqual([1000, 5000, 500, 1000, 1000, 5000, 200, 100]);
    expect(en.calls.map(({ perHour }) => perHour)).toEqual(
      v1Endpoints.map(({ rateLimit }) => rateLimits[rateLimit].points),
    );
    expect([en.quota, monthlyQuota]).toEqual([50_000, 50_000]);
  });

  it('describes every field of every response in both languages, with its data type [API-12]', () => {
    const [list, , , reviews, , , , report] = en.calls;
    expect(list?.fields?.slice(0, 4)).toEqual([
      { name: 'id', kind: 'id (UUID)', text: 'The id of the provider.' },
      { name: 'name', kind: 'text, up to 200 characters', text: 'The name under which it is known.' },
      { name: 'otherNames', kind: 'list of: text, up to 200 characters', text: 'Other names, such as earlier ones.' },
      {
        name: 'type',
        kind: 'Exchange | Broker | Wallet | OTC Desk | Network Marketing | Peer-to-Peer | Business Services | Payment Processor | Mining Pool | DeFi Platform | Other',
        text: 'The kind of provider.',
      },
    ]);
    expect(reviews?.fields?.find(({ name }) => name === 'rating')?.kind).toBe('1 to 5');
    expect(report?.fields?.find(({ name }) => name === 'reply')?.kind).toBe('object, or null');
    for (const { calls } of [en, fr]) {
      expect(calls.map(({ fields }) => fields === null)).toEqual([
        false,
        true,
        false,
        false,
        false,
        false,
        false,
        false,
      ]);
      for (const { fields } of calls) {
        if (!fields) continue;
        expect(fields.length).toBeGreaterThan(4);
        for (const { name, text, kind } of fields) expect(text && kind, name).toBeTruthy();
      }
    }
    expect(fr.calls[0]?.fields?.[0]?.text).toBe('L’identifiant du prestataire.');
  });

  it('names each parameter, with its allowed values', () => {
    const [list, detail] = en.calls;
    expect(list?.parameters).toContainEqual({
      name: 'limit',
      kind: '1 to 200; default: 100',
      text: 'Maximum number of results per page.',
      isRequired: false,
    });
    expect(list?.parameters.find(({ name }) => name === 'riskScore')?.kind).toBe('Low | Medium | High | Unassessed');
    expect(detail?.parameters).toEqual([
      {
        name: 'id',
        kind: 'id (UUID)',
        text: 'The id of a provider or alert, as the list gives it.',
        isRequired: true,
      },
    ]);
    expect(
      en.calls
        .at(-2)
        ?.parameters.slice(0, 2)
        .map(({ name, kind, isRequired }) => [name, kind, isRequired]),
    ).toEqual([
      ['inputs', 'list of: text, up to 3000 characters', true],
      ['country', 'text, up to 60 characters', false],
    ]);
    for (const { parameters } of en.calls) for (const { name, text } of parameters) expect(text, name).toBeTruthy();
  });

  it('explains every refusal of every call and of a wrong address, in the words in which it comes [API-12]', () => {
    const listed = new Map(en.errors.map((one) => [one.code, one]));
    for (const { codes } of en.calls) for (const code of codes) expect([...listed.keys()]).toContain(code);
    expect([...listed.keys()]).toEqual(expect.arrayContaining(['NOT_FOUND', 'METHOD_NOT_ALLOWED']));
    expect(listed.get('QUOTA_EXCEEDED')).toEqual({
      code: 'QUOTA_EXCEEDED',
      status: 429,
      message: errors.QUOTA_EXCEEDED.message,
      advice: 'Wait for the next month, or write to us if you need more.',
    });
    for (const { advice, code } of [...en.errors, ...fr.errors]) expect(advice, code).toBeTruthy();
  });

  it('shows the same code in French, and says everything else in French', () => {
    expect(fr.calls.map(({ examples, run }) => [examples, run])).toEqual(
      en.calls.map(({ examples, run }) => [examples, run]),
    );
    const listTexts = (docs: typeof en) => [
      docs.words.lead,
      docs.words.start.text,
      ...docs.calls.flatMap(({ summary, parameters }) => [summary, ...parameters.map(({ text }) => text)]),
      ...docs.errors.map(({ advice }) => advice),
      ...docs.words.sections.flatMap(({ paragraphs }) => paragraphs),
      ...docs.changes.map(({ text }) => text),
    ];
    const [english, french] = [listTexts(en), listTexts(fr)];
    expect(french).toHaveLength(english.length);
    french.forEach((text, place) => expect(text).not.toBe(english[place]));
  });
});
