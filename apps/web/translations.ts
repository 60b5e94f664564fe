/**
 * Every text of every language but English, and whether a speaker has confirmed it. A translation is confirmed by the
 * hash of its text in confirmed-texts.json, so that a later change makes it unconfirmed again.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { defaultLanguage, type Language, languages, localisePath } from '@hakiki/contract/site';
import { listErrorTexts } from './error-texts.ts';
import { infoSlugs } from './content/page.ts';
import { infoPage } from './content/index.ts';
import { listTextsByPlace } from './text-places.ts';

export interface TranslatedText {
  /** `web.nav_home`, `emails.account.subject`, `page.safety`; a plural has one row for each form. */
  id: string;
  /** The English path of a page that shows it; empty for a text around every page or in an email. */
  place: string;
  english: string;
  text: string;
  isConfirmed: boolean;
}

type JsonTexts = { [key: string]: string | JsonTexts } | (string | JsonTexts)[];
type ConfirmedTexts = Partial<Record<Language, Record<string, string>>>;

type CatalogueName = 'web' | 'emails';

/** Folders of the catalogues `<language>.json`, and the file of the confirmed texts. */
export type TranslationFiles = Record<CatalogueName | 'confirmed', string>;

const ownFiles: TranslationFiles = {
  web: path.join(import.meta.dirname, 'messages'),
  emails: path.join(import.meta.dirname, '../server/messages'),
  confirmed: path.join(import.meta.dirname, 'confirmed-texts.json'),
};

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
const writeJson = (file: string, value: unknown): void => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);

const toFile = (files: TranslationFiles, catalogue: CatalogueName, language: Language): string =>
  path.join(files[catalogue], `${language}.json`);

const errorTexts = listErrorTexts().map(([key, text]) => [`web.${key}`, text] as const);

/** A page is confirmed as one unit, by its content: it is read and corrected as a page. */
function hashText(language: Language, { id, text }: Pick<TranslatedText, 'id' | 'text'>): string {
  const slug = infoSlugs.find((one) => id === `page.${one}`);
  const content = slug ? JSON.stringify(infoPage(language, slug)) : text;
  return createHash('sha256').update(content).digest('hex').slice(0, 12);
}

/** The first page that shows each text of the web catalogue; none for a text around every page. */
const findPlaces = (): ReadonlyMap<string, string> =>
  new Map(
    [...listTextsByPlace()]
      .toReversed()
      .flatMap(([place, keys]) => [...keys].map((key) => [`web.${key}`, place === '*' ? '' : place] as const)),
  );

/** The texts inside a catalogue by their path in it. Declarations of plurals are no texts. */
function listLeaves(texts: JsonTexts, prefix = ''): [id: string, text: string][] {
  return Object.entries(texts).flatMap(([key, value]): [string, string][] => {
    if (['$schema', 'declarations', 'selectors'].includes(key)) return [];
    const id = `${prefix}.${key}`;
    return typeof value === 'string' ? [[id, value]] : listLeaves(value, id);
  });
}

export function listTranslatedTexts(language: Language, files = ownFiles, places = findPlaces()): TranslatedText[] {
  const confirmed = (readJson(files.confirmed) as ConfirmedTexts)[language] ?? {};
  const inCatalogues = (['web', 'emails'] as const).flatMap((catalogue) => {
    const read = (one: Language) => listLeaves(readJson(toFile(files, catalogue, one)) as JsonTexts, catalogue);
    const english = new Map([...errorTexts, ...read(defaultLanguage)]);
    return read(language).map(([id, text]) => ({
      id,
      place: places.get(id.split('.', 2).join('.')) ?? '',
      english: english.get(id) ?? '',
      text,
    }));
  });
  const informationPages = infoSlugs.map((slug) => ({
    id: `page.${slug}`,
    place: `/${slug}`,
    english: localisePath(defaultLanguage, `/${slug}`),
    text: localisePath(language, `/${slug}`),
  }));
  return [...inCatalogues, ...informationPages].map((row) => ({
    ...row,
    isConfirmed: confirmed[row.id] === hashText(language, row),
  }));
}

