import { defineQuery } from '../../lib/api/queries.ts';
import { defineMutation } from '../../lib/api/mutations.ts';

export const claimRead = defineQuery('/api/business/claim');
const FOUND = 5;
export const listingsRead = (search: string) => defineQuery('/api/providers', { query: { search, limit: FOUND } });

const claims = { refreshes: [claimRead] };
export const startClaim = defineMutation('POST', '/api/business/claim', claims);
export const checkClaim = defineMutation('POST', '/api/business/claim/check', claims);
export const withdrawClaim = defineMutation('DELETE', '/api/business/claim', claims);
