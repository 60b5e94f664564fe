import type { ReadPath } from '@hakiki/contract/endpoints';
import { read } from '../../../lib/api/reads.ts';
import { write } from '../../../lib/api/writes.ts';
import { alertLists } from '../alerts/reads.ts';
import { reportLists } from '../reports/reads.ts';

export const proposalsRead = read('/api/admin/proposals', { query: { order: 'oldest' } });
export const proposalRead = (id: string) => read('/api/admin/proposals/:id', { params: { id } });

/** Queries that a new verdict makes stale, of staff and of the public. */
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

/** The list is refetched at once; a confirmed proposal itself is not. */
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
