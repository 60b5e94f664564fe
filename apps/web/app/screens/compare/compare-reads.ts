import { compareLimits } from '@hakiki/contract/limits';
import type { Provider } from '@hakiki/contract/directory';
import { providerRead } from '../../lib/provider-read.ts';
import { read, type Read } from '../../lib/reads.ts';
import { statusOf, useRead, type ReadState } from '../../lib/use-read.ts';

/** What a match shows; the rest of a provider does not travel with the page. */
export type Match = Pick<Provider, 'id' | 'name' | 'type' | 'verificationStatus' | 'logoUrl'>;

/** The register's search also looks into descriptions; so many of its matches are looked through for the name. */
const LOOKED_THROUGH = 100;
/** Shorter texts it takes for the beginning of a word, so for these the register itself is looked through. */
const SEARCHED_FROM_LENGTH = 3;
/** Enough to fill the list after those that are chosen already were left out. */
const KEPT = compareLimits.searchResults + compareLimits.providers;

/** Providers with the text in their name, in the order of the register. */
export function nameSearch(search: string): Read<Match[]> {
  const wanted = folded(search);
  const asked = wanted.length < SEARCHED_FROM_LENGTH ? undefined : search;
  const found = read('/api/providers', { query: { search: asked, limit: LOOKED_THROUGH } });
  return {
    key: ['compare', ...found.key, wanted],
    async load(api) {
      const { items } = await found.load(api);
      return items
        .filter(({ name }) => folded(name).includes(wanted))
        .slice(0, KEPT)
        .map(({ id, name, type, verificationStatus, logoUrl }) => ({ id, name, type, verificationStatus, logoUrl }));
    },
  };
}

/** Neither case nor accents keep a name from being found. */
const folded = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

export interface Column {
  id: string;
  provider: ReadState<Provider>;
}

/** One read for each place; a place without a provider reads nothing. */
export function useColumns(ids: readonly string[]): Column[] {
  const [first = '', second = '', third = '', fourth = ''] = ids;
  const states = [
    useRead(providerRead(first), { enabled: first !== '' }),
    useRead(providerRead(second), { enabled: second !== '' }),
    useRead(providerRead(third), { enabled: third !== '' }),
    useRead(providerRead(fourth), { enabled: fourth !== '' }),
  ];
  return ids.flatMap((id, place) => (states[place] ? { id, provider: states[place] } : []));
}

/** The register answered that there is no such provider; anything else that fails may be tried again. */
export function isUnknown({ provider }: Column): boolean {
  const status = provider.status === 'failed' ? statusOf(provider.error) : undefined;
  return status === 404 || status === 400;
}
