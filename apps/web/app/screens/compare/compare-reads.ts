import { compareLimits } from '@hakiki/contract/limits';
import type { Provider } from '@hakiki/contract/directory';
import { read, type Read } from '../../lib/api/reads.ts';
import type { Column } from '../../lib/providers/use-compared.ts';
import { statusOf } from '../../lib/api/use-read.ts';

/** What a match shows; the rest of a provider does not travel with the page. */
export type Match = Pick<Provider, 'id' | 'name' | 'otherNames' | 'type' | 'verificationStatus' | 'logoUrl'>;

/** Shorter texts are in almost every name: for these the head of the register itself is looked through. */
const SEARCHED_FROM_LENGTH = 3;
const LOOKED_THROUGH = 100;
/** Enough to fill the list after those that are chosen already were left out. */
const KEPT = compareLimits.searchResults + compareLimits.providers;

/** Providers with the text in one of their names, in the order of the register. */
export function nameSearch(search: string): Read<Match[]> {
  const wanted = folded(search);
  const isShort = wanted.length < SEARCHED_FROM_LENGTH;
  const found = read('/api/providers', {
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

/** Neither case nor accents keep a name from being found. */
const folded = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/**
 * The register answered that there is no such provider, or that it was suspended: that one has a page and stands in no comparison.
 * Anything else that fails may be tried again.
 */
export function isUnknown({ provider }: Column): boolean {
  if (provider.status === 'ready') return provider.data.verificationStatus === 'Suspended';
  const status = provider.status === 'failed' ? statusOf(provider.error) : undefined;
  return status === 404 || status === 400;
}
