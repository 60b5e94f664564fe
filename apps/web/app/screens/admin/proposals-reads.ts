import type { ReadPath } from '@hakiki/contract/endpoints';
import { read } from '../../lib/reads.ts';
import { write } from '../../lib/writes.ts';
import { alertLists } from './alerts-reads.ts';

export const proposalsRead = read('/api/admin/proposals', { query: { order: 'oldest' } });

/** What a verdict that takes effect makes old, for staff and for the public. */
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

export const confirmProposal = write('POST', '/api/admin/proposals/:id/confirm', {
  outdates: [...verdictLists, ...alertLists],
});
export const withdrawProposal = write('POST', '/api/admin/proposals/:id/withdraw', {
  outdates: ['/api/admin/proposals'],
});
