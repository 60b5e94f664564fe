/** Keeps the state of the comparison in the URL: chosen providers, search text, and whether equal rows are hidden. */
import { comparePath, parseSelection } from '../../lib/providers/compare-selection.ts';
import { parseSearch } from '../../lib/pages/search-text.ts';

export const ONLY_DIFFERENCES = { name: 'differences', value: 'only' } as const;

export const TABLE_ANCHOR = 'chosen';

export interface CompareUrlState {
  ids: string[];
  search: string;
  onlyDifferences: boolean;
}

export function parseCompareUrl(params: URLSearchParams): CompareUrlState & { isCut: boolean } {
  return {
    ...parseSelection(params.get('providers')),
    search: parseSearch(params).text,
    onlyDifferences: params.get(ONLY_DIFFERENCES.name) === ONLY_DIFFERENCES.value,
  };
}

export function toCompareUrl({ ids, search, onlyDifferences }: CompareUrlState): string {
  const path = comparePath(ids);
  const otherParams = new URLSearchParams({
    ...(search && { search }),
    ...(onlyDifferences && { [ONLY_DIFFERENCES.name]: ONLY_DIFFERENCES.value }),
  }).toString();
  if (!otherParams) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${otherParams}`;
}
