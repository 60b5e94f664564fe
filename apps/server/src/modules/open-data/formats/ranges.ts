/**
 * Range files answer "is this key listed?" without telling which key: a client asks for all keys with the same first 16
 * bits. All files have the same length, so neither the name nor the size of an encrypted answer says more.
 *
 * A slot: bytes 3 to 10 of the key, the code of its kind, the code of its tier. Slots are sorted; the rest of the file
 * is filled with 0xff and ends with tier 0.
 */
import { indicatorKinds } from '@hakiki/contract/indicator-values';
import { RANGE_SLOT_BYTES, RANGE_SUFFIX_BYTES } from '@hakiki/contract/open-data-values';
import { type Entry, toTierCode } from '../entry.ts';

export const RANGE_BITS = 16;
export const RANGE_COUNT = 2 ** RANGE_BITS;
const PREFIX_BYTES = RANGE_BITS / 8;

export const toPrefix = (key: Uint8Array): number => (key[0]! << 8) | key[1]!;
export const toRangeName = (prefix: number): string => prefix.toString(16).padStart(PREFIX_BYTES * 2, '0');

/** Space for a tenth more, in steps, so that the length seldom changes. */
const SLOT_STEP = 16;
export const computeSlots = (mostEntries: number): number =>
  Math.max(SLOT_STEP, Math.ceil((mostEntries * 1.1) / SLOT_STEP) * SLOT_STEP);

export type RangeEntry = Pick<Entry, 'key' | 'kind' | 'tier'>;

/** The entries of one prefix, sorted by key. */
export function createRangeFile(entries: readonly RangeEntry[], slots: number): Buffer {
  if (entries.length > slots) throw new RangeError(`${entries.length} entries do not fit into ${slots} slots.`);
  const file = Buffer.alloc(slots * RANGE_SLOT_BYTES, 0xff);
  for (const [index, { key, kind, tier }] of entries.entries()) {
    const start = index * RANGE_SLOT_BYTES;
    file.set(key.subarray(PREFIX_BYTES, PREFIX_BYTES + RANGE_SUFFIX_BYTES), start);
    file[start + RANGE_SUFFIX_BYTES] = indicatorKinds.indexOf(kind);
    file[start + RANGE_SUFFIX_BYTES + 1] = toTierCode(tier);
  }
  for (let slot = entries.length; slot < slots; slot += 1) file[slot * RANGE_SLOT_BYTES + RANGE_SUFFIX_BYTES + 1] = 0;
  return file;
}
