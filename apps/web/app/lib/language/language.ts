/** The language of a page is in its address: English without a prefix, the others with theirs. */
import { localisePath } from '@hakiki/contract/site';
import { onThisDevice } from '../browser/device-storage.ts';
import { baseLocale, getLocale, isLocale, locales, type Locale } from '../../paraglide/runtime.js';

export type Language = Locale;
export const languages = locales;
/** Asked anew each time: the language is set from outside after this module was read, and differs per request. */
export const currentLanguage = (): Language => getLocale();

/** Each language in its own words, for the switch. */
export const languageNames: Record<Language, string> = { en: 'English', fr: 'Français' };
export const directions: Record<Language, 'ltr' | 'rtl'> = { en: 'ltr', fr: 'ltr' };

/** Where the browser keeps the person's choice. */
export const LANGUAGE_KEY = 'language';

export function languageOfPath(pathname: string): Language {
  const first = pathname.split('/')[1];
  return isLocale(first) ? first : baseLocale;
}

/** A known prefix other than the base language's; `/en/…` and `/xx/…` are no pages. */
export const isLanguagePrefix = (value: string | undefined): boolean =>
  value === undefined || (isLocale(value) && value !== baseLocale);

/** The same page in another language. */
export function inLanguage(pathname: string, language: Language): string {
  const current = languageOfPath(pathname);
  const bare = current === baseLocale ? pathname : pathname.slice(current.length + 1) || '/';
  return localisePath(language, bare);
}

/** The only one that is offered so far, on pages in the other. */
export const OFFERED_LANGUAGE: Language = 'fr';

/** Also an answer to the offer of another language: whoever chose is not asked again. */
export const rememberLanguage = (language: Language): boolean => onThisDevice.set(LANGUAGE_KEY, language);
