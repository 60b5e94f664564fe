/** Queries and mutations of the news screen: `/admin/news?view=hidden&country=kenya&page=2`, `/admin/news?held=cbk`. */
import type { ReadPath } from '@hakiki/contract/endpoints';
import { normaliseCountry } from '@hakiki/contract/countries';
import { listLimits, searchMatchLimit } from '@hakiki/contract/limits';
import { newsCategories, newsCountries } from '@hakiki/contract/news-values';
import { read } from '../../../lib/api/reads.ts';
import { write } from '../../../lib/api/writes.ts';
import { to } from '../../../lib/pages/paths.ts';
import { searchedIn } from '../../../lib/pages/search-text.ts';
import { chosenIn, parsePage } from '../parts/address.ts';

export const deskViews = ['sources', 'named', 'shown', 'hidden'] as const;
export type DeskView = (typeof deskViews)[number];

export const viewIn = (params: URLSearchParams): DeskView => chosenIn(params, 'view', deskViews) ?? 'sources';

export function deskPath(given: Record<string, string | number | undefined> = {}): string {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined && value !== '');
  const query = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
  return to(query ? `/admin/news?${query}` : '/admin/news');
}

export const itemsFilter = (params: URLSearchParams) => ({
  search: searchedIn(params).text,
  country: newsCountries.find((country) => country === normaliseCountry(params.get('country') ?? '')),
  category: chosenIn(params, 'category', newsCategories),
});

/** The search counts only up to its limit. */
const LAST_PAGE = Math.ceil(searchMatchLimit / listLimits.newsPage);
export const pageOf = (params: URLSearchParams): number => Math.min(parsePage(params), LAST_PAGE);

export const sourcesRead = read('/api/admin/news-sources');
export const heldRead = (sourceId: string) => read('/api/admin/news-sources/:sourceId/held', { params: { sourceId } });
export const itemsRead = (state: 'shown' | 'hidden', params: URLSearchParams) =>
  read('/api/admin/news', {
    query: {
      state,
      ...itemsFilter(params),
      limit: listLimits.newsPage,
      offset: (pageOf(params) - 1) * listLimits.newsPage,
    },
  });

export const mentionsRead = read('/api/admin/news-mentions');
export const decideMention = write('POST', '/api/admin/news-mentions/:itemId/:providerId', {
  outdates: ['/api/admin/news-mentions', '/api/providers/:id/news'],
});

const outdates: readonly ReadPath[] = [
  '/api/admin/news-sources',
  '/api/admin/news-sources/:sourceId/held',
  '/api/admin/news',
  '/api/compliance-news',
];
export const runSource = write('POST', '/api/admin/news-sources/:sourceId/run', {
  outdates: ['/api/admin/news-sources'],
});
export const releaseBatch = write('POST', '/api/admin/news-batches/:id/release', { outdates });
export const discardBatch = write('POST', '/api/admin/news-batches/:id/discard', { outdates });
export const hideItem = write('POST', '/api/admin/news/:id/hide', { outdates });
export const showItem = write('POST', '/api/admin/news/:id/show', { outdates });
