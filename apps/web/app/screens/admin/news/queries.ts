/** Queries and mutations of the news screen: `/admin/news?view=hidden&country=kenya&page=2`, `/admin/news?held=cbk`. */
import type { ReadPath } from '@hakiki/contract/endpoints';
import { normaliseCountry } from '@hakiki/contract/countries';
import { africanCountries } from '@hakiki/contract/country-codes';
import { listLimits, searchMatchLimit } from '@hakiki/contract/limits';
import type { NewsMention } from '@hakiki/contract/news-mentions';
import { newsCategories } from '@hakiki/contract/news-values';
import { defineQuery, type ItemPage, type Query } from '../../../lib/api/queries.ts';
import { defineMutation } from '../../../lib/api/mutations.ts';
import { pathTo } from '../../../lib/pages/paths.ts';
import { parseSearch } from '../../../lib/pages/search-text.ts';
import { parseChoice, parsePage } from '../parts/console-url.ts';

export const newsViews = ['sources', 'named', 'shown', 'hidden'] as const;
export type NewsView = (typeof newsViews)[number];

export const parseView = (params: URLSearchParams): NewsView => parseChoice(params, 'view', newsViews) ?? 'sources';

export function newsPath(params: Record<string, string | number | undefined> = {}): string {
  const entries = Object.entries(params).filter(([, value]) => value !== undefined && value !== '');
  const query = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
  return pathTo(query ? `/admin/news?${query}` : '/admin/news');
}

export const toItemsFilter = (params: URLSearchParams) => ({
  search: parseSearch(params).text,
  country: africanCountries.find((country) => country === normaliseCountry(params.get('country') ?? '')),
  category: parseChoice(params, 'category', newsCategories),
});

/** The search counts only up to its limit. */
const LAST_PAGE = Math.ceil(searchMatchLimit / listLimits.newsPage);
export const parseNewsPage = (params: URLSearchParams): number => Math.min(parsePage(params), LAST_PAGE);

export const sourcesQuery = defineQuery('/api/admin/news-sources');
export const heldBatchQuery = (sourceId: string) =>
  defineQuery('/api/admin/news-sources/:sourceId/held', { params: { sourceId } });
export const itemsQuery = (state: 'shown' | 'hidden', params: URLSearchParams) =>
  defineQuery('/api/admin/news', {
    query: {
      state,
      ...toItemsFilter(params),
      limit: listLimits.newsPage,
      offset: (parseNewsPage(params) - 1) * listLimits.newsPage,
    },
  });

const mentionPages = defineQuery('/api/admin/news-mentions');
/** A mention has no id of its own. */
export const mentionsQuery: Query<ItemPage<NewsMention & { id: string }>> = {
  key: mentionPages.key,
  async load(api) {
    const { items, total } = await mentionPages.load(api);
    return { items: items.map((item) => ({ ...item, id: `${item.itemId} ${item.providerId}` })), total };
  },
};
export const decideMention = defineMutation('POST', '/api/admin/news-mentions/:itemId/:providerId', {
  invalidates: ['/api/admin/news-mentions', '/api/providers/:id/news'],
});

const invalidates: readonly ReadPath[] = [
  '/api/admin/news-sources',
  '/api/admin/news-sources/:sourceId/held',
  '/api/admin/news',
  '/api/compliance-news',
];
export const runSource = defineMutation('POST', '/api/admin/news-sources/:sourceId/run', {
  invalidates: ['/api/admin/news-sources'],
});
export const releaseBatch = defineMutation('POST', '/api/admin/news-batches/:id/release', { invalidates });
export const discardBatch = defineMutation('POST', '/api/admin/news-batches/:id/discard', { invalidates });
export const hideItem = defineMutation('POST', '/api/admin/news/:id/hide', { invalidates });
export const showItem = defineMutation('POST', '/api/admin/news/:id/show', { invalidates });
