/** Constants of the directory without their schemas, for screens. */
export const directoryTypes = [
  'Exchange',
  'Broker',
  'Wallet',
  'OTC Desk',
  'Network Marketing',
  'Peer-to-Peer',
  'Business Services',
] as const;
export const submissionOnlyTypes = ['Payment Processor', 'Mining Pool', 'DeFi Platform', 'Other'] as const;
export const providerTypes = [...directoryTypes, ...submissionOnlyTypes] as const;
export type ProviderType = (typeof providerTypes)[number];

export const verificationStatuses = ['Verified', 'Limited', 'Flagged', 'Pending', 'Suspended'] as const;
export type VerificationStatus = (typeof verificationStatuses)[number];
/** Filters of the directory; suspended providers are not listed. */
export const filterableStatuses = ['Verified', 'Limited', 'Flagged', 'Pending'] as const;

/** People are warned not to pay such a provider: it is never linked, recommended or shown as safe. */
export const isFlaggedOrSuspended = (status: VerificationStatus): boolean =>
  status === 'Flagged' || status === 'Suspended';

export const reviewStates = ['pending', 'approved', 'rejected'] as const;
export type ReviewState = (typeof reviewStates)[number];

/** The directory offers the first four; `newest` is for lists of recent providers. */
export const directorySorts = ['relevance', 'rating', 'risk', 'name'] as const;
export const providerSorts = [...directorySorts, 'newest'] as const;
export type ProviderSort = (typeof providerSorts)[number];

export const badgeIcons = [
  'Shield',
  'CheckCircle',
  'Crown',
  'Users',
  'FileCheck',
  'Award',
  'Star',
  'Lock',
  'Globe',
  'TrendingUp',
] as const;
export type BadgeIcon = (typeof badgeIcons)[number];
export const badgeColours = ['green', 'blue', 'purple', 'yellow', 'red', 'gray'] as const;
export type BadgeColour = (typeof badgeColours)[number];

/** The badges that an administrator can give. The compliance badge is given by approved documents instead. */
export const badgeNames = [
  'Identity confirmed',
  'Licence seen',
  'Reserves published',
  'Security audit',
  'Local office',
] as const;
export type BadgeName = (typeof badgeNames)[number];

export const securityFeatureStates = ['confirmed', 'not_confirmed'] as const;
type FeatureState = (typeof securityFeatureStates)[number];

/** 'Cold storage: confirmed', in histories and CSV files. */
export const formatFeature = ({ name, state }: { name: string; state: FeatureState }): string => `${name}: ${state}`;

/** Reads what `formatFeature` writes. A feature without a state is not confirmed. */
export function parseFeature(line: string): { name: string; state: FeatureState } {
  const [, name = line, state = ''] = /^(.*):\s*(confirmed|not[ _]confirmed)\s*$/i.exec(line) ?? [];
  return { name: name.trim(), state: state.toLowerCase() === 'confirmed' ? 'confirmed' : 'not_confirmed' };
}
