/** Layout of the published files of indicators, which browsers read, too; without their schemas. */

/** Range files: what follows the 16 bits of the prefix, then kind and tier. */
export const RANGE_PREFIX_BYTES = 2;
export const RANGE_SUFFIX_BYTES = 8;
export const RANGE_SLOT_BYTES = RANGE_SUFFIX_BYTES + 2;

/** Lists that a device saves for when it has no connection: `core` by itself, `all` when its owner asks. */
export const savedLists = {
  cache: 'lists',
  paths: { core: '/feeds/v1/filters/core.bin', all: '/feeds/v1/filters/all.bin' },
} as const;

/** Where the edge serves the files of the newest release, and the range files. */
export const feedsPath = '/feeds/v1';
export const rangesPath = '/check/ranges/16';
/**
 * Range files of the tags of hidden kinds: 8 bits of prefix, because the server knows the key and could try all numbers
 * against a longer one. One of 256 files is asked for by more than a hundred thousand numbers of a country.
 */
export const blindRangesPath = '/check/ranges/blind';
export const BLIND_PREFIX_BYTES = 1;
