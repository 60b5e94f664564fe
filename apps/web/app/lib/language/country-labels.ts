/** Countries in the reader's language. English shows the stored name; other languages use the browser's own names. */
import { displayCountry, normaliseCountry } from '@hakiki/contract/countries';
import { africanCountries, countryCodes } from '@hakiki/contract/country-codes';
import { m } from '../../paraglide/messages.js';
import { currentLanguage } from './language.ts';

const codesByName: ReadonlyMap<string, string> = new Map(Object.entries(countryCodes));

/** Cached: a map and its table need all names. */
const namesByLanguage = new Map<string, Intl.DisplayNames>();

function regionNames(language: string): Intl.DisplayNames {
  const names = namesByLanguage.get(language) ?? new Intl.DisplayNames(language, { type: 'region' });
  namesByLanguage.set(language, names);
  return names;
}

export function countryName(stored: string): string {
  const name = normaliseCountry(stored);
  if (name === 'other') return m.type_other();
  const language = currentLanguage();
  const code = codesByName.get(name);
  if (language === 'en' || !code) return displayCountry(name);
  return regionNames(language).of(code) ?? displayCountry(name);
}

/** All 54 countries, sorted in the reader's language. */
export const listCountryOptions = (): { value: string; label: string }[] =>
  africanCountries
    .map((value) => ({ value, label: countryName(value) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, currentLanguage()));
