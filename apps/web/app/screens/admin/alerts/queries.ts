/** Queries and mutations of the fraud alerts tab. Its state is in the URL: `?tab=alerts&status=approved&page=2`. */
import type { ReadPath } from '@hakiki/contract/endpoints';
import { editableAlertStatuses, severities } from '@hakiki/contract/alert-values';
import { africanCountries } from '@hakiki/contract/country-codes';
import { defineQuery } from '../../../lib/api/queries.ts';
import { defineMutation } from '../../../lib/api/mutations.ts';
import { parseSearch } from '../../../lib/pages/search-text.ts';
import { parseChoice, toPageQuery } from '../parts/console-url.ts';

/** Merged alerts are listed only under 'all'. */
export const alertViews = [...editableAlertStatuses, 'all'] as const;
export type AlertView = (typeof alertViews)[number];

export const parseAlertView = (params: URLSearchParams): AlertView =>
  parseChoice(params, 'status', alertViews) ?? 'pending';

/** The filters of the list without the page; an export uses the same. */
export function toAlertFilter(params: URLSearchParams) {
  const view = parseAlertView(params);
  return {
    search: parseSearch(params).text,
    status: view === 'all' ? undefined : view,
    severity: parseChoice(params, 'severity', severities)?.toLowerCase(),
    country: parseChoice(params, 'country', africanCountries),
  };
}

export const alertCountsQuery = defineQuery('/api/admin/fraud-alerts/counts');

export const alertsQuery = (params: URLSearchParams) =>
  defineQuery('/api/admin/fraud-alerts', { query: { ...toPageQuery(params), ...toAlertFilter(params) } });

/** Queries that a decision about an alert makes stale. */
export const alertPaths: readonly ReadPath[] = [
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

export const approveAlert = defineMutation('PUT', '/api/admin/fraud-alerts/:id/approve', { invalidates: alertPaths });
export const rejectAlert = defineMutation('PUT', '/api/admin/fraud-alerts/:id/reject', { invalidates: alertPaths });
export const updateAlert = defineMutation('PUT', '/api/admin/fraud-alerts/:alertId', { invalidates: alertPaths });
