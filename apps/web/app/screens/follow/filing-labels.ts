/** Texts about the next step of a report. */
import type { FilingState } from '@hakiki/contract/filings';
import { formatDate } from '../../lib/language/format.ts';
import { m } from '../../paraglide/messages.js';

type Status = FilingState['status'];

export const isDecided = (status: Status): boolean => status !== 'pending';

export function getNextStepText({ kind, status, expectedBy, questions }: FilingState, now = Date.now()): string {
  if (status === 'pending') {
    if (questions.some(({ answer }) => answer === null)) return m.follow_next_question();
    const date = formatDate(expectedBy);
    if (Date.parse(expectedBy) < now) return m.follow_next_late({ date });
    if (kind === 'dispute') return m.follow_next_dispute_pending({ date });
    return kind === 'appeal' ? m.follow_next_appeal_pending({ date }) : m.follow_next_pending({ date });
  }
  return (nextStepTexts[`${kind}_${status}`] ?? nextStepTexts[status])?.() ?? m.follow_next_resolved();
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
  dispute_upheld: m.follow_next_dispute_upheld,
  dispute_dismissed: m.follow_next_dispute_dismissed,
  submission_approved: m.follow_next_submission_approved,
  submission_rejected: m.follow_next_submission_rejected,
};
