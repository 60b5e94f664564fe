import type { User } from '@hakiki/contract/accounts';
import { referralReward } from '@hakiki/contract/referral-values';
import { useEffect } from 'react';
import { AuthGate } from '../../components/layout/auth-gate.tsx';
import { QueryFailure, Skeleton } from '../../components/query-states.tsx';
import { SignInPrompt } from '../../components/layout/sign-in-prompt.tsx';
import { authUser } from '../../lib/api/auth.ts';
import { unlistedPage } from '../../lib/pages/head.ts';
import { startQueries, useQuery } from '../../lib/api/use-query.ts';
import { prefetchForUser } from '../../lib/api/user-queries.ts';
import { m } from '../../paraglide/messages.js';
import type { Route } from './+types/referrals.ts';
import { Invitation } from './invitation.tsx';
import { redirectToLogin } from './redirect-to-login.ts';
import { ReferralStatistics, ReferralList } from './referral-list.tsx';
import { myReferralsQuery, referralStatsQuery } from './referrals-queries.ts';

/** Everything here is personal, so nothing is loaded before the user is known. */
export const loader = ({ context }: Route.LoaderArgs) =>
  prefetchForUser(context, () => [referralStatsQuery, myReferralsQuery]);
export const clientLoader = startQueries(() => [authUser]);

export const meta = unlistedPage('/referrals', m.referrals_title, m.referrals_description);

export default function Referrals() {
  return <AuthGate visitor={<LoggedOutNotice />}>{(user) => <OwnReferrals user={user} />}</AuthGate>;
}

/** Without scripts, the links of the prompt lead to the login too. */
function LoggedOutNotice() {
  useEffect(redirectToLogin, []);
  return <SignInPrompt title={m.referrals_title()} />;
}

function OwnReferrals({ user }: { user: User }) {
  const stats = useQuery(referralStatsQuery);
  const referrals = useQuery(myReferralsQuery);
  return (
    <>
      <h1 className="title-page">{m.referrals_title()}</h1>
      <p className="mt-2 max-w-[68ch] text-muted">{m.referrals_lead({ credits: referralReward })}</p>
      <div className="mt-6 flex flex-col gap-8">
        <Invitation code={user.referralCode} />
        {stats.status === 'loading' && <LoadingSkeleton />}
        {stats.status === 'failed' && <QueryFailure message={m.referrals_failed()} query={stats} />}
        {stats.status === 'ready' && <ReferralStatistics stats={stats.data} />}
        {referrals.status === 'loading' && <LoadingSkeleton />}
        {referrals.status === 'failed' && <QueryFailure message={m.referrals_failed()} query={referrals} />}
        {referrals.status === 'ready' && <ReferralList referrals={referrals.data} />}
      </div>
    </>
  );
}

const LoadingSkeleton = () => <Skeleton label={m.referrals_loading()} className="h-24" />;
