/** Constants of proposed providers without their schemas. */
import { scamCountriesWithoutOther } from './alert-values.ts';

export const submissionCountries = [
  ...scamCountriesWithoutOther,
  'Ethiopia',
  'Egypt',
  'Morocco',
  'Tunisia',
  'Algeria',
  'Senegal',
  'Ivory Coast',
  'Cameroon',
  'Other',
] as const;

/** The types of the submission form; the directory has more. */
export const submissionTypes = [
  'Exchange',
  'Broker',
  'Wallet',
  'OTC Desk',
  'Payment Processor',
  'Mining Pool',
  'DeFi Platform',
  'Other',
] as const;
export const relationships = ['owner', 'employee', 'partner', 'customer', 'community', 'other'] as const;
export type Relationship = (typeof relationships)[number];
