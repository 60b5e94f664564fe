/** Kinds of fraud indicators, without their schemas. */

export const indicatorKinds = ['website', 'bitcoin', 'evm', 'tron', 'phone', 'handle'] as const;
export type IndicatorKind = (typeof indicatorKinds)[number];
