/** Headers of shared responses: pages of other sites may read them, without cookies. */
import { paging, TOTAL_COUNT_HEADER } from '@hakiki/contract/limits';
import type { Page } from './route.ts';

/** Contains no personal data, so any page may read it. The same for every origin: caches need no Vary. */
export const openToPages: readonly (readonly [string, string])[] = [
  ['Access-Control-Allow-Origin', '*'],
  ['Access-Control-Expose-Headers', `ETag, Link, Retry-After, ${TOTAL_COUNT_HEADER}`],
];

/** The total number of matches and a link to the next page. */
export function headersOfPage(address: string, query: unknown, { rest }: Page<unknown>): [string, string][] {
  if ('next' in rest) return linkToNext(address, rest.next);
  return [[TOTAL_COUNT_HEADER, String(rest.total)], ...linkToNext(address, nextByOffset(query, rest.total))];
}

function nextByOffset(query: unknown, total: number): Record<string, string> | undefined {
  const { limit, offset } = (query ?? {}) as { limit?: number; offset?: number };
  if (limit === undefined || offset === undefined) return undefined;
  const next = offset + limit;
  return next < total && next <= paging.maxOffset ? { offset: String(next) } : undefined;
}

/** An absolute URL, so that a client can request it unchanged. */
function linkToNext(address: string, changed: Record<string, string> | undefined): [string, string][] {
  if (!changed) return [];
  const url = new URL(address);
  for (const [name, value] of Object.entries(changed)) url.searchParams.set(name, value);
  return [['Link', `<${url.href}>; rel="next"`]];
}
