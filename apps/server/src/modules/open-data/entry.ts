/** A published indicator, as every format gets it. */
import { type IndicatorKind, type IndicatorTier, indicatorTiers } from '@hakiki/contract/indicator-values';

/** The first half of a SHA-256 hash, see `indicators/indicator-key.ts`. */
export const KEY_BYTES = 16;

export interface Entry {
  key: Buffer;
  kind: IndicatorKind;
  value: string;
  tier: IndicatorTier;
  /** Days, so that nobody can tell when a person reported something. */
  firstSeen: string;
  lastSeen: string;
  /** The outside lists that have it, by slug, and `hakiki` for approved reports. */
  sources: readonly string[];
  /** All its sources ask that their licence applies to every file that contains it. */
  needsOwnFile: boolean;
}

/** The position in `indicatorTiers` from 1, because 0 marks padding in binary files. */
export const toTierCode = (tier: IndicatorTier): number => indicatorTiers.indexOf(tier) + 1;
export const toTier = (code: number): IndicatorTier => indicatorTiers[code - 1] ?? 'community';

export const toId = (key: Uint8Array): string => Buffer.from(key).toString('hex');

/** A host name that cannot break the syntax of a list. Pages on a shared host and IP addresses are in no host list. */
const HOST = /^(?=.{4,200}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{2,59})$/;

export const isHost = ({ kind, value }: Pick<Entry, 'kind' | 'value'>): boolean =>
  kind === 'website' && HOST.test(value);

/** Kinds of wallets, which are the chains of `addresses.csv`. */
const walletKinds = [
  'bitcoin',
  'evm',
  'tron',
  'solana',
  'ton',
  'litecoin',
  'xrp',
] as const satisfies readonly IndicatorKind[];
export const isWallet = (kind: IndicatorKind): boolean => (walletKinds as readonly IndicatorKind[]).includes(kind);
