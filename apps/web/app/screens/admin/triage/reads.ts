/** Queries and mutations of the queue. */
import { listLimits } from '@hakiki/contract/limits';
import type { WatchState } from '@hakiki/contract/watch-values';
import { read } from '../../../lib/api/reads.ts';
import { write } from '../../../lib/api/writes.ts';
import { askedFilter, CASES_PER_PAGE, type QueueAddress } from './address.ts';

export const casesAt = (address: QueueAddress) =>
  read('/api/admin/cases', {
    query: { ...askedFilter(address), limit: CASES_PER_PAGE, offset: (address.page - 1) * CASES_PER_PAGE },
  });

export const templates = read('/api/admin/templates');
export const views = read('/api/admin/views');

export const watchesAt = (state: WatchState) =>
  read('/api/admin/watches', { query: { state, limit: listLimits.adminPage } });
const outdatedByWatches = ['/api/admin/watches', '/api/admin/decisions', '/api/providers/:id'] as const;
export const approveWatch = write('PUT', '/api/admin/watches/:id/approve', { outdates: outdatedByWatches });
export const rejectWatch = write('PUT', '/api/admin/watches/:id/reject', { outdates: outdatedByWatches });

/** Queries that a decision about a case makes stale. */
export const outdatedByDecisions = [
  '/api/admin/cases',
  '/api/admin/overview',
  '/api/admin/fraud-alerts',
  '/api/admin/fraud-alerts/counts',
  '/api/admin/reports',
  '/api/admin/decisions',
] as const;

export const takeNextCase = write('POST', '/api/admin/cases/next', { outdates: ['/api/admin/cases'] });
export const claimCase = write('POST', '/api/admin/cases/:id/claim', { outdates: ['/api/admin/cases'] });
export const releaseCase = write('POST', '/api/admin/cases/:id/release', { outdates: ['/api/admin/cases'] });
export const sortingRead = read('/api/admin/sorting');
export const neighboursOf = (id: string, search: string) =>
  read('/api/admin/cases/:id/neighbours', { params: { id }, query: { search: search || undefined } });

const outdatedByMoves = ['/api/admin/cases', '/api/admin/overview'] as const;
export const putOffCase = write('POST', '/api/admin/cases/:id/put-off', { outdates: outdatedByMoves });
export const takeBackCase = write('POST', '/api/admin/cases/:id/take-back', { outdates: outdatedByMoves });
export const mergeCases = write('POST', '/api/admin/cases/:id/merge', { outdates: outdatedByMoves });
export const splitCase = write('POST', '/api/admin/cases/:id/split', { outdates: outdatedByMoves });
export const moveFiling = write('POST', '/api/admin/filings/:id/move', { outdates: outdatedByMoves });

export const showMoreOfCase = write('POST', '/api/admin/cases/:id/filings');
export const rewordFiling = write('PUT', '/api/admin/filings/:id/words', {
  outdates: ['/api/admin/cases', '/api/admin/fraud-alerts', '/api/admin/reports'],
});
export const drawSample = write('POST', '/api/admin/cases/:id/samples');
export const showSampled = write('POST', '/api/admin/samples/:id/filings');
export const decideCase = write('POST', '/api/admin/cases/:id/decide', { outdates: outdatedByDecisions });
export const undoDecision = write('POST', '/api/admin/decisions/:id/undo', { outdates: outdatedByDecisions });
export const askReporter = write('POST', '/api/admin/filings/:id/questions', { outdates: ['/api/admin/cases'] });
export const saveTemplate = write('POST', '/api/admin/templates', { refreshes: [templates] });
export const deleteTemplate = write('DELETE', '/api/admin/templates/:id', { refreshes: [templates] });
export const saveView = write('POST', '/api/admin/views', { refreshes: [views] });
export const deleteView = write('DELETE', '/api/admin/views/:id', { refreshes: [views] });
