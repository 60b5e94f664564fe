import { listLimits } from '@hakiki/contract/limits';
import { memberAlerts } from '../../lib/alerts/reads.ts';
import { read } from '../../lib/api/reads.ts';
import { subscriptionRead } from '../../lib/plans/reads.ts';

export const summaryRead = read('/api/dashboard/summary');
export const reportsRead = read('/api/reports', { query: { limit: listLimits.dashboardReports } });
export const recentProvidersRead = read('/api/providers', {
  query: { sort: 'newest', limit: listLimits.dashboardProviders },
});

/** All queries of the page for a signed-in user. */
export const dashboardReads = [summaryRead, memberAlerts, reportsRead, recentProvidersRead, subscriptionRead];
