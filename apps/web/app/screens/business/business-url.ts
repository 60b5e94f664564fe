import { pathTo } from '../../lib/pages/paths.ts';

export const businessTabs = ['overview', 'profile', 'compliance', 'analytics', 'billing'] as const;
export type BusinessTab = (typeof businessTabs)[number];

export const parseTab = (params: URLSearchParams): BusinessTab =>
  businessTabs.find((name) => name === params.get('tab')) ?? 'overview';

export const tabPath = (tab: BusinessTab): string => pathTo(tab === 'overview' ? '/business' : `/business?tab=${tab}`);
