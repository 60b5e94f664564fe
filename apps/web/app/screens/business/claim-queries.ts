import { defineQuery } from '../../lib/api/queries.ts';
import { defineMutation } from '../../lib/api/mutations.ts';

export const claimQuery = defineQuery('/api/business/claim');
const MAX_RESULTS = 5;
export const listingsQuery = (search: string) =>
  defineQuery('/api/providers', { query: { search, limit: MAX_RESULTS } });

const refreshesClaim = { refreshes: [claimQuery] };
export const startClaim = defineMutation('POST', '/api/business/claim', refreshesClaim);
export const checkClaim = defineMutation('POST', '/api/business/claim/check', refreshesClaim);
export const withdrawClaim = defineMutation('DELETE', '/api/business/claim', refreshesClaim);
