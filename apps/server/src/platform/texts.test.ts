import { readdirSync } from 'node:fs';
import { languages } from '@hakiki/contract/site';
import { describe, expect, it } from 'vitest';
import { choosePlural, fillTexts, getTexts } from './texts.ts';

const pluralCategories = new Set(['zero', 'one', 'two', 'few', 'many', 'other']);
const isPlural = (group: object): boolean =>
  'other' in group && Object.keys(group).every((key) => pluralCategories.has(key));

const listPlaceholders = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!))].toSorted();

/** Each text by its path. Of a plural only the form that all languages have: Arabic has six, Swahili two. */
function listTexts(group: unknown, path: string[] = []): [path: string, text: string][] {
  if (typeof group === 'string') return [[path.join('.'), group]];
  const entries = Object.entries(group as object);
  return entries
    .filter(([key]) => key === 'other' || !isPlural(group as object))
    .flatMap(([key, one]) => listTexts(one, [...path, key]));
}

const english = new Map(listTexts(getTexts('en')));

it('finds a file of texts for each language, and no other', () => {
  const files = readdirSync(new URL('../../messages', import.meta.url));
  expect(files.toSorted()).toEqual(languages.map((language) => `${language}.json`).toSorted());
});

describe.each(languages)("the server's texts in %s", (language) => {
  const texts = listTexts(getTexts(language));

  it('are those of English, with the same placeholders', () => {
    const toShape = ([path, text]: [string, string]) => [path, listPlaceholders(text)];
    expect(texts.map(toShape)).toEqual([...english].map(toShape));
  });

  it('are neither empty nor surrounded by spaces', () => {
    expect(texts.filter(([, text]) => text === '' || text !== text.trim())).toEqual([]);
  });
});

it('leaves no French text in English, except names', () => {
  const same = listTexts(getTexts('fr')).filter(([path, text]) => english.get(path) === text);
  expect(same.map(([path]) => path)).toEqual(['plan.names.premium', 'plan.names.api']);
});

describe('filling in texts', () => {
  it('fills each placeholder of a group once, and does not read what it filled in as a placeholder', () => {
    const group = { subject: '{name}: {days}', paragraphs: ['{days} days', 'None'] };
    expect(fillTexts(group, { name: '{days} $&', days: 3 })).toEqual({
      subject: '{days} $&: 3',
      paragraphs: ['3 days', 'None'],
    });
  });

  it('refuses a placeholder without a value, so that no email shows one', () => {
    expect(() => fillTexts('{days} days', { hours: 3 })).toThrow('no value for {days}');
  });

  it('chooses the plural form by the rules of the language', () => {
    const forms = { one: 'one alert', other: '{count} alerts' };
    expect([0, 1, 2].map((count) => choosePlural('en', count, forms))).toEqual(['0 alerts', 'one alert', '2 alerts']);
    expect([0, 1, 2].map((count) => choosePlural('fr', count, forms))).toEqual(['one alert', 'one alert', '2 alerts']);
  });
});
