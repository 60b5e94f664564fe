/**
 * Which domain a listing has, and what proves it. The domain is read from the website that the listing shows and from nothing that
 * a claimant sends, and is proven by its whole name: whoever has a page below it, or a name beside it, proves nothing.
 */
import type { ClaimFault, ClaimMailbox } from '@hakiki/contract/business-values';
import type { FetchOutcome, GuardedFetch } from '../../platform/fetch/guarded-fetch.ts';

/** A name of at least two parts; an address of a machine belongs to whoever rents it today. */
const name = /^(?=.{4,253}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?!\d+$)[a-z\d-]{2,63}$/;
/** Reached through nobody's domain, or by nobody but the machine itself. */
const unowned = /\.(?:onion|local|localhost|internal|invalid|test)$/;

export interface Site {
  /** As the website writes it: where a file is looked for. */
  host: string;
  /** Without the usual `www`: where records stand and letters go. */
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

/** Nothing when it is proven. */
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

/** Exactly this and nothing around it: a page that repeats what it was asked for, or holds what visitors wrote, proves nothing. */
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
