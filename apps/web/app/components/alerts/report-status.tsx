import type { AlertStatus } from '@hakiki/contract/alert-values';
import type { ReportStatus } from '@hakiki/contract/report-values';
import { Badge } from '../ui/badge.tsx';
import type { IconName } from '../ui/icon.tsx';
import { m } from '../../paraglide/messages.js';

interface StatusStyle {
  icon: IconName;
  className: string;
  label: () => string;
}

const statusStyles: Record<AlertStatus | ReportStatus, StatusStyle> = {
  pending: { icon: 'clock', className: 'bg-pending-soft text-pending', label: m.reports_under_review },
  approved: { icon: 'check-circle', className: 'bg-verified-soft text-verified', label: m.reports_verified },
  rejected: { icon: 'ban', className: 'bg-suspended-soft text-suspended', label: m.reports_rejected },
  merged: { icon: 'check-circle', className: 'bg-verified-soft text-verified', label: m.reports_merged },
  investigating: { icon: 'search', className: 'bg-limited-soft text-limited', label: m.reports_investigating },
  resolved: { icon: 'check-circle', className: 'bg-verified-soft text-verified', label: m.reports_resolved },
};

/** The status of a report. A report that is not public yet says that only its sender sees it. */
export function ReportStatusLabel({ status }: { status: AlertStatus | ReportStatus }) {
  const { icon, className, label } = statusStyles[status];
  return (
    <Badge data-status={status} icon={icon} className={className}>
      {label()}
    </Badge>
  );
}

export const UnderReviewNote = () => <p className="text-sm text-muted">{m.reports_under_review_note()}</p>;
