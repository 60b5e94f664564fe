/**
 * Keeps the directory's state in the URL, so that a search can be shared and works without scripts. A plain form sends
 * repeated parameters, the page writes comma-separated ones; both are parsed.
 */
import { normaliseCountry } from '@hakiki/contract/countries';
import {
  directorySorts,
  directoryTypes,
  filterableStatuses,
  submissionOnlyTypes,
} from '@hakiki/contract/directory-values';
import { listLimits, textLimits } from '@hakiki/contract/limits';
import { riskFilters } from '@hakiki/contract/risk';
import { countPages as pagesOf, parsePageNumber } from '../../lib/pages/paging.ts';
import { withErrorMessage, defineQuery } from '../../lib/api/queries.ts';
import { parseSearch } from '../../lib/pages/search-text.ts';

export const filterOptions = {
  type: [...directoryTypes, ...submissionOnlyTypes],
  verificationStatus: filterableStatuses,
  riskScore: riskFilters,
} as const;
export type FilterName = keyof typeof filterOptions;
export const filterNames = Object.keys(filterOptions) as FilterName[];

export const ALL_COUNTRIES = 'all';
export const views = ['list', 'grid'] as const;

type Sort = (typeof directorySorts)[number];
type View = (typeof views)[number];

export interface Filters {
  search: string;
  /** '' stands for all countries. Any country of the URL counts, even one that the list does not offer. */
  country: string;
  type: string[];
  verificationStatus: string[];
  riskScore: string[];
  sort: Sort;
  view: View;
  page: number;
}

const parseOption = <Value extends string>(values: readonly Value[], value: string | null, fallback: Value): Value =>
  values.find((candidate) => candidate === value) ?? fallback;

function parseValues(params: URLSearchParams, name: FilterName): string[] {
  const values = params.getAll(name).flatMap((commaSeparated) => commaSeparated.split(','));
  const options: readonly string[] = filterOptions[name];
  const findOption = (value: string) => options.find((option) => option.toLowerCase() === value.trim().toLowerCase());
  return [...new Set(values.flatMap((value) => findOption(value) ?? []))];
}

export function parseFilters(params: URLSearchParams): Filters {
  const country = normaliseCountry(params.get('country') ?? '');
  return {
    search: parseSearch(params, textLimits.message).text,
    country: country === ALL_COUNTRIES ? '' : country.slice(0, 60),
    type: parseValues(params, 'type'),
    verificationStatus: parseValues(params, 'verificationStatus'),
    riskScore: parseValues(params, 'riskScore'),
    sort: parseOption(directorySorts, params.get('sort'), 'relevance'),
    view: parseOption(views, params.get('view'), 'list'),
    page: parsePageNumber(params, listLimits.directoryPage),
  };
}

/** Writes only the filters that differ from the default into the URL. */
export function filtersToQuery(filters: Filters): string {
  const entries: [string, string][] = [
    ['search', filters.search],
    ['country', filters.country],
    ...filterNames.map((name): [string, string] => [name, filters[name].join(',')]),
    ['sort', filters.sort === 'relevance' ? '' : filters.sort],
    ['view', filters.view === 'list' ? '' : filters.view],
    ['page', filters.page === 1 ? '' : String(filters.page)],
  ];
  const query = new URLSearchParams(entries.filter(([, value]) => value !== '')).toString().replaceAll('%2C', ',');
  return query && `?${query}`;
}

/** A change of filter, search or sort returns to page 1; a change of view stays on its page. */
export const withChange = (filters: Filters, change: Partial<Filters>): Filters => ({
  ...filters,
  page: 'view' in change ? filters.page : 1,
  ...change,
});

/** Whether a filter other than the search narrows the list. */
export const isNarrowed = (filters: Filters): boolean => isFiltered({ ...filters, search: '' });

export const isFiltered = ({ search, country, type, verificationStatus, riskScore }: Filters): boolean =>
  [search, country, ...type, ...verificationStatus, ...riskScore].some(Boolean);

export const providersQuery = (filters: Filters) =>
  withErrorMessage(
    'Failed to fetch providers',
    defineQuery('/api/providers', {
      query: {
        search: filters.search,
        country: filters.country,
        type: filters.type.join(','),
        verificationStatus: filters.verificationStatus.join(','),
        riskScore: filters.riskScore.join(','),
        sort: filters.sort === 'relevance' ? undefined : filters.sort,
        limit: listLimits.directoryPage,
        offset: filters.page === 1 ? undefined : (filters.page - 1) * listLimits.directoryPage,
      },
    }),
  );

/** Looks up everything known under the searched name or URL, regardless of the other filters. */
export const lookupQuery = ({ search, country }: Filters) => defineQuery('/api/lookup', { query: { search, country } });

export const countPages = (total: number): number => pagesOf(total, listLimits.directoryPage);
