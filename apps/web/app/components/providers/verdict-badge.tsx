import type { VerificationStatus } from '@hakiki/contract/directory-values';
import { m } from '../../paraglide/messages.js';
import { Icon, type IconName } from '../ui/icon.tsx';

interface StatusStyle {
  icon: IconName;
  className: string;
  label: () => string;
}

const statusStyles: Record<VerificationStatus, StatusStyle> = {
  Verified: { icon: 'check-circle', className: 'bg-verified-soft text-verified', label: m.status_verified },
  Limited: { icon: 'partial', className: 'bg-limited-soft text-limited', label: m.status_limited },
  Pending: { icon: 'clock', className: 'bg-pending-soft text-pending', label: m.status_pending },
  Flagged: { icon: 'flag', className: 'bg-flagged-soft text-flagged', label: m.status_flagged },
  Suspended: { icon: 'ban', className: 'bg-suspended-soft text-suspended', label: m.status_suspended },
};

export const statusLabel = (status: VerificationStatus): string => statusStyles[status].label();

/** A verdict as a word with an icon; the colour only repeats it. */
export function VerdictBadge({ status, isLarge = false }: { status: VerificationStatus; isLarge?: boolean }) {
  const { icon, className, label } = statusStyles[status];
  return (
    <span
      data-status={status}
      className={`inline-flex items-center gap-1.5 rounded-full font-semibold ${className} ${isLarge ? 'py-1 text-xl' : 'px-2.5 py-0.5 text-sm'}`}
    >
      <Icon name={icon} className={isLarge ? 'size-7' : 'size-4'} />
      {label()}
    </span>
  );
}
