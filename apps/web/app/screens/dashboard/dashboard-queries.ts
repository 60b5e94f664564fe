import { listLimits } from '@hakiki/contract/limits';
import { memberAlerts } from '../../lib/alerts/queries.ts';
import { defineQuery } from '../../lib/api/queries.ts';
import { subscriptionQuery } from '../../lib/plans/queries.ts';

export const summaryQuery = defineQuery('/api/dashboard/summary');
export const reportsQuery = defineQuery('/api/reports', { query: { limit: listLimits.dashboardReports } });
export const recentProvidersQuery = defineQuery('/api/providers', {
  query: { sort: 'newest', limit: listLimits.dashboardProviders },
});

/** All queries of the page for a signed-in user. */
export const dashboardQueries = [summaryQuery, memberAlerts, reportsQuery, recentProvidersQuery, subscriptionQuery];
