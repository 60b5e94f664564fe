/** Suspiciously fast referrals. The administrator sees the email addresses, because those of one person look alike. */
import { referralReward } from '@hakiki/contract/referral-values';
import { Moment } from '../../../components/moment.tsx';
import { formatDate, formatNumber } from '../../../lib/language/format.ts';
import { m } from '../../../paraglide/messages.js';
import { Acts, AdminSection, WaitingList, type Moderation } from '../parts/section.tsx';
import { waitedFor } from './money-words.ts';
import { countReferrals, referralLooksRead, refuseReferrals } from './reads.ts';

const ofLooks = (credits: number): Moderation => ({
  done: m.users_look_updated(),
  acts: [
    { label: m.users_look_count({ credits: formatNumber(credits) }), write: countReferrals },
    { label: m.users_look_refuse(), write: refuseReferrals, isRefusal: true },
  ],
});

export const ReferralLooks = () => (
  <AdminSection title={m.users_looks()}>
    <WaitingList
      read={referralLooksRead}
      words={{ loading: m.users_looks_loading(), failed: m.users_looks_failed(), none: m.users_looks_none() }}
      renderItem={({ id, email, held, counted, friends, createdAt }) => (
        <>
          <p className="font-semibold break-words">{email}</p>
          <p>{m.users_look_figures({ held: formatNumber(held), counted: formatNumber(counted) })}</p>
          <ul aria-label={m.users_look_friends()} className="flex flex-col text-sm">
            {friends.map((friend) => (
              <li key={friend.joinedAt} className="flex flex-wrap justify-between gap-x-4">
                <span className="break-all">{friend.email ?? m.users_look_deleted()}</span>
                <span className="text-muted">{formatDate(friend.joinedAt)}</span>
              </li>
            ))}
          </ul>
          <p className="text-sm text-muted">
            <Moment at={createdAt} />, {waitedFor(createdAt)}
          </p>
          <Acts id={id} {...ofLooks(held * referralReward)} />
        </>
      )}
    />
  </AdminSection>
);
