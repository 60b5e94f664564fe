import { compareLimits } from '@hakiki/contract/limits';
import type { Provider } from '@hakiki/contract/directory';
import { defineQuery, type Query } from '../../lib/api/queries.ts';
import type { Column } from '../../lib/providers/use-compared-providers.ts';
import { getErrorStatus } from '../../lib/api/use-query.ts';

/** The fields that a search match shows, so that the page contains no more data than that. */
export type SearchMatch = Pick<Provider, 'id' | 'name' | 'otherNames' | 'type' | 'verificationStatus' | 'logoUrl'>;

/** Shorter texts occur in almost every name, so they are searched only in the first providers of the register. */
const MIN_API_SEARCH_LENGTH = 3;
const SHORT_SEARCH_PAGE_SIZE = 100;
/** Enough to fill the list after the chosen providers are removed. */
const MAX_MATCHES = compareLimits.searchResults + compareLimits.providers;

/** Searches providers by name, in the order of the register. */
export function nameSearchQuery(search: string): Query<SearchMatch[]> {
  const normalizedSearch = normalizeName(search);
  const isShort = normalizedSearch.length < MIN_API_SEARCH_LENGTH;
  const providersQuery = defineQuery('/api/providers', {
    query: isShort ? { limit: SHORT_SEARCH_PAGE_SIZE } : { search, within: 'names', limit: MAX_MATCHES },
  });
  return {
    key: ['compare', ...providersQuery.key, normalizedSearch],
    async load(api) {
      const { items } = await providersQuery.load(api);
      return items
        .filter(({ name }) => !isShort || normalizeName(name).includes(normalizedSearch))
        .slice(0, MAX_MATCHES)
        .map(({ id, name, otherNames, type, verificationStatus, logoUrl }) => ({
          id,
          name,
          otherNames,
          type,
          verificationStatus,
          logoUrl,
        }));
    },
  };
}

/** Removes case and accents, so that they do not affect the search. */
const normalizeName = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/**
 * The API says that the provider does not exist or is suspended; a suspended one has a page but is not compared. Any
 * other failure can be retried.
 */
export function isNotComparable({ provider }: Column): boolean {
  if (provider.status === 'ready') return provider.data.verificationStatus === 'Suspended';
  const status = provider.status === 'failed' ? getErrorStatus(provider.error) : undefined;
  return status === 404 || status === 400;
}
