/** Layout of the published files of indicators, which browsers read, too; without their schemas. */

/** Range files: what follows the 16 bits of the prefix, then kind and tier. */
export const RANGE_PREFIX_BYTES = 2;
export const RANGE_SUFFIX_BYTES = 8;
export const RANGE_SLOT_BYTES = RANGE_SUFFIX_BYTES + 2;

/** Where the edge serves the files of the newest release, and the range files. */
export const feedsPath = '/feeds/v1';
export const rangesPath = '/check/ranges/16';
