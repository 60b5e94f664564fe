/** Decides which web addresses point to an owner: their own host, or their page on a shared host. */
import {
  listOwnedHosts,
  toPersonalPage,
  getSharingKind,
  parseSuffix,
  type WebAddress,
} from '../../platform/web-address/web-address.ts';
import { commonHosts } from './common-hosts.ts';

/** The stored and searched form of an address; undefined for common services. Profiles in networks are handles. */
export function toWebsite(address: WebAddress): string | undefined {
  const { host } = address;
  const suffix = parseSuffix(host);
  const sharing = getSharingKind(host, suffix);
  if (sharing === 'pages') return toPersonalPage(address);
  return suffix.domain && !sharing && !isSubdomainOfAny(host, commonHosts) ? host : undefined;
}

/** The website and the parent hosts of the same owner, because a report may name any of them. */
export const listOwnerWebsites = (website: string): string[] =>
  website.includes('/') ? [website] : listOwnedHosts(website).filter((host) => toWebsite({ host, path: '' }));

function isSubdomainOfAny(host: string, hosts: ReadonlySet<string>): boolean {
  const labels = host.split('.');
  return labels.some((_, index) => hosts.has(labels.slice(index).join('.')));
}
