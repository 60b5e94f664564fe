import type { ReadPath } from '@hakiki/contract/endpoints';
import { read } from '../../../lib/api/reads.ts';
import { write } from '../../../lib/api/writes.ts';
import { alertLists } from '../alerts/reads.ts';
import { reportLists } from '../reports/reads.ts';

export const proposalsRead = read('/api/admin/proposals', { query: { order: 'oldest' } });
export const proposalRead = (id: string) => read('/api/admin/proposals/:id', { params: { id } });

/** The reads that a verdict makes stale when it takes effect, of staff and of the public. */
export const verdictLists: readonly ReadPath[] = [
  '/api/admin/providers',
  '/api/admin/stats',
  '/api/admin/overview',
  '/api/admin/proposals',
  '/api/admin/decisions',
  '/api/providers',
  '/api/stats',
  '/api/dashboard/summary',
];

/** The list is read again; what was confirmed has nothing more to show. */
const confirmed = [
  ...verdictLists,
  ...alertLists,
  ...reportLists,
  '/api/fraud-alerts',
  '/api/admin/profile-changes',
  '/api/admin/appeals',
] as const;
export const confirmProposal = write('POST', '/api/admin/proposals/:id/confirm', {
  refreshes: [proposalsRead],
  outdates: [...new Set(confirmed)].filter((path) => path !== '/api/admin/proposals'),
});
export const withdrawProposal = write('POST', '/api/admin/proposals/:id/withdraw', {
  outdates: ['/api/admin/proposals', '/api/admin/appeals'],
});
