/** Labels for the status of a report and the next step. */
import type { FilingState } from '@hakiki/contract/filings';
import type { IconName } from '../../components/ui/icon.tsx';
import { formatDate } from '../../lib/language/format.ts';
import { m } from '../../paraglide/messages.js';

type Status = FilingState['status'];

interface BadgeStyle {
  label: () => string;
  icon: IconName;
  className: string;
}

export const statusBadges: Record<Status, BadgeStyle> = {
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

export const isDecided = (status: Status): boolean => status !== 'pending';

export function getNextStepText({ kind, status, expectedBy, questions }: FilingState, now = Date.now()): string {
  if (status === 'pending') {
    if (questions.some(({ answer }) => answer === null)) return m.follow_next_question();
    const date = formatDate(expectedBy);
    if (Date.parse(expectedBy) < now) return m.follow_next_late({ date });
    return kind === 'appeal' ? m.follow_next_appeal_pending({ date }) : m.follow_next_pending({ date });
  }
  return nextStepTexts[kind === 'submission' ? `submission_${status}` : status]?.() ?? m.follow_next_resolved();
}

const nextStepTexts: Record<string, () => string> = {
  approved: m.follow_next_alert_approved,
  rejected: m.follow_next_alert_rejected,
  investigating: m.follow_next_investigating,
  resolved: m.follow_next_resolved,
  merged: m.follow_next_merged,
  upheld: m.follow_next_appeal_upheld,
  partly: m.follow_next_appeal_partly,
  dismissed: m.follow_next_appeal_dismissed,
  submission_approved: m.follow_next_submission_approved,
  submission_rejected: m.follow_next_submission_rejected,
};
