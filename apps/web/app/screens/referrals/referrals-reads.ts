import { authUser } from '../../lib/api/auth.ts';
import { defineQuery, loadAllPages } from '../../lib/api/queries.ts';
import { defineMutation } from '../../lib/api/mutations.ts';

export const referralStats = defineQuery('/api/referrals/stats');
export const myReferrals = loadAllPages((offset) => defineQuery('/api/referrals/my-referrals', { query: { offset } }));

/** The code is part of the user, so the query of the user is refreshed to show the link. */
export const generateCode = defineMutation('POST', '/api/referrals/generate-code', { refreshes: [authUser] });
