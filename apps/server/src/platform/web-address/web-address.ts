/**
 * Parses web addresses: the host of an address, and its owner. The owner ("site") is the registrable domain by the
 * public suffix list with its private section or, on a host with many owners, the host with the path segment that names
 * one of them. Two addresses are considered the same only if their sites are equal. The package with the list is only
 * used in the server.
 */
import { isIP } from 'node:net';
import { domainToASCII, domainToUnicode } from 'node:url';
import { parse } from 'tldts';
import {
  caseSensitiveHosts,
  containerSegments,
  subdomainHosts,
  subdomainLabels,
  networkHosts,
  pageHosts,
} from './shared-hosts.ts';

export interface WebAddress {
  /** In lower case and punycode, without `www`, port and trailing dots. */
  host: string;
  /** The remaining address as written: it may be case-sensitive. */
  path: string;
}

const MAX_ADDRESS_LENGTH = 2000;
const MAX_HOST_LENGTH = 253;
const SCHEME = /^[a-z][a-z0-9+.-]{0,30}:\/\//i;
/** Underscores are not allowed in host names, but are used in subdomains. */
const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;
const ENDING = /^(?:[a-z]{2,24}|xn--[a-z0-9-]{2,59})$/;
const WWW = /^www\d?\.(?=[^.]+\.)/;

/** Parses an address that somebody typed, pasted or stored, with or without a scheme. */
export function parseWebAddress(text: string): WebAddress | undefined {
  const address = text.trim().replace(SCHEME, '');
  if (address.length > MAX_ADDRESS_LENGTH) return undefined;
  const { authority, path } = splitAuthority(address);
  const host = parseHost(hostIn(authority));
  return host === undefined ? undefined : { host, path };
}

/** Treats a backslash as a slash, like browsers. */
export function splitAuthority(address: string): { authority: string; path: string } {
  const end = address.search(/[/?#\\]/);
  return end < 0 ? { authority: address, path: '' } : { authority: address.slice(0, end), path: address.slice(end) };
}

/** `https://bank.example@evil.example:8443` leads to evil.example. */
export const hostIn = (authority: string): string =>
  trimTrailingDots(authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d{0,5}$/, ''));

function trimTrailingDots(host: string): string {
  let end = host.length;
  while (end > 0 && host[end - 1] === '.') end -= 1;
  return host.slice(0, end);
}

/** Lower case and punycode; undefined for a name without a dot and for IP addresses, which have no owner. */
export function parseHost(text: string): string | undefined {
  if (text.length > MAX_HOST_LENGTH || !text.includes('.')) return undefined;
  const host = domainToASCII(text);
  const labels = host.split('.');
  const isHost = labels.length > 1 && labels.every((label) => LABEL.test(label)) && ENDING.test(labels.at(-1)!);
  return isHost && !isIP(host) ? host.replace(WWW, '') : undefined;
}

export interface Suffix {
  /** Anybody can register a name under it: `co.za`, `webflow.io`. */
  publicSuffix: string;
  /** The suffix with one label before it; undefined for the suffix itself. */
  domain: string | undefined;
  /** Whether the public suffix list or our own list contains the suffix. */
  isListed: boolean;
  /** Whether it belongs to a registry, not to a company that offers names under its own domain. */
  isRegistry: boolean;
}

export function parseSuffix(host: string): Suffix {
  const { publicSuffix, domain, domainWithoutSuffix, isIcann, isPrivate } = parse(host, {
    allowPrivateDomains: true,
    extractHostname: false,
    validateHostname: false,
    detectIp: false,
  });
  const suffix = publicSuffix ?? host;
  if (domain && (subdomainHosts.has(domain) || subdomainLabels.has(domainWithoutSuffix!))) {
    const name = host.slice(0, -domain.length - 1);
    return {
      publicSuffix: domain,
      domain: name ? `${name.slice(name.lastIndexOf('.') + 1)}.${domain}` : undefined,
      isListed: true,
      isRegistry: false,
    };
  }
  return {
    publicSuffix: suffix,
    domain: domain ?? undefined,
    isListed: Boolean(isIcann || isPrivate),
    isRegistry: Boolean(isIcann),
  };
}

/** The owner in a normalised form: `foo.co.za`, `linktr.ee/scheme`. Undefined if it has no specific owner. */
export function toSite({ host, path }: WebAddress): string | undefined {
  const suffix = parseSuffix(host);
  if (getSharingKind(host, suffix)) return toPersonalPage({ host, path });
  const { publicSuffix, domain, isRegistry } = suffix;
  // A company that offers names under its own domain also has a site there.
  const ownedHost = domain ?? (isRegistry || !publicSuffix.includes('.') ? undefined : host);
  return ownedHost && (domainToUnicode(ownedHost) || ownedHost);
}

/** The same for a stored website field. */
export function toSiteOrNull(website: string | null | undefined): string | null {
  const address = website ? parseWebAddress(website) : undefined;
  return (address && toSite(address)) ?? null;
}

/** `foo` for foo.co.za, `scheme` for linktr.ee/scheme. SQL does the same (names_key of providers). */
export const toSiteName = (site: string): string => site.replace(/^.*[/=]/s, '').split('.')[0]!;

/** Whether the path identifies the owner: of a page, or of an account or link in a network. */
export function getSharingKind(
  host: string,
  { domain = host }: Suffix = parseSuffix(host),
): 'pages' | 'network' | undefined {
  if (pageHosts.has(host) || pageHosts.has(domain)) return 'pages';
  return networkHosts.has(host) || networkHosts.has(domain) ? 'network' : undefined;
}

const MOBILE_PREFIX = /^(?:m|mobile|touch|web)\.(?=.+\..)/;
const MAX_PAGE_LENGTH = 200;

/** Host and path of one person's page on a shared host; undefined for pages of the host itself. */
export function toPersonalPage({ host, path }: WebAddress): string | undefined {
  const mainHost = host.replace(MOBILE_PREFIX, '');
  const [pathname = '', query = ''] = path.split('#', 1)[0]!.split('?', 2);
  const parts = pathname.split(/[/\\]+/, 8).filter(Boolean);
  const ownerIndex = parts.findIndex((part) => !containerSegments.has(part.toLowerCase()));
  const id = /(?:^|&)id=([\w.-]{2,100})(?:&|$)/.exec(query)?.[1];
  if (ownerIndex < 0 && !(parts.length > 0 && id)) return undefined;
  const personalPath = ownerIndex < 0 ? `${parts.join('/')}?id=${id}` : parts.slice(0, ownerIndex + 1).join('/');
  const page = `${mainHost}/${caseSensitiveHosts.has(mainHost) ? personalPath : personalPath.toLowerCase()}`;
  return page.length > MAX_PAGE_LENGTH ? undefined : page;
}

/** The host and its parent domains that belong to the same owner, nearest first. */
export function listOwnedHosts(host: string): string[] {
  const { domain } = parseSuffix(host);
  if (!domain) return [];
  const subdomains = host.slice(0, -domain.length).split('.').slice(0, -1);
  return [...subdomains.map((_, index) => `${subdomains.slice(index).join('.')}.${domain}`), domain];
}
