/** The language of a page is part of its path: English without a prefix, the others with theirs. */
import { getLanguageSettings, localisePath } from '@hakiki/contract/site';
import { deviceStorage } from '../browser/storage.ts';
import { baseLocale, getLocale, isLocale, locales, type Locale } from '../../paraglide/runtime.js';

export type Language = Locale;
export const languages = locales;
/** Evaluated each time: the language differs per request and is set after this module was loaded. */
export const currentLanguage = (): Language => getLocale();

/** Keeps the groups of a phone number or code in their order inside a sentence from right to left. */
export const isolateLeftToRight = (text: string): string =>
  getLanguageSettings(currentLanguage()).direction === 'rtl' ? `\u2066${text}\u2069` : text;

/** Storage key of the person's choice. */
export const LANGUAGE_STORAGE_KEY = 'language';

export function getPathLanguage(pathname: string): Language {
  const first = pathname.split('/')[1];
  return isLocale(first) ? first : baseLocale;
}

/** Accepts a known prefix other than that of the base language; `/en/…` and `/xx/…` are no pages. */
export const isLanguagePrefix = (value: string | undefined): boolean =>
  value === undefined || (isLocale(value) && value !== baseLocale);

/** The same page in another language. */
export function translatePath(pathname: string, language: Language): string {
  const current = getPathLanguage(pathname);
  const basePath = current === baseLocale ? pathname : pathname.slice(current.length + 1) || '/';
  return localisePath(language, basePath);
}

/** Also answers the offer of another language: it is not shown again. */
export const saveLanguage = (language: Language): boolean => deviceStorage.set(LANGUAGE_STORAGE_KEY, language);
