import { usageDays } from '@hakiki/contract/api-key-values';
import { pathTo } from '../../lib/pages/paths.ts';

export const apiTabs = ['keys', 'documentation', 'usage'] as const;
export type ApiTab = (typeof apiTabs)[number];

export const parseTab = (params: URLSearchParams): ApiTab =>
  apiTabs.find((name) => name === params.get('tab')) ?? 'keys';

export const tabPath = (tab: ApiTab): string => pathTo(tab === 'keys' ? '/api' : `/api?tab=${tab}`);

export const usagePeriods = [7, usageDays.default, 90, 365] as const;

export const parseDays = (params: URLSearchParams): number =>
  usagePeriods.find((days) => String(days) === params.get('days')) ?? usageDays.default;

export const usagePath = (days: number): string =>
  days === usageDays.default ? tabPath('usage') : `${tabPath('usage')}&days=${days}`;
