/** Queries and mutations of the fraud alerts tab. Its state is in the URL: `?tab=alerts&status=approved&page=2`. */
import type { ReadPath } from '@hakiki/contract/endpoints';
import { editedAlertStatuses, severities } from '@hakiki/contract/alert-values';
import { africanCountries } from '@hakiki/contract/country-codes';
import { read } from '../../../lib/api/reads.ts';
import { write } from '../../../lib/api/writes.ts';
import { searchedIn } from '../../../lib/pages/search-text.ts';
import { chosenIn, pagedQuery } from '../parts/address.ts';

/** Merged alerts are listed only under 'all'. */
export const alertViews = [...editedAlertStatuses, 'all'] as const;
export type AlertView = (typeof alertViews)[number];

export const parseAlertView = (params: URLSearchParams): AlertView =>
  chosenIn(params, 'status', alertViews) ?? 'pending';

/** The filters of the list without the page; an export uses the same. */
export function alertFilter(params: URLSearchParams) {
  const view = parseAlertView(params);
  return {
    search: searchedIn(params).text,
    status: view === 'all' ? undefined : view,
    severity: chosenIn(params, 'severity', severities)?.toLowerCase(),
    country: chosenIn(params, 'country', africanCountries),
  };
}

export const alertCounts = read('/api/admin/fraud-alerts/counts');

export const alertsRead = (params: URLSearchParams) =>
  read('/api/admin/fraud-alerts', { query: { ...pagedQuery(params), ...alertFilter(params) } });

/** Queries that a decision about an alert makes stale. */
export const alertLists: readonly ReadPath[] = [
  '/api/admin/fraud-alerts',
  '/api/admin/fraud-alerts/counts',
  '/api/admin/reports',
  '/api/admin/overview',
  '/api/admin/cases',
  '/api/admin/proposals',
  '/api/admin/decisions',
  '/api/fraud-alerts/active',
  '/api/reports/figures',
];

export const approveAlert = write('PUT', '/api/admin/fraud-alerts/:id/approve', { outdates: alertLists });
export const rejectAlert = write('PUT', '/api/admin/fraud-alerts/:id/reject', { outdates: alertLists });
export const updateAlert = write('PUT', '/api/admin/fraud-alerts/:alertId', { outdates: alertLists });
