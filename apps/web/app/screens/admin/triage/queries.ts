/** Queries and mutations of the queue. */
import type { CaseDecider } from '@hakiki/contract/admin-values';
import { listLimits } from '@hakiki/contract/limits';
import type { WatchState } from '@hakiki/contract/watch-values';
import { defineQuery } from '../../../lib/api/queries.ts';
import { defineMutation } from '../../../lib/api/mutations.ts';
import { toApiFilter, CASES_PER_PAGE, type QueueUrlState } from './queue-url.ts';

export const casesQuery = (urlState: QueueUrlState) =>
  defineQuery('/api/admin/cases', {
    query: { ...toApiFilter(urlState), limit: CASES_PER_PAGE, offset: (urlState.page - 1) * CASES_PER_PAGE },
  });

export const decidedCasesQuery = ({ search, page }: Pick<QueueUrlState, 'search' | 'page'>, by: CaseDecider) =>
  defineQuery('/api/admin/cases/decided', {
    query: { by, ...(search && { search }), limit: CASES_PER_PAGE, offset: (page - 1) * CASES_PER_PAGE },
  });

export const templatesQuery = defineQuery('/api/admin/templates');
export const viewsQuery = defineQuery('/api/admin/views');

export const watchesQuery = (state: WatchState) =>
  defineQuery('/api/admin/watches', { query: { state, limit: listLimits.adminPage } });
const watchPaths = ['/api/admin/watches', '/api/admin/decisions', '/api/providers/:id'] as const;
export const approveWatch = defineMutation('PUT', '/api/admin/watches/:id/approve', { invalidates: watchPaths });
export const rejectWatch = defineMutation('PUT', '/api/admin/watches/:id/reject', { invalidates: watchPaths });

/** Queries that a decision about a case makes stale. */
export const decisionPaths = [
  '/api/admin/work',
  '/api/admin/cases',
  '/api/admin/cases/decided',
  '/api/admin/overview',
  '/api/admin/fraud-alerts',
  '/api/admin/fraud-alerts/counts',
  '/api/admin/reports',
  '/api/admin/decisions',
] as const;

export const takeNextCase = defineMutation('POST', '/api/admin/cases/next', { invalidates: ['/api/admin/cases'] });
export const claimCase = defineMutation('POST', '/api/admin/cases/:id/claim', { invalidates: ['/api/admin/cases'] });
export const releaseCase = defineMutation('POST', '/api/admin/cases/:id/release', {
  invalidates: ['/api/admin/cases'],
});
export const sortingQuery = defineQuery('/api/admin/sorting');
export const similarOpenCasesQuery = (id: string, search: string) =>
  defineQuery('/api/admin/cases/:id/neighbours', { params: { id }, query: { search: search || undefined } });

const movePaths = ['/api/admin/cases', '/api/admin/overview'] as const;
export const snoozeCase = defineMutation('POST', '/api/admin/cases/:id/snooze', { invalidates: movePaths });
export const unsnoozeCase = defineMutation('POST', '/api/admin/cases/:id/unsnooze', { invalidates: movePaths });
export const mergeCases = defineMutation('POST', '/api/admin/cases/:id/merge', { invalidates: movePaths });
export const splitCase = defineMutation('POST', '/api/admin/cases/:id/split', { invalidates: movePaths });
export const moveFiling = defineMutation('POST', '/api/admin/filings/:id/move', { invalidates: movePaths });

export const showMoreFilings = defineMutation('POST', '/api/admin/cases/:id/filings');
export const editFilingTexts = defineMutation('PUT', '/api/admin/filings/:id/words', {
  invalidates: ['/api/admin/cases', '/api/admin/fraud-alerts', '/api/admin/reports'],
});
export const drawSample = defineMutation('POST', '/api/admin/cases/:id/samples');
export const showSampledFiling = defineMutation('POST', '/api/admin/samples/:id/filings');
export const decideCase = defineMutation('POST', '/api/admin/cases/:id/decide', { invalidates: decisionPaths });
export const reopenCase = defineMutation('POST', '/api/admin/cases/:id/reopen', { invalidates: decisionPaths });
export const undoDecision = defineMutation('POST', '/api/admin/decisions/:id/undo', { invalidates: decisionPaths });
export const askReporter = defineMutation('POST', '/api/admin/filings/:id/questions', {
  invalidates: ['/api/admin/cases'],
});
export const saveTemplate = defineMutation('POST', '/api/admin/templates', { refreshes: [templatesQuery] });
export const deleteTemplate = defineMutation('DELETE', '/api/admin/templates/:id', { refreshes: [templatesQuery] });
export const saveView = defineMutation('POST', '/api/admin/views', { refreshes: [viewsQuery] });
export const deleteView = defineMutation('DELETE', '/api/admin/views/:id', { refreshes: [viewsQuery] });
