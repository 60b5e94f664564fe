/** Names of the African countries in every language, for people who write them. */
import { africanCountries, type AfricanCountry, countryCodes } from '@hakiki/contract/country-codes';
import { getLanguageSettings, type Language, languages } from '@hakiki/contract/site';

/** Without case, accents and punctuation; `/start` of Telegram is `start`. */
export const normalizeWord = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const regionNames = new Map(
  languages.map((language) => [language, new Intl.DisplayNames(getLanguageSettings(language).tag, { type: 'region' })]),
);

const countriesByName = new Map<string, AfricanCountry>(
  africanCountries.flatMap((country): [string, AfricanCountry][] => [
    [normalizeWord(country), country],
    [countryCodes[country].toLowerCase(), country],
    ...languages.map((language): [string, AfricanCountry] => [normalizeWord(nameCountry(country, language)), country]),
  ]),
);

export function nameCountry(country: AfricanCountry, language: Language): string {
  return regionNames.get(language)!.of(countryCodes[country]) ?? country;
}

export const findCountry = (text: string): AfricanCountry | undefined => countriesByName.get(normalizeWord(text));
