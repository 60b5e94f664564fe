/** Suspiciously fast referrals. The administrator sees the email addresses, because those of one person look alike. */
import { referralReward } from '@hakiki/contract/referral-values';
import { Timestamp } from '../../../components/timestamp.tsx';
import { formatDate, formatNumber } from '../../../lib/language/format.ts';
import { m } from '../../../paraglide/messages.js';
import { ModeratedSection } from '../parts/section.tsx';
import { formatWaitingTime } from './payment-labels.ts';
import { acceptReferrals, referralChecksQuery, rejectReferrals } from './queries.ts';

export const ReferralChecks = () => (
  <ModeratedSection
    title={m.users_looks()}
    query={referralChecksQuery}
    texts={{ loading: m.users_looks_loading(), failed: m.users_looks_failed(), none: m.users_looks_none() }}
    renderItem={({ email, held, counted, friends, createdAt }) => (
      <>
        <p className="font-semibold wrap-break-word">{email}</p>
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
          <Timestamp at={createdAt} />, {formatWaitingTime(createdAt)}
        </p>
      </>
    )}
    getActions={({ held }) => ({
      successTitle: m.users_look_updated(),
      approve: acceptReferrals,
      approveLabel: m.users_look_count({ credits: formatNumber(held * referralReward) }),
      reject: rejectReferrals,
      rejectLabel: m.users_look_refuse(),
    })}
  />
);
