import { authUser } from '../../lib/api/auth.ts';
import { read, wholeOf } from '../../lib/api/reads.ts';
import { write } from '../../lib/api/writes.ts';

export const referralStats = read('/api/referrals/stats');
export const myReferrals = wholeOf((offset) => read('/api/referrals/my-referrals', { query: { offset } }));

/** The code is part of the user, so the query of the user is refreshed to show the link. */
export const generateCode = write('POST', '/api/referrals/generate-code', { refreshes: [authUser] });
