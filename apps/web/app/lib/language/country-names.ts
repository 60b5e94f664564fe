/**
 * The names of the countries of Africa in a language, in the order of `countryCodes`. The build writes those of its
 * language into the client (one-language.ts): a phone needs a third of a second to load them for `Intl`, and an old one
 * has other names than the server.
 */
import { countryCodes } from '@hakiki/contract/country-codes';
import { type Language, languageTable } from '@hakiki/contract/site';

const namesByLanguage = new Map<Language, readonly string[]>();

export function namesOfCountries(language: Language): readonly string[] {
  const known = namesByLanguage.get(language);
  if (known) return known;
  const regions = new Intl.DisplayNames(languageTable[language].tag, { type: 'region' });
  const names = Object.values(countryCodes).map((code) => regions.of(code) ?? code);
  namesByLanguage.set(language, names);
  return names;
}
