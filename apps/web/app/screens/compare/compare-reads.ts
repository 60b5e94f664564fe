import { compareLimits } from '@hakiki/contract/limits';
import type { Provider } from '@hakiki/contract/directory';
import { defineQuery, type Query } from '../../lib/api/queries.ts';
import type { Column } from '../../lib/providers/use-compared-providers.ts';
import { getErrorStatus } from '../../lib/api/use-query.ts';

/** The fields that a search match shows, so that the page carries no more data than that. */
export type Match = Pick<Provider, 'id' | 'name' | 'otherNames' | 'type' | 'verificationStatus' | 'logoUrl'>;

/** Shorter texts occur in almost every name, so they are searched only in the first providers of the register. */
const SEARCHED_FROM_LENGTH = 3;
const LOOKED_THROUGH = 100;
/** Enough to fill the list after the chosen providers are removed. */
const KEPT = compareLimits.searchResults + compareLimits.providers;

/** Searches providers by name, in the order of the register. */
export function nameSearch(search: string): Query<Match[]> {
  const wanted = folded(search);
  const isShort = wanted.length < SEARCHED_FROM_LENGTH;
  const found = defineQuery('/api/providers', {
    query: isShort ? { limit: LOOKED_THROUGH } : { search, within: 'names', limit: KEPT },
  });
  return {
    key: ['compare', ...found.key, wanted],
    async load(api) {
      const { items } = await found.load(api);
      return items
        .filter(({ name }) => !isShort || folded(name).includes(wanted))
        .slice(0, KEPT)
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
const folded = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/**
 * The API says that the provider does not exist or is suspended; a suspended one has a page but is not compared. Any
 * other failure can be retried.
 */
export function isUnknown({ provider }: Column): boolean {
  if (provider.status === 'ready') return provider.data.verificationStatus === 'Suspended';
  const status = provider.status === 'failed' ? getErrorStatus(provider.error) : undefined;
  return status === 404 || status === 400;
}
