import { authUser } from '../../lib/api/auth.ts';
import { defineQuery, loadAllPages } from '../../lib/api/queries.ts';
import { defineMutation } from '../../lib/api/mutations.ts';

export const referralStatsQuery = defineQuery('/api/referrals/stats');
export const myReferralsQuery = loadAllPages((offset) =>
  defineQuery('/api/referrals/my-referrals', { query: { offset } }),
);

/** The code is part of the user, so the query of the user is refreshed to show the link. */
export const generateReferralCode = defineMutation('POST', '/api/referrals/generate-code', { refreshes: [authUser] });
