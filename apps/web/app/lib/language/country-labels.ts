/** Countries in the user's language. English shows the stored name. */
import { directoryCountries, displayCountry, normaliseCountry } from '@hakiki/contract/countries';
import { africanCountries, countryCodes, isAfricanCountry, type AfricanCountry } from '@hakiki/contract/country-codes';
import type { Option, OptionGroup } from '../../components/ui/field.tsx';
import { m } from '../../paraglide/messages.js';
import { namesOfCountries } from './country-names.ts';
import { currentLanguage, type Language } from './language.ts';

const placesByName = new Map<string, number>(Object.keys(countryCodes).map((name, place) => [name, place]));

export function countryName(stored: string): string {
  const name = normaliseCountry(stored);
  if (name === 'other') return m.type_other();
  const language = currentLanguage();
  const place = placesByName.get(name);
  if (language === 'en' || place === undefined) return displayCountry(name);
  return namesOfCountries(language)[place]!;
}

/** 'Kenya, Uganda' with the comma of the user's language. */
export const listCountryNames = (countries: readonly string[]): string =>
  countries.map(countryName).join(currentLanguage() === 'ar' ? '، ' : ', ');

/** Sorts 'Égypte' after 'Djibouti' without `Intl.Collator`, which is slow on a cheap phone. */
const toSortKey = (label: string): string => label.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The countries that the pages of a language offer first, instead of those that the English screens name. */
const firstCountriesByLanguage: Partial<Record<Language, readonly AfricanCountry[]>> = {
  fr: [
    'algeria',
    'benin',
    'burkina faso',
    'cameroon',
    'democratic republic of the congo',
    'guinea',
    'ivory coast',
    'mali',
    'morocco',
    'senegal',
    'togo',
    'tunisia',
  ],
};

interface ListOptions {
  /** The countries that the screen names itself, in its order. */
  first?: readonly string[];
  /** How the screen spells its values. */
  toValue?: (country: AfricanCountry) => string;
  /** A value of a shared URL or of old data that stays selectable, even if the table does not have it. */
  selected?: readonly string[];
}

/**
 * The only list of countries (DEC-87): those of the screen in its order, or those where the user's language is spoken;
 * then all others of Africa as a group of their own, sorted in the user's language; 'other' is last where the screen
 * has it.
 */
export function listCountryOptions({
  first: ownList = directoryCountries,
  toValue = normaliseCountry,
  selected = [],
}: ListOptions = {}): (Option | OptionGroup)[] {
  const ofLanguage = firstCountriesByLanguage[currentLanguage()];
  const first = ofLanguage ?? ownList.map(normaliseCountry).filter(isAfricanCountry);
  const toOption = (country: AfricanCountry) => ({ value: toValue(country), label: countryName(country) });
  const byName = (a: Option, b: Option) => (toSortKey(a.label) < toSortKey(b.label) ? -1 : 1);
  const firstOptions = first.map(toOption);
  const rest = africanCountries
    .filter((country) => !first.includes(country))
    .map(toOption)
    .toSorted(byName);
  const hasOther = ownList.some((name) => normaliseCountry(name) === 'other');
  const offered = new Set([...africanCountries.map(toValue), '', ...(hasOther ? ['other'] : [])]);
  const extra = selected.filter((value) => !offered.has(value)).map((value) => ({ value, label: countryName(value) }));
  return [
    ...(ofLanguage ? firstOptions.toSorted(byName) : firstOptions),
    { label: m.countries_rest(), options: [...rest, ...extra] },
    ...(hasOther ? [{ value: 'other', label: countryName('other') }] : []),
  ];
}
