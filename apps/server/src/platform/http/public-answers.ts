/** What an answer that is the same for everybody says besides: pages of other sites may read it, without cookies. */
import { paging, TOTAL_COUNT_HEADER } from '@hakiki/contract/limits';
import type { Page } from './route.ts';

/**
 * For whatever is shared by all: it was computed for nobody, so nothing of the person leaks to the page that asks. The header is the
 * same for every origin, so that no cache has to tell them apart (Vary).
 */
export const openToPages: readonly (readonly [string, string])[] = [
  ['Access-Control-Allow-Origin', '*'],
  ['Access-Control-Expose-Headers', `ETag, Link, Retry-After, ${TOTAL_COUNT_HEADER}`],
];

/** What tells of the rest of a list: how many there are, and the address of the page that follows. */
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

/** Whole, so that a program can ask for it as it is. */
function linkToNext(address: string, changed: Record<string, string> | undefined): [string, string][] {
  if (!changed) return [];
  const url = new URL(address);
  for (const [name, value] of Object.entries(changed)) url.searchParams.set(name, value);
  return [['Link', `<${url.href}>; rel="next"`]];
}
