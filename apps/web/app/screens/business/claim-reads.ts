import { read } from '../../lib/api/reads.ts';
import { write } from '../../lib/api/writes.ts';

export const claimRead = read('/api/business/claim');
const FOUND = 5;
export const listingsRead = (search: string) => read('/api/providers', { query: { search, limit: FOUND } });

const claims = { refreshes: [claimRead] };
export const startClaim = write('POST', '/api/business/claim', claims);
export const checkClaim = write('POST', '/api/business/claim/check', claims);
export const withdrawClaim = write('DELETE', '/api/business/claim', claims);
