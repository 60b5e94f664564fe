/** Which web addresses point to somebody: a host of their own, or their page on a host that many people share. */
import { hostsOfOwner, pageOf, sharingOf, suffixOf, type WebAddress } from '../../platform/web-address/web-address.ts';
import { commonHosts } from './common-hosts.ts';

/** What an address is kept and looked up as; nothing where it belongs to everybody. People in networks are handles. */
export function websiteOf(address: WebAddress): string | undefined {
  const { host } = address;
  const suffix = suffixOf(host);
  const sharing = sharingOf(host, suffix);
  if (sharing === 'pages') return pageOf(address);
  return suffix.domain && !sharing && !isUnder(host, commonHosts) ? host : undefined;
}

/** The same and, for a host, those above it that belong to the same owner: a report named one of them. */
export const websitesAbove = (website: string): string[] =>
  website.includes('/') ? [website] : hostsOfOwner(website).filter((host) => websiteOf({ host, path: '' }));

function isUnder(host: string, hosts: ReadonlySet<string>): boolean {
  const labels = host.split('.');
  return labels.some((_, place) => hosts.has(labels.slice(place).join('.')));
}
