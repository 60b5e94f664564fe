/** Keeps the state of the comparison in the URL: chosen providers, search text, and whether equal rows are hidden. */
import { comparePath, parseSelection } from '../../lib/providers/compare-selection.ts';
import { parseSearch } from '../../lib/pages/search-text.ts';

export const ONLY_DIFFERENCES = { name: 'differences', value: 'only' } as const;

export const CHOSEN_ANCHOR = 'chosen';

export interface CompareAddress {
  ids: string[];
  search: string;
  onlyDifferences: boolean;
}

export function parseCompareAddress(params: URLSearchParams): CompareAddress & { isCut: boolean } {
  return {
    ...parseSelection(params.get('providers')),
    search: parseSearch(params).text,
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
