/** Kinds of fraud indicators, without their schemas. */

export const indicatorKinds = [
  'website',
  'bitcoin',
  'evm',
  'tron',
  'phone',
  'handle',
  'solana',
  'ton',
  'litecoin',
  'xrp',
  'email',
  'till',
  'paybill',
  'app',
  'bankAccount',
] as const;
export type IndicatorKind = (typeof indicatorKinds)[number];

/** Few enough values to try them all against a plain hash, so they are stored as keyed hashes and published nowhere. */
export const hiddenIndicatorKinds = [
  'phone',
  'email',
  'till',
  'paybill',
  'bankAccount',
] as const satisfies readonly IndicatorKind[];

export const isHiddenIndicatorKind = (kind: IndicatorKind): boolean =>
  (hiddenIndicatorKinds as readonly IndicatorKind[]).includes(kind);

/** Only active indicators are published. A disputed one waits for a decision; the others stay on record. */
export const indicatorStates = ['active', 'disputed', 'withdrawn', 'expired'] as const;
export type IndicatorState = (typeof indicatorStates)[number];

/** How far a source is trusted, the strongest first. Reports that moderators approved are `checked`. */
export const indicatorTiers = ['official', 'checked', 'trusted', 'community'] as const;
export type IndicatorTier = (typeof indicatorTiers)[number];

export const indicatorSourceKinds = ['own', 'regulator', 'sanctions', 'open_list', 'partner'] as const;
export type IndicatorSourceKind = (typeof indicatorSourceKinds)[number];

export const indicatorChangeKinds = ['added', 'withdrawn', 'disputed', 'settled', 'tier'] as const;
export type IndicatorChangeKind = (typeof indicatorChangeKinds)[number];

/** A quarantined snapshot waits for an administrator; the one before it stays in use. */
export const snapshotStates = ['applied', 'quarantined', 'refused'] as const;
export type SnapshotState = (typeof snapshotStates)[number];
