import { severities, type Severity } from '@hakiki/contract/alert-values';
import { normaliseCountry } from '@hakiki/contract/countries';
import { parsePageNumber } from '../../lib/pages/paging.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { figureColumns, type FigureName } from './figure-labels.ts';

export const regtechTabs = ['overview', 'alerts', 'reports', 'metrics'] as const;
export type RegtechTab = (typeof regtechTabs)[number];

export const parseTab = (params: URLSearchParams): RegtechTab =>
  regtechTabs.find((name) => name === params.get('tab')) ?? 'overview';
export const parseCountry = (params: URLSearchParams): string => normaliseCountry(params.get('country') ?? '');

export const tabPath = (tab: RegtechTab): string => pathTo(tab === 'overview' ? '/regtech' : `/regtech?tab=${tab}`);

/** All countries of a month would be too long for a phone. */
export const SUMMARIES_PER_PAGE = 12;
export const parsePage = (params: URLSearchParams): number => parsePageNumber(params, SUMMARIES_PER_PAGE);
export const summariesPath = (page: number): string => tabPath('reports') + (page === 1 ? '' : `&page=${page}`);

export const sortNames = ['country', 'change', ...figureColumns] as const;
export type SortName = 'country' | 'change' | FigureName;

export interface OverviewView {
  /** Like '2026-10'; '' stands for the newest closed month. */
  month: string;
  /** Only countries with complaints in the month. */
  show: 'complaints' | '';
  sort: SortName;
  /** Names from Z to A, or the lowest number first. */
  isReversed: boolean;
}

export function parseOverview(params: URLSearchParams): OverviewView {
  const month = params.get('month') ?? '';
  const order = params.get('sort') ?? '';
  return {
    month: /^\d{4}-(?:0[1-9]|1[0-2])$/.test(month) ? month : '',
    show: params.get('view') === 'complaints' ? 'complaints' : '',
    sort: sortNames.find((name) => name === order.replace(/^-/, '')) ?? 'complaints',
    isReversed: order.startsWith('-'),
  };
}

const toQuery = (entries: readonly (readonly [string, string])[]): string =>
  new URLSearchParams(entries.filter(([, value]) => value !== '').map(([name, value]) => [name, value])).toString();

/** Writes only what differs from the default into the URL. */
export function overviewPath({ month, show, sort, isReversed }: OverviewView): string {
  const query = toQuery([
    ['month', month],
    ['view', show],
    ['sort', isReversed ? `-${sort}` : sort === 'complaints' ? '' : sort],
  ]);
  return pathTo('/regtech') + (query && `?${query}`);
}

export const countryPath = (country: string): string => `${tabPath('metrics')}&${toQuery([['country', country]])}`;

export interface AlertFilters {
  country: string;
  severity: Severity | '';
}

export const parseAlertFilters = (params: URLSearchParams): AlertFilters =>
  parseTab(params) === 'alerts'
    ? { country: parseCountry(params), severity: severities.find((name) => name === params.get('severity')) ?? '' }
    : { country: '', severity: '' };

export const alertsPath = ({ country, severity }: AlertFilters): string => {
  const query = toQuery([
    ['country', country],
    ['severity', severity],
  ]);
  return tabPath('alerts') + (query && `&${query}`);
};
