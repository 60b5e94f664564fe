/** The first queries of each tab, to prefetch them on the server. */
import type { Query } from '../../lib/api/queries.ts';
import { alertCountsQuery, alertsQuery } from './alerts/queries.ts';
import { parseTab, type ConsoleTab } from './parts/console-url.ts';
import { overviewQueries } from './overview/queries.ts';
import { providersTabQueries } from './providers/queries.ts';
import { reportsQuery } from './reports/queries.ts';
import { usersTabQueries } from './users/queries.ts';

const queriesByTab: Record<ConsoleTab, (params: URLSearchParams) => Query<unknown>[]> = {
  overview: () => overviewQueries,
  users: usersTabQueries,
  providers: providersTabQueries,
  alerts: (params) => [alertsQuery(params)],
  reports: (params) => [reportsQuery(params)],
};

/** The badge of pending alerts is on every tab. */
export const getTabQueries = (params: URLSearchParams): Query<unknown>[] => [
  ...new Set([alertCountsQuery, ...queriesByTab[parseTab(params)](params)]),
];
