import { africanCountries, type AfricanCountry } from './country-codes.ts';

/** Values of a review in the order of the form, as stored (DEC-09). */
export const reviewIssueTypes = ['none', 'withdrawal', 'fees', 'support', 'scam', 'other'] as const;
/** The first locations of the form; all other countries follow (DEC-87). */
export const firstReviewLocations = ['nigeria', 'south-africa', 'kenya', 'ghana', 'uganda'] as const;

type Hyphenated<Name extends string> = Name extends `${infer Head} ${infer Tail}`
  ? `${Head}-${Hyphenated<Tail>}`
  : Name;
export type ReviewLocation = Hyphenated<AfricanCountry> | 'other';

/** Review locations are written with hyphens. */
export const toReviewLocation = (country: AfricanCountry): ReviewLocation =>
  country.replaceAll(' ', '-') as ReviewLocation;

const locations: ReviewLocation[] = [...africanCountries.map(toReviewLocation), 'other'];
export const reviewLocations = locations as [ReviewLocation, ...ReviewLocation[]];
