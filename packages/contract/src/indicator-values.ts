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
] as const;
export type IndicatorKind = (typeof indicatorKinds)[number];

/** Few enough values to try them all against a plain hash, so they are stored as keyed hashes and published nowhere. */
export const hiddenIndicatorKinds = ['phone', 'email', 'till', 'paybill'] as const satisfies readonly IndicatorKind[];

export const isHiddenIndicatorKind = (kind: IndicatorKind): boolean =>
  (hiddenIndicatorKinds as readonly IndicatorKind[]).includes(kind);
