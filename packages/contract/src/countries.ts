import type { AfricanCountry } from './country-codes.ts';

/**
 * Countries are stored in lowercase with spaces (`country-codes.ts`). A screen offers its own list first, in its order,
 * then all other African countries (DEC-87). Compare names only after `normaliseCountry`.
 */
export const homeCountries = [
  'nigeria',
  'south africa',
  'kenya',
  'ghana',
  'uganda',
] as const satisfies readonly AfricanCountry[];
export const directoryCountries = [...homeCountries, 'tanzania'] as const satisfies readonly AfricanCountry[];

export const normaliseCountry = (name: string): string =>
  name.trim().toLowerCase().replaceAll('-', ' ').replace(/\s+/g, ' ');

const LOWERCASE_WORDS = new Set(['of', 'the', 'and']);

/** Names for people: 'south africa' is shown as 'South Africa'. */
export const displayCountry = (name: string): string =>
  normaliseCountry(name).replace(/\p{L}+/gu, (word) =>
    LOWERCASE_WORDS.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1),
  );
