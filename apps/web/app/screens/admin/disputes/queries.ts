import { disputeStates, type DisputeState } from '@hakiki/contract/dispute-values';
import { paging } from '@hakiki/contract/limits';
import { defineMutation } from '../../../lib/api/mutations.ts';
import { defineQuery } from '../../../lib/api/queries.ts';
import { pathTo } from '../../../lib/pages/paths.ts';

export const disputesQuery = (state: DisputeState) =>
  defineQuery('/api/admin/disputes', { query: { state, limit: paging.defaultLimit } });
export const disputeQuery = (id: string) => defineQuery('/api/admin/disputes/:id', { params: { id } });

export const decideDispute = defineMutation('POST', '/api/admin/disputes/:id/decision', {
  invalidates: ['/api/admin/disputes', '/api/admin/proposals', '/api/admin/work'],
});

export const parseState = (params: URLSearchParams): DisputeState =>
  disputeStates.find((state) => state === params.get('state')) ?? 'open';

/** The path of a list of disputes, or of one dispute. */
export function disputesPath({ state = 'open', dispute }: { state?: DisputeState; dispute?: string } = {}): string {
  const query = new URLSearchParams({ ...(state !== 'open' && { state }), ...(dispute && { dispute }) }).toString();
  return pathTo(query ? `/admin/disputes?${query}` : '/admin/disputes');
}
