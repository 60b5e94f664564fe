/**
 * The domain of a listing and its proof. The domain comes from the website of the listing, never from the claimant, and
 * is proven by its full name: a page under it or a similar name proves nothing.
 */
import type { ClaimCheckError, ClaimMailbox } from '@hakiki/contract/business-values';
import type { FetchOutcome, GuardedFetch } from '../../../platform/fetch/guarded-fetch.ts';

/** A name of at least two labels; no IP address, since its owner changes. */
const DOMAIN_NAME = /^(?=.{4,253}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?!\d+$)[a-z\d-]{2,63}$/;
/** Names that no one owns or that are only local. */
const UNOWNED_DOMAIN = /\.(?:onion|local|localhost|internal|invalid|test)$/;

export interface Site {
  /** The host of the website, where the file is requested. */
  host: string;
  /** Without `www`: used for DNS records and email. */
  domain: string;
}

export function parseSite(website: string | null): Site | undefined {
  if (!website || !URL.canParse(website)) return undefined;
  const host = new URL(website).hostname.toLowerCase().replace(/\.$/, '');
  const domain = host.replace(/^www\.(?=[^.]+\.)/, '');
  return DOMAIN_NAME.test(domain) && !UNOWNED_DOMAIN.test(domain) ? { host, domain } : undefined;
}

export const toRecordName = ({ domain }: Site): string => `_hakiki-claim.${domain}`;
export const toFileUrl = ({ host }: Site): string => `https://${host}/.well-known/hakiki-claim.txt`;
export const toProofText = (token: string): string => `hakiki-claim=${token}`;
export const toEmailAddress = ({ domain }: Site, mailbox: ClaimMailbox): string => `${mailbox}@${domain}`;

type ResolveTxt = (name: string) => Promise<string[][]>;

interface NetworkAccess {
  fetch: GuardedFetch;
  resolveTxt: ResolveTxt;
}

/** Resolves to undefined when it is proven. */
export type ProofResult = Promise<ClaimCheckError | undefined>;

const NOT_FOUND_CODES = new Set(['ENODATA', 'ENOTFOUND']);

export async function checkRecord({ resolveTxt }: NetworkAccess, site: Site, token: string): ProofResult {
  try {
    const records = await resolveTxt(toRecordName(site));
    if (records.some((parts) => parts.join('') === toProofText(token))) return undefined;
    return records.length > 0 ? 'record-differs' : 'record-missing';
  } catch (error) {
    return NOT_FOUND_CODES.has((error as NodeJS.ErrnoException).code ?? '') ? 'record-missing' : 'unreachable';
  }
}

/** Requires exactly this content: a page that echoes the request or shows visitors' text proves nothing. */
export async function checkFile({ fetch }: NetworkAccess, site: Site, token: string): ProofResult {
  const response = await fetch(toFileUrl(site), { hosts: [site.host] });
  if (response.outcome === 'fetched')
    return response.body.toString('utf8').trim() === toProofText(token) ? undefined : 'file-differs';
  return toFault(response);
}

function toFault(outcome: Exclude<FetchOutcome, { outcome: 'fetched' }>): ClaimCheckError {
  if (outcome.outcome === 'unchanged' || outcome.reason === 'too-large') return 'file-differs';
  if (outcome.reason === 'redirect') return 'file-elsewhere';
  return outcome.reason === 'status' ? 'file-missing' : 'unreachable';
}
