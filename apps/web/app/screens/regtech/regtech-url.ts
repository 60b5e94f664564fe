import { normaliseCountry } from '@hakiki/contract/countries';
import { parsePageNumber } from '../../lib/pages/paging.ts';
import { pathTo } from '../../lib/pages/paths.ts';

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
