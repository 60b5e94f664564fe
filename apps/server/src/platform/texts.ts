/**
 * The texts that the server writes itself: emails, feeds, the status page, preview pictures. One file per language in
 * apps/server/messages; the pages have catalogues of their own (apps/web/messages).
 */
import { readFileSync } from 'node:fs';
import { defaultLanguage, type Language, languages } from '@hakiki/contract/site';
import english from '../../messages/en.json' with { type: 'json' };

export type Texts = typeof english;

const readTexts = (language: Language): Texts =>
  language === defaultLanguage
    ? english
    : (JSON.parse(readFileSync(new URL(`../../messages/${language}.json`, import.meta.url), 'utf8')) as Texts);

const catalogue = new Map(languages.map((language) => [language, readTexts(language)]));

/** Every language has the keys and placeholders of English (texts.test.ts). */
export const getTexts = (language: Language): Texts => catalogue.get(language)!;

/** Without accents and case, as the words of `comparison.commonWords` are written. */
export const splitWords = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}]+/u);

const commonWords = new Map(
  languages.map((language) => [language, new Set(getTexts(language).comparison.commonWords.split(' '))]),
);

/** How many of a text's words are common ones of each language, most first: the first is probably its language. */
export function countCommonWords(text: string): { language: Language; count: number }[] {
  const words = splitWords(text);
  return languages
    .map((language) => ({ language, count: words.filter((word) => commonWords.get(language)!.has(word)).length }))
    .toSorted((one, other) => other.count - one.count);
}

type Values = Readonly<Record<string, string | number>>;

/** Fills the placeholders, such as `{days}`, of a text or of all texts of a group. */
export function fillTexts<Group>(group: Group, values: Values): Group;
export function fillTexts(group: unknown, values: Values): unknown {
  if (typeof group === 'string') return group.replaceAll(/\{(\w+)\}/g, (_, name: string) => getValue(values, name));
  if (Array.isArray(group)) return group.map((one: unknown) => fillTexts(one, values));
  return Object.fromEntries(Object.entries(group as object).map(([key, one]) => [key, fillTexts(one, values)]));
}

function getValue(values: Values, name: string): string {
  const value = values[name];
  if (value === undefined) throw new Error(`no value for {${name}}`);
  return String(value);
}

/** The form of a text for a number, by the rules of the language; `other` serves where a language needs no more. */
export function choosePlural(language: Language, count: number, forms: { one: string; other: string }): string {
  const byCategory: Partial<Record<Intl.LDMLPluralRule, string>> = forms;
  return fillTexts(byCategory[new Intl.PluralRules(language).select(count)] ?? forms.other, { count });
}
