import type { ReferralStatus } from '@hakiki/contract/referral-values';
import type { Referral, ReferralStats } from '@hakiki/contract/referrals';
import { LabelledNumber } from '../../components/ui/labelled-number.tsx';
import type { IconName } from '../../components/ui/icon.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { formatDate, formatNumber } from '../../lib/language/format.ts';
import { Badge } from '../../components/ui/badge.tsx';
import { m } from '../../paraglide/messages.js';

export const ReferralStatistics = ({ stats }: { stats: ReferralStats }) => (
  <dl
    aria-label={m.referrals_figures()}
    className="grid grid-cols-2 @max-[18rem]/page:grid-cols-1 gap-3 md:grid-cols-4"
  >
    <LabelledNumber icon="users" label={m.referrals_total()} value={formatNumber(stats.totalReferrals)} />
    <LabelledNumber
      icon="check-circle"
      label={m.referrals_completed()}
      value={formatNumber(stats.completedReferrals)}
    />
    <LabelledNumber icon="clock" label={m.referrals_pending()} value={formatNumber(stats.pendingReferrals)} />
    <LabelledNumber
      icon="award"
      label={m.referrals_rewards()}
      value={m.referrals_credits({ count: formatNumber(stats.totalRewards) })}
    />
  </dl>
);

/** Invited people are not named, to protect their privacy. */
export function ReferralList({ referrals }: { referrals: readonly Referral[] }) {
  if (referrals.length === 0) {
    return (
      <Notice icon="empty" title={m.referrals_empty()}>
        <p className="text-muted">{m.referrals_empty_text()}</p>
      </Notice>
    );
  }
  return (
    <section aria-label={m.referrals_list()} className="flex flex-col gap-3">
      <h2 className="title-card">{m.referrals_list()}</h2>
      <ul className="flex flex-col divide-y divide-line rounded-card border border-line bg-surface">
        {referrals.map(({ id, createdAt, status, rewardAmount }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-3">
            <span>{m.referrals_joined({ date: formatDate(createdAt) })}</span>
            <span className="flex items-center gap-3">
              {rewardAmount > 0 && (
                <span className="text-sm tabular-nums">
                  {m.referrals_credits({ count: formatNumber(rewardAmount) })}
                </span>
              )}
              <StatusBadge status={status} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const successClass = 'bg-verified-soft text-verified';
const secondaryClass = 'bg-pending-soft text-pending';
const statusBadges: Record<ReferralStatus, { label: () => string; icon: IconName; className: string }> = {
  pending: { label: m.referrals_status_pending, icon: 'clock', className: secondaryClass },
  completed: { label: m.referrals_status_completed, icon: 'check-circle', className: successClass },
  credited: { label: m.referrals_status_credited, icon: 'check-circle', className: successClass },
};

function StatusBadge({ status }: { status: ReferralStatus }) {
  const { label, icon, className } = statusBadges[status];
  return (
    <Badge icon={icon} className={className}>
      {label()}
    </Badge>
  );
}
