import { listLimits } from '@hakiki/contract/limits';
import { memberAlerts } from '../../lib/alerts/queries.ts';
import { defineQuery } from '../../lib/api/queries.ts';
import { subscriptionQuery } from '../../lib/plans/queries.ts';
import { watchesQuery } from '../../lib/providers/watches.ts';

export const summaryQuery = defineQuery('/api/dashboard/summary');
export const reportsQuery = defineQuery('/api/reports', { query: { limit: listLimits.dashboardReports } });
export const recentProvidersQuery = defineQuery('/api/providers', {
  query: { sort: 'newest', limit: listLimits.dashboardProviders },
});

/** The newest ones of the member's own reports; /my-reports shows all. */
export const OWN_REPORTS_SHOWN = 3;
const ownQuery = { limit: OWN_REPORTS_SHOWN };
export const ownReportsQuery = defineQuery('/api/fraud-alerts/my-reports', { query: ownQuery });
export const ownFilingsQuery = defineQuery('/api/my-filings', { query: ownQuery });

export const countryAlertsQuery = (country: string) =>
  defineQuery('/api/fraud-alerts', { query: { country, limit: listLimits.dashboardAlerts } });

export const alertWeeksQuery = (country: string | undefined) =>
  defineQuery('/api/alert-weeks', { anonymous: true, ...(country && { query: { country } }) });

/** All queries of the page for a signed-in user. */
export const listDashboardQueries = (country: string | undefined) => [
  summaryQuery,
  alertWeeksQuery(country),
  country ? countryAlertsQuery(country) : memberAlerts,
  reportsQuery,
  recentProvidersQuery,
  subscriptionQuery,
  ownReportsQuery,
  ownFilingsQuery,
  watchesQuery,
];
