/**
 * The one reader of web addresses. It answers which host an address leads to and who owns it: the registrable domain by the public
 * suffix list with its private section, or, on a host that many people share, the host with the part of the path that names one of
 * them. Two addresses may be taken for one another only if their sites are equal. The package with the list is for the server alone.
 */
import { isIP } from 'node:net';
import { domainToASCII, domainToUnicode } from 'node:url';
import { parse } from 'tldts';
import {
  caseSensitiveHosts,
  containerParts,
  namingHosts,
  namingLabels,
  networkHosts,
  pageHosts,
} from './shared-hosts.ts';

export interface WebAddress {
  /** In lower case and punycode, without `www`, port and trailing dots. */
  host: string;
  /** The rest as written: names and numbers there may tell upper from lower case. */
  path: string;
}

const MAX_ADDRESS_LENGTH = 2000;
const MAX_HOST_LENGTH = 253;
const SCHEME = /^[a-z][a-z0-9+.-]{0,30}:\/\//i;
/** Underscores are not allowed in names of machines, and are used in sub-domains all the same. */
const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;
const ENDING = /^(?:[a-z]{2,24}|xn--[a-z0-9-]{2,59})$/;
const WWW = /^www\d?\.(?=[^.]+\.)/;

/** Reads one address that somebody typed, pasted or stored, with or without a scheme. */
export function parseWebAddress(text: string): WebAddress | undefined {
  const address = text.trim().replace(SCHEME, '');
  if (address.length > MAX_ADDRESS_LENGTH) return undefined;
  const { authority, path } = splitAuthority(address);
  const host = parseHost(hostIn(authority));
  return host === undefined ? undefined : { host, path };
}

/** As browsers do it: a backslash is a slash. */
export function splitAuthority(address: string): { authority: string; path: string } {
  const end = address.search(/[/?#\\]/);
  return end < 0 ? { authority: address, path: '' } : { authority: address.slice(0, end), path: address.slice(end) };
}

/** `https://bank.example@evil.example:8443` leads to evil.example. */
export const hostIn = (authority: string): string =>
  withoutTrailingDots(authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d{0,5}$/, ''));

function withoutTrailingDots(host: string): string {
  let end = host.length;
  while (end > 0 && host[end - 1] === '.') end -= 1;
  return host.slice(0, end);
}

/** The host in lower case and punycode; nothing where it is no name of at least two parts. IP addresses have no owner to name. */
export function parseHost(written: string): string | undefined {
  if (written.length > MAX_HOST_LENGTH || !written.includes('.')) return undefined;
  const host = domainToASCII(written);
  const labels = host.split('.');
  const isHost = labels.length > 1 && labels.every((label) => LABEL.test(label)) && ENDING.test(labels.at(-1)!);
  return isHost && !isIP(host) ? host.replace(WWW, '') : undefined;
}

export interface Suffix {
  /** Under it everybody may have a name: `co.za`, `webflow.io`. */
  publicSuffix: string;
  /** The suffix with the one name before it; nothing for the suffix itself. */
  domain: string | undefined;
  /** Whether the list, or ours beside it, has the suffix. */
  isListed: boolean;
  /** Whether it is a registry's, and not that of a company which lets people have names under its own. */
  isRegistry: boolean;
}

export function suffixOf(host: string): Suffix {
  const { publicSuffix, domain, domainWithoutSuffix, isIcann, isPrivate } = parse(host, {
    allowPrivateDomains: true,
    extractHostname: false,
    validateHostname: false,
    detectIp: false,
  });
  const suffix = publicSuffix ?? host;
  if (domain && (namingHosts.has(domain) || namingLabels.has(domainWithoutSuffix!))) {
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

/**
 * Who an address belongs to, in one spelling that can be compared and stored: `foo.co.za`, `scheme.webflow.io`, `linktr.ee/scheme`.
 * Nothing where it belongs to nobody in particular.
 */
export function siteOf({ host, path }: WebAddress): string | undefined {
  const suffix = suffixOf(host);
  if (sharingOf(host, suffix)) return pageOf({ host, path });
  const { publicSuffix, domain, isRegistry } = suffix;
  // A company that lets people have names under its own has a site there itself.
  const owned = domain ?? (isRegistry || !publicSuffix.includes('.') ? undefined : host);
  return owned && (domainToUnicode(owned) || owned);
}

/** The same of a stored field. */
export function siteOfWebsite(website: string | null | undefined): string | null {
  const address = website ? parseWebAddress(website) : undefined;
  return (address && siteOf(address)) ?? null;
}

/** What a site is called: `foo` of foo.co.za, `scheme` of linktr.ee/scheme. SQL does the same (names_key of providers). */
export const nameOfSite = (site: string): string => site.replace(/^.*[/=]/s, '').split('.')[0]!;

/** Whether the pages of a host belong to different people, told apart by the path: pages, or people and links in a network. */
export function sharingOf(host: string, { domain = host }: Suffix = suffixOf(host)): 'pages' | 'network' | undefined {
  if (pageHosts.has(host) || pageHosts.has(domain)) return 'pages';
  return networkHosts.has(host) || networkHosts.has(domain) ? 'network' : undefined;
}

const MOBILE = /^(?:m|mobile|touch|web)\.(?=.+\..)/;
const LONGEST_PAGE = 200;

/** Host and path of one person's page on a host that many share; nothing for pages of the host itself. */
export function pageOf({ host, path }: WebAddress): string | undefined {
  const home = host.replace(MOBILE, '');
  const [before = '', query = ''] = path.split('#', 1)[0]!.split('?', 2);
  const parts = before.split(/[/\\]+/, 8).filter(Boolean);
  const owner = parts.findIndex((part) => !containerParts.has(part.toLowerCase()));
  const id = /(?:^|&)id=([\w.-]{2,100})(?:&|$)/.exec(query)?.[1];
  if (owner < 0 && !(parts.length > 0 && id)) return undefined;
  const named = owner < 0 ? `${parts.join('/')}?id=${id}` : parts.slice(0, owner + 1).join('/');
  const page = `${home}/${caseSensitiveHosts.has(home) ? named : named.toLowerCase()}`;
  return page.length > LONGEST_PAGE ? undefined : page;
}

/** The host and those above it that belong to the same owner, nearest first. */
export function hostsOfOwner(host: string): string[] {
  const { domain } = suffixOf(host);
  if (!domain) return [];
  const before = host.slice(0, -domain.length).split('.').slice(0, -1);
  return [...before.map((_, place) => `${before.slice(place).join('.')}.${domain}`), domain];
}
