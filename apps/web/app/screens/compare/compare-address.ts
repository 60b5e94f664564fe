/** The state of the comparison is its address: what is chosen, what is searched for, and whether equal rows are left out. */
import { comparePath, parseSelection } from '../../lib/providers/compare-selection.ts';
import { searchedIn } from '../../lib/pages/search-text.ts';

export const ONLY_DIFFERENCES = { name: 'differences', value: 'only' } as const;

/** Where the chosen ones stand side by side. */
export const CHOSEN_ANCHOR = 'chosen';

export interface CompareAddress {
  ids: string[];
  search: string;
  onlyDifferences: boolean;
}

export function parseCompareAddress(params: URLSearchParams): CompareAddress & { isCut: boolean } {
  return {
    ...parseSelection(params.get('providers')),
    search: searchedIn(params).text,
    onlyDifferences: params.get(ONLY_DIFFERENCES.name) === ONLY_DIFFERENCES.value,
  };
}

export function compareAddress({ ids, search, onlyDifferences }: CompareAddress): string {
  const path = comparePath(ids);
  const rest = new URLSearchParams({
    ...(search && { search }),
    ...(onlyDifferences && { [ONLY_DIFFERENCES.name]: ONLY_DIFFERENCES.value }),
  }).toString();
  if (!rest) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${rest}`;
}
