/** The user's country: the one in the URL, or the one chosen before in this browser. */
import { africanCountries } from '@hakiki/contract/country-codes';
import { deviceStorage } from './storage.ts';
import { useBrowserValue } from './use-browser-value.ts';

const STORAGE_KEY = 'dashboard:country';

const findCountry = (value: string | null | undefined): string | undefined =>
  africanCountries.find((country) => country === value);

export const parseCountry = (params: URLSearchParams): string | undefined => findCountry(params.get('country'));

export const saveMyCountry = (country: string): boolean => deviceStorage.set(STORAGE_KEY, country);

export function useMyCountry(params: URLSearchParams): string | undefined {
  const stored = useBrowserValue(() => deviceStorage.get(STORAGE_KEY));
  return params.has('country') ? parseCountry(params) : findCountry(stored);
}
