/** Extracts sites from a search text: from a full address, a bare domain, or an email address. */
import { normalizeDisguises } from '../../platform/web-address/find-in-text.ts';
import { parseWebAddress, toSite } from '../../platform/web-address/web-address.ts';

const MAX_ADDRESSES = 10;

/** More tolerant than for prose: two words with a dot between them may be an address. */
export function extractSites(text: string): string[] {
  const addresses = normalizeDisguises(text)
    .split(/[\s,;<>"'|]+/)
    .flatMap((part) => parseWebAddress(part.replace(/^[./(]+|[)?!]+$/g, '')) ?? [])
    .slice(0, MAX_ADDRESSES);
  return [...new Set(addresses.flatMap((address) => toSite(address) ?? []))];
}
