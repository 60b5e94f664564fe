import type { ReadPath } from '@hakiki/contract/endpoints';
import { defineQuery } from '../../../lib/api/queries.ts';
import { defineMutation } from '../../../lib/api/mutations.ts';
import { alertPaths } from '../alerts/queries.ts';
import { reportPaths } from '../reports/queries.ts';

export const proposalsQuery = defineQuery('/api/admin/proposals', { query: { order: 'oldest' } });
export const proposalQuery = (id: string) => defineQuery('/api/admin/proposals/:id', { params: { id } });

/** Queries that a new verdict makes stale, of staff and of the public. */
export const verdictPaths: readonly ReadPath[] = [
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
const confirmedPaths = [
  ...verdictPaths,
  ...alertPaths,
  ...reportPaths,
  '/api/fraud-alerts',
  '/api/admin/profile-changes',
  '/api/admin/appeals',
  '/api/admin/disputes',
] as const;
export const confirmProposal = defineMutation('POST', '/api/admin/proposals/:id/confirm', {
  refreshes: [proposalsQuery],
  invalidates: [...new Set(confirmedPaths)].filter((path) => path !== '/api/admin/proposals'),
});
export const withdrawProposal = defineMutation('POST', '/api/admin/proposals/:id/withdraw', {
  invalidates: ['/api/admin/proposals', '/api/admin/appeals', '/api/admin/disputes', '/api/admin/news'],
});
