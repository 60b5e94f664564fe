import { listLimits } from '@hakiki/contract/limits';
import { memberAlerts } from '../../lib/alerts/queries.ts';
import { defineQuery } from '../../lib/api/queries.ts';
import { subscriptionQuery } from '../../lib/plans/queries.ts';

export const summaryRead = defineQuery('/api/dashboard/summary');
export const reportsRead = defineQuery('/api/reports', { query: { limit: listLimits.dashboardReports } });
export const recentProvidersRead = defineQuery('/api/providers', {
  query: { sort: 'newest', limit: listLimits.dashboardProviders },
});

/** All queries of the page for a signed-in user. */
export const dashboardReads = [summaryRead, memberAlerts, reportsRead, recentProvidersRead, subscriptionQuery];
