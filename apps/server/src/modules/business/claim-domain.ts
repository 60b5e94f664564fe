/**
 * The domain of a listing and its proof. The domain comes from the website of the listing, never from the claimant, and
 * is proven by its full name: a page under it or a similar name proves nothing.
 */
import type { ClaimFault, ClaimMailbox } from '@hakiki/contract/business-values';
import type { FetchOutcome, GuardedFetch } from '../../platform/fetch/guarded-fetch.ts';

/** A name of at least two labels; no IP address, since its owner changes. */
const name = /^(?=.{4,253}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?!\d+$)[a-z\d-]{2,63}$/;
/** Names that no one owns or that are only local. */
const unowned = /\.(?:onion|local|localhost|internal|invalid|test)$/;

export interface Site {
  /** The host of the website, where the file is requested. */
  host: string;
  /** Without `www`: used for DNS records and email. */
  domain: string;
}

export function siteOf(website: string | null): Site | undefined {
  if (!website || !URL.canParse(website)) return undefined;
  const host = new URL(website).hostname.toLowerCase().replace(/\.$/, '');
  const domain = host.replace(/^www\.(?=[^.]+\.)/, '');
  return name.test(domain) && !unowned.test(domain) ? { host, domain } : undefined;
}

export const recordNameOf = ({ domain }: Site): string => `_hakiki-claim.${domain}`;
export const fileAddressOf = ({ host }: Site): string => `https://${host}/.well-known/hakiki-claim.txt`;
export const contentOf = (token: string): string => `hakiki-claim=${token}`;
export const addressOf = ({ domain }: Site, mailbox: ClaimMailbox): string => `${mailbox}@${domain}`;

type ResolveTxt = (name: string) => Promise<string[][]>;

interface Outside {
  fetch: GuardedFetch;
  resolveTxt: ResolveTxt;
}

/** Resolves to undefined when it is proven. */
export type Proof = Promise<ClaimFault | undefined>;

const absent = new Set(['ENODATA', 'ENOTFOUND']);

export async function lookForRecord({ resolveTxt }: Outside, site: Site, token: string): Proof {
  try {
    const records = await resolveTxt(recordNameOf(site));
    if (records.some((parts) => parts.join('') === contentOf(token))) return undefined;
    return records.length > 0 ? 'record-differs' : 'record-missing';
  } catch (error) {
    return absent.has((error as NodeJS.ErrnoException).code ?? '') ? 'record-missing' : 'unreachable';
  }
}

/** Requires exactly this content: a page that echoes the request or shows visitors' text proves nothing. */
export async function lookForFile({ fetch }: Outside, site: Site, token: string): Proof {
  const found = await fetch(fileAddressOf(site), { hosts: [site.host] });
  if (found.outcome === 'fetched')
    return found.body.toString('utf8').trim() === contentOf(token) ? undefined : 'file-differs';
  return faultOf(found);
}

function faultOf(outcome: Exclude<FetchOutcome, { outcome: 'fetched' }>): ClaimFault {
  if (outcome.outcome === 'unchanged' || outcome.reason === 'too-large') return 'file-differs';
  if (outcome.reason === 'redirect') return 'file-elsewhere';
  return outcome.reason === 'status' ? 'file-missing' : 'unreachable';
}
