/** Queries and mutations of the reports tab. */
import { severities } from '@hakiki/contract/alert-values';
import { reportStatuses, reportTypes } from '@hakiki/contract/report-values';
import type { ReadPath } from '@hakiki/contract/endpoints';
import { listLimits, textLimits } from '@hakiki/contract/limits';
import { defineQuery } from '../../../lib/api/queries.ts';
import { defineMutation } from '../../../lib/api/mutations.ts';
import { parseSearch } from '../../../lib/pages/search-text.ts';
import { parseChoice, toPageQuery, oldestFirst } from '../parts/console-url.ts';

/** The filters of the list without the page; an export uses the same. */
export const toReportFilter = (params: URLSearchParams) => ({
  search: parseSearch(params).text,
  status: parseChoice(params, 'status', reportStatuses),
  severity: parseChoice(params, 'severity', severities)?.toLowerCase(),
  reportType: parseChoice(params, 'reportType', reportTypes),
});

export const reportsQuery = (params: URLSearchParams) =>
  defineQuery('/api/admin/reports', { query: { ...toPageQuery(params), ...toReportFilter(params) } });

/** Queries that a change of a report makes stale. */
export const reportPaths: readonly ReadPath[] = [
  '/api/admin/reports',
  '/api/admin/overview',
  '/api/admin/cases',
  '/api/admin/decisions',
  '/api/admin/proposals',
  // A report counts for its alert.
  '/api/admin/fraud-alerts',
  '/api/fraud-alerts/active',
  '/api/reports',
  '/api/reports/figures',
];

export const createReport = defineMutation('POST', '/api/admin/reports', { invalidates: reportPaths });
export const updateReport = defineMutation('PUT', '/api/admin/reports/:reportId', { invalidates: reportPaths });

const toSearchQuery = (search: string) => ({
  query: { search: search.trim().slice(0, textLimits.search), limit: listLimits.adminPage },
});
/** Alerts and providers to link with a new report. */
export const searchAlertsQuery = (search: string) => defineQuery('/api/admin/fraud-alerts', toSearchQuery(search));
export const searchProvidersQuery = (search: string) => defineQuery('/api/admin/providers', toSearchQuery(search));

const experiencePaths: readonly ReadPath[] = ['/api/admin/experiences', '/api/experiences'];
export const pendingExperiencesQuery = defineQuery('/api/admin/experiences', {
  query: { ...oldestFirst, limit: listLimits.adminPage },
});
export const approveExperience = defineMutation('PUT', '/api/admin/experiences/:id/approve', {
  invalidates: experiencePaths,
});
export const rejectExperience = defineMutation('PUT', '/api/admin/experiences/:id/reject', {
  invalidates: experiencePaths,
});
