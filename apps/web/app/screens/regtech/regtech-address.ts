import { normaliseCountry } from '@hakiki/contract/countries';
import { to } from '../../lib/pages/paths.ts';

export const regtechTabs = ['overview', 'alerts', 'reports', 'metrics'] as const;
export type RegtechTab = (typeof regtechTabs)[number];

export const parseTab = (params: URLSearchParams): RegtechTab =>
  regtechTabs.find((name) => name === params.get('tab')) ?? 'overview';
export const parseCountry = (params: URLSearchParams): string => normaliseCountry(params.get('country') ?? '');

export const tabPath = (tab: RegtechTab): string => to(tab === 'overview' ? '/regtech' : `/regtech?tab=${tab}`);
