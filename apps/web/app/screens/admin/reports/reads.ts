/** Queries and mutations of the reports tab. */
import { severities } from '@hakiki/contract/alert-values';
import { reportStatuses, reportTypes } from '@hakiki/contract/report-values';
import type { ReadPath } from '@hakiki/contract/endpoints';
import { listLimits, textLimits } from '@hakiki/contract/limits';
import { read } from '../../../lib/api/reads.ts';
import { write } from '../../../lib/api/writes.ts';
import { searchedIn } from '../../../lib/pages/search-text.ts';
import { chosenIn, pagedQuery, workedOff } from '../parts/address.ts';

/** The filters of the list without the page; an export uses the same. */
export const reportFilter = (params: URLSearchParams) => ({
  search: searchedIn(params).text,
  status: chosenIn(params, 'status', reportStatuses),
  severity: chosenIn(params, 'severity', severities)?.toLowerCase(),
  reportType: chosenIn(params, 'reportType', reportTypes),
});

export const reportsRead = (params: URLSearchParams) =>
  read('/api/admin/reports', { query: { ...pagedQuery(params), ...reportFilter(params) } });

/** Queries that a change of a report makes stale. */
export const reportLists: readonly ReadPath[] = [
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

export const createReport = write('POST', '/api/admin/reports', { outdates: reportLists });
export const updateReport = write('PUT', '/api/admin/reports/:reportId', { outdates: reportLists });

const found = (search: string) => ({
  query: { search: search.trim().slice(0, textLimits.search), limit: listLimits.adminPage },
});
/** Alerts and providers to link with a new report. */
export const foundAlerts = (search: string) => read('/api/admin/fraud-alerts', found(search));
export const foundProviders = (search: string) => read('/api/admin/providers', found(search));

const experienceLists: readonly ReadPath[] = ['/api/admin/experiences', '/api/experiences'];
export const waitingExperiences = read('/api/admin/experiences', {
  query: { ...workedOff, limit: listLimits.adminPage },
});
export const approveExperience = write('PUT', '/api/admin/experiences/:id/approve', { outdates: experienceLists });
export const rejectExperience = write('PUT', '/api/admin/experiences/:id/reject', { outdates: experienceLists });
