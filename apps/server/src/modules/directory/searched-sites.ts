/** The sites in what a person typed or pasted into a search: of a whole address, a bare one, or one in an email address. */
import { undisguise } from '../../platform/web-address/in-prose.ts';
import { parseWebAddress, siteOf } from '../../platform/web-address/web-address.ts';

const MAX_ADDRESSES = 3;

/** Generous, unlike in prose: whoever searches for two words with a dot between them may well mean an address. */
export function sitesIn(text: string): string[] {
  const addresses = undisguise(text)
    .split(/[\s,;<>"'|]+/)
    .flatMap((piece) => parseWebAddress(piece.replace(/^[./(]+|[)?!]+$/g, '')) ?? [])
    .slice(0, MAX_ADDRESSES);
  return [...new Set(addresses.flatMap((address) => siteOf(address) ?? []))];
}
