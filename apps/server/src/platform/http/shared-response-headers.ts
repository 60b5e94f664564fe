/** Headers of shared responses: pages of other sites may read them, without cookies. */
import { paging, TOTAL_COUNT_HEADER } from '@hakiki/contract/limits';
import type { Page } from './route.ts';

/** Contains no personal data, so any page may read it. The same for every origin: caches need no Vary. */
export const corsHeaders: readonly (readonly [string, string])[] = [
  ['Access-Control-Allow-Origin', '*'],
  ['Access-Control-Expose-Headers', `ETag, Link, Retry-After, ${TOTAL_COUNT_HEADER}`],
];

/** The total number of matches and a link to the next page. */
export function pagingHeaders(requestUrl: string, query: unknown, { continuation }: Page<unknown>): [string, string][] {
  if ('next' in continuation) return linkToNext(requestUrl, continuation.next);
  return [
    [TOTAL_COUNT_HEADER, String(continuation.total)],
    ...linkToNext(requestUrl, nextByOffset(query, continuation.total)),
  ];
}

function nextByOffset(query: unknown, total: number): Record<string, string> | undefined {
  const { limit, offset } = (query ?? {}) as { limit?: number; offset?: number };
  if (limit === undefined || offset === undefined) return undefined;
  const next = offset + limit;
  return next < total && next <= paging.maxOffset ? { offset: String(next) } : undefined;
}

/** An absolute URL, so that a client can request it unchanged. */
function linkToNext(requestUrl: string, nextParameters: Record<string, string> | undefined): [string, string][] {
  if (!nextParameters) return [];
  const url = new URL(requestUrl);
  for (const [name, value] of Object.entries(nextParameters)) url.searchParams.set(name, value);
  return [['Link', `<${url.href}>; rel="next"`]];
}
