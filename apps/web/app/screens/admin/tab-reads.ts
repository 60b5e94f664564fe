/** The first queries of each tab, to prefetch them on the server. */
import type { Read } from '../../lib/api/reads.ts';
import { alertCounts, alertsRead } from './alerts/reads.ts';
import { parseTab, type ConsoleTab } from './parts/address.ts';
import { overviewReads } from './overview/reads.ts';
import { providersReads } from './providers/reads.ts';
import { reportsRead } from './reports/reads.ts';
import { usersReads } from './users/reads.ts';

const readsOf: Record<ConsoleTab, (params: URLSearchParams) => Read<unknown>[]> = {
  overview: () => overviewReads,
  users: usersReads,
  providers: providersReads,
  alerts: (params) => [alertsRead(params)],
  reports: (params) => [reportsRead(params)],
};

/** The badge of pending alerts is on every tab. */
export const tabReads = (params: URLSearchParams): Read<unknown>[] => [
  ...new Set([alertCounts, ...readsOf[parseTab(params)](params)]),
];
