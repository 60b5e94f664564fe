/** What an answer that is the same for everybody says besides: pages of other sites may read it, without cookies. */
import { paging, TOTAL_COUNT_HEADER } from '@hakiki/contract/limits';

/**
 * For whatever is shared by all: it was computed for nobody, so nothing of the person leaks to the page that asks. The header is the
 * same for every origin, so that no cache has to tell them apart (Vary).
 */
export const openToPages: readonly (readonly [string, string])[] = [
  ['Access-Control-Allow-Origin', '*'],
  ['Access-Control-Expose-Headers', `ETag, Link, Retry-After, ${TOTAL_COUNT_HEADER}`],
];

/** The header with the address of the page that follows, where a list is read by offset and goes on. */
export function linkToNext(address: string, query: unknown, total: number): [string, string][] {
  const { limit, offset } = (query ?? {}) as { limit?: number; offset?: number };
  if (limit === undefined || offset === undefined) return [];
  const next = offset + limit;
  if (next >= total || next > paging.maxOffset) return [];
  const url = new URL(address);
  url.searchParams.set('offset', String(next));
  return [['Link', `<${url.pathname}${url.search}>; rel="next"`]];
}