/** The modules of app/paraglide with the number of unconfirmed texts, and with these texts, of each language. */
export function createTranslationModules(): Map<string, string> {
  const places = findPlaces();
  const rows = Object.fromEntries(
    languages
      .filter((language) => language !== defaultLanguage)
      .map((language) => [
        language,
        listTranslatedTexts(language, ownFiles, places)
          .filter(({ isConfirmed }) => !isConfirmed)
          .map(({ id, place, english, text }) => ({ id, place, english, text })),
      ]),
  );
  const counts = Object.fromEntries(Object.entries(rows).map(([language, { length }]) => [language, length]));
  return new Map([
    [
      'translation_counts.js',
      `/** @type {Partial<Record<string, number>>} */\nexport const unconfirmedCounts = ${JSON.stringify(counts)};\n`,
    ],
    [
      'unconfirmed_texts.js',
      `/** @type {Partial<Record<string, { id: string; place: string; english: string; text: string }[]>>} */\nexport const unconfirmedTexts = ${JSON.stringify(rows)};\n`,
    ],
  ]);
}

/** A row of a speaker's file: the text as it should be. */
interface Correction {
  id: string;
  text: string;
  isConfirmed: boolean;
}

interface CorrectionOutcome {
  changed: number;
  confirmed: number;
  /** The rejected lines, with the reason. */
  problems: string[];
}

const listPlaceholders = (text: string): string =>
  [...text.matchAll(/\{\w+\}/g)]
    .map(([name]) => name)
    .toSorted()
    .join(' ');

/** Writes corrected texts into the catalogues and marks confirmed ones. Writes nothing while a row has a problem. */
export function importCorrections(
  language: Language,
  corrections: readonly Correction[],
  files = ownFiles,
): CorrectionOutcome {
  const rowsById = new Map(listTranslatedTexts(language, files).map((row) => [row.id, row]));
  const problems = corrections.flatMap(({ id, text }) => {
    const row = rowsById.get(id);
    if (!row) return [`${id}: there is no such text`];
    if (id.startsWith('page.')) return text === row.text ? [] : [`${id}: a page is corrected in apps/web/content`];
    if (text.trim() === '' || text !== text.trim()) return [`${id}: the text is empty, or has a blank at an end`];
    return listPlaceholders(text) === listPlaceholders(row.text)
      ? []
      : [`${id}: keep ${listPlaceholders(row.text) || 'it without braces'}`];
  });
  if (problems.length > 0) return { changed: 0, confirmed: 0, problems };
  const changed = corrections.filter(({ id, text }) => rowsById.get(id)!.text !== text);
  for (const catalogue of ['web', 'emails'] as const) {
    const file = toFile(files, catalogue, language);
    const texts = readJson(file) as JsonTexts;
    const own = changed.filter(({ id }) => id.startsWith(`${catalogue}.`));
    for (const { id, text } of own) setLeaf(texts, id.slice(catalogue.length + 1), text);
    if (own.length > 0) writeJson(file, texts);
  }
  const confirmed = readJson(files.confirmed) as ConfirmedTexts;
  const ofLanguage = { ...confirmed[language] };
  const isDone = corrections.filter(({ isConfirmed }) => isConfirmed);
  for (const correction of isDone) ofLanguage[correction.id] = hashText(language, correction);
  const sorted = Object.fromEntries(Object.entries(ofLanguage).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  writeJson(files.confirmed, { ...confirmed, [language]: sorted });
  return { changed: changed.length, confirmed: isDone.length, problems };
}

/** A key of a catalogue has dots in places, so the path is followed as far as each object has it. */
function setLeaf(texts: JsonTexts, id: string, text: string): void {
  const holder = texts as Record<string, string | JsonTexts>;
  const key = Object.keys(holder).find((one) => id === one || id.startsWith(`${one}.`));
  if (key === undefined) throw new Error(`no text ${id}`);
  const value = holder[key];
  if (typeof value === 'object') setLeaf(value, id.slice(key.length + 1), text);
  else holder[key] = text;
}
