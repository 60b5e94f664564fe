/** Extracts sites from a search text: from a full address, a bare domain, or an email address. */
import { undisguise } from '../../platform/web-address/in-prose.ts';
import { parseWebAddress, siteOf } from '../../platform/web-address/web-address.ts';

const MAX_ADDRESSES = 3;

/** More tolerant than for prose: two words with a dot between them may be an address. */
export function sitesIn(text: string): string[] {
  const addresses = undisguise(text)
    .split(/[\s,;<>"'|]+/)
    .flatMap((piece) => parseWebAddress(piece.replace(/^[./(]+|[)?!]+$/g, '')) ?? [])
    .slice(0, MAX_ADDRESSES);
  return [...new Set(addresses.flatMap((address) => siteOf(address) ?? []))];
}
