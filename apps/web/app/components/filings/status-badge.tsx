import type { FilingState } from '@hakiki/contract/filings';
import { m } from '../../paraglide/messages.js';
import { Badge } from '../ui/badge.tsx';
import type { IconName } from '../ui/icon.tsx';

interface BadgeStyle {
  label: () => string;
  icon: IconName;
  className: string;
}

export const statusBadges: Record<FilingState['status'], BadgeStyle> = {
  pending: { label: m.follow_under_review, icon: 'clock', className: 'bg-pending-soft text-pending' },
  approved: { label: m.follow_approved, icon: 'check-circle', className: 'bg-verified-soft text-verified' },
  rejected: { label: m.follow_rejected, icon: 'ban', className: 'bg-suspended-soft text-suspended' },
  merged: { label: m.follow_merged, icon: 'check-circle', className: 'bg-verified-soft text-verified' },
  investigating: { label: m.follow_investigating, icon: 'search', className: 'bg-limited-soft text-limited' },
  resolved: { label: m.follow_resolved, icon: 'check-circle', className: 'bg-verified-soft text-verified' },
  upheld: { label: m.follow_upheld, icon: 'check-circle', className: 'bg-verified-soft text-verified' },
  partly: { label: m.follow_partly, icon: 'check-circle', className: 'bg-limited-soft text-limited' },
  dismissed: { label: m.follow_dismissed, icon: 'ban', className: 'bg-suspended-soft text-suspended' },
};

/** A text with an icon; the colour only repeats it. */
export function StatusBadge({ status }: { status: FilingState['status'] }) {
  const { label, icon, className } = statusBadges[status];
  return (
    <Badge data-status={status} icon={icon} className={className}>
      {label()}
    </Badge>
  );
}
