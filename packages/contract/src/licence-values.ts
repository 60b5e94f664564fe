/** Constants of licences without their schemas. */

/** What the law of a country says about crypto services. */
export const regimeKinds = [
  'licensed',
  'transitional',
  'registration',
  'sandbox',
  'none',
  'restricted',
  'prohibited',
] as const;
export type RegimeKind = (typeof regimeKinds)[number];

/** How sure we are: read in a named source, generally known, or in need of a first-hand source. */
export const confidences = ['sourced', 'known', 'unsure'] as const;
export type Confidence = (typeof confidences)[number];

/** What a register says about one of its entries. */
export const entryStates = [
  'ended',
  'applied',
  'company-only',
  'registered',
  'in-principle',
  'provisional',
  'licensed',
] as const;
export type EntryState = (typeof entryStates)[number];

/** The state of a provider in a country, worst first. Only `licensed-here` is good news. */
export const licenceStates = [
  'warned-here',
  'prohibited-here',
  'claim-not-found',
  'ended',
  'applied',
  'company-only',
  'registered',
  'in-principle',
  'provisional',
  'licensed-elsewhere',
  'licensed-here',
  'no-licence-yet',
  'not-checked',
] as const;
export type LicenceState = (typeof licenceStates)[number];

/** A state that was not checked for longer is shown as a past one. */
export const LICENCE_MAX_AGE_DAYS = 30;

export const licenceChangeKinds = ['regime', 'licence', 'warning'] as const;
export type LicenceChangeKind = (typeof licenceChangeKinds)[number];

/** What one person of the team proposes and a second one confirms. */
export const licenceProposalKinds = ['file', 'match', 'regime', 'warning'] as const;
export type LicenceProposalKind = (typeof licenceProposalKinds)[number];

export const warningStatuses = ['warned', 'lifted'] as const;

export const registerFormats = ['csv', 'json'] as const;
export type RegisterFormat = (typeof registerFormats)[number];

export const licenceLimits = {
  /** Entries of one country, and of one file of a register. */
  entries: 500,
  scope: 10,
  names: 20,
  changes: 50,
  registers: 200,
  fileBytes: 512 * 1024,
} as const;
