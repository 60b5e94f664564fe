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
export function websiteOf(address: WebAddress): string | undefined {
  const { host } = address;
  const suffix = parseSuffix(host);
  const sharing = getSharingKind(host, suffix);
  if (sharing === 'pages') return toPersonalPage(address);
  return suffix.domain && !sharing && !isUnder(host, commonHosts) ? host : undefined;
}

/** The website and the parent hosts of the same owner, because a report may name any of them. */
export const websitesAbove = (website: string): string[] =>
  website.includes('/') ? [website] : listOwnedHosts(website).filter((host) => websiteOf({ host, path: '' }));

function isUnder(host: string, hosts: ReadonlySet<string>): boolean {
  const labels = host.split('.');
  return labels.some((_, place) => hosts.has(labels.slice(place).join('.')));
}
