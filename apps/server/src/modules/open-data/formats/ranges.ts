/**
 * Range files answer "is this key listed?" without revealing which key: a client asks for all keys with the same first
 * 16 bits. All files have the same length, so neither the name nor the size of an encrypted answer says more.
 *
 * A slot: the eight bytes of the key after the prefix, the code of its kind, the code of its tier. Slots are sorted;
 * the rest of the file is filled with 0xff and ends with tier 0.
 */
import { indicatorKinds } from '@hakiki/contract/indicator-values';
import {
  BLIND_PREFIX_BYTES,
  RANGE_PREFIX_BYTES,
  RANGE_SLOT_BYTES,
  RANGE_SUFFIX_BYTES,
} from '@hakiki/contract/open-data-values';
import { type Entry, toTierCode } from '../entry.ts';

/** Which keys one file has: those with the same first bytes. */
export interface RangeLayout {
  /** Of the link to the newest folder. */
  name: string;
  prefixBytes: 1 | 2;
}
export const ranges: RangeLayout = { name: 'ranges', prefixBytes: RANGE_PREFIX_BYTES };
export const blindRanges: RangeLayout = { name: 'blind-ranges', prefixBytes: BLIND_PREFIX_BYTES };

export const countFiles = ({ prefixBytes }: RangeLayout): number => 2 ** (8 * prefixBytes);
export const toPrefix = ({ prefixBytes }: RangeLayout, key: Buffer): number => key.readUIntBE(0, prefixBytes);
export const toRangeName = ({ prefixBytes }: RangeLayout, prefix: number): string =>
  prefix.toString(16).padStart(prefixBytes * 2, '0');

/** Space for a tenth more, in steps, so that the length seldom changes. */
const SLOT_STEP = 16;
export const computeSlots = (mostEntries: number): number =>
  Math.max(SLOT_STEP, Math.ceil((mostEntries * 1.1) / SLOT_STEP) * SLOT_STEP);

export type RangeEntry = Pick<Entry, 'key' | 'kind' | 'tier'>;

/** The entries of one prefix, sorted by key. */
export function createRangeFile({ prefixBytes }: RangeLayout, entries: readonly RangeEntry[], slots: number): Buffer {
  if (entries.length > slots) throw new RangeError(`${entries.length} entries do not fit into ${slots} slots.`);
  const file = Buffer.alloc(slots * RANGE_SLOT_BYTES, 0xff);
  for (const [index, { key, kind, tier }] of entries.entries()) {
    const start = index * RANGE_SLOT_BYTES;
    file.set(key.subarray(prefixBytes, prefixBytes + RANGE_SUFFIX_BYTES), start);
    file[start + RANGE_SUFFIX_BYTES] = indicatorKinds.indexOf(kind);
    file[start + RANGE_SUFFIX_BYTES + 1] = toTierCode(tier);
  }
  for (let slot = entries.length; slot < slots; slot += 1) file[slot * RANGE_SLOT_BYTES + RANGE_SUFFIX_BYTES + 1] = 0;
  return file;
}
