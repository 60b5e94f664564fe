/** Texts about the next step of a report. */
import type { AlertStatus } from '@hakiki/contract/alert-values';
import type { AppealStatus } from '@hakiki/contract/appeal-values';
import type { ReviewState } from '@hakiki/contract/directory-values';
import type { DisputeStatus } from '@hakiki/contract/dispute-values';
import type { FilingKind } from '@hakiki/contract/filing-values';
import type { FilingState } from '@hakiki/contract/filings';
import type { ReportStatus } from '@hakiki/contract/report-values';
import { formatDate } from '../../lib/language/format.ts';
import { m } from '../../paraglide/messages.js';

type Status = FilingState['status'];

/** The statuses that each kind can have. */
interface StatusByKind {
  alert: AlertStatus;
  report: ReportStatus;
  submission: ReviewState;
  appeal: AppealStatus;
  dispute: DisputeStatus;
}
/** `date` is the promised date of the decision. */
type NextStepText = (inputs: { date: string }) => string;

const nextStepTexts: { [Kind in FilingKind]: Record<StatusByKind[Kind], NextStepText> } = {
  alert: {
    pending: m.follow_next_pending,
    approved: m.follow_next_alert_approved,
    merged: m.follow_next_merged,
    rejected: m.follow_next_alert_rejected,
  },
  report: {
    pending: m.follow_next_pending,
    investigating: m.follow_next_investigating,
    resolved: m.follow_next_resolved,
    merged: m.follow_next_merged,
    rejected: m.follow_next_alert_rejected,
  },
  submission: {
    pending: m.follow_next_pending,
    approved: m.follow_next_submission_approved,
    rejected: m.follow_next_submission_rejected,
  },
  appeal: {
    pending: m.follow_next_appeal_pending,
    upheld: m.follow_next_appeal_upheld,
    partly: m.follow_next_appeal_partly,
    dismissed: m.follow_next_appeal_dismissed,
  },
  dispute: {
    pending: m.follow_next_dispute_pending,
    upheld: m.follow_next_dispute_upheld,
    dismissed: m.follow_next_dispute_dismissed,
  },
};

export const isDecided = (status: Status): boolean => status !== 'pending';

export function getNextStepText({ kind, status, expectedBy, questions }: FilingState, now = Date.now()): string {
  const date = formatDate(expectedBy);
  if (status === 'pending') {
    if (questions.some(({ answer }) => answer === null)) return m.follow_next_question();
    if (Date.parse(expectedBy) < now) return m.follow_next_late({ date });
  }
  const texts: Partial<Record<Status, NextStepText>> = nextStepTexts[kind];
  return texts[status]?.({ date }) ?? m.follow_next_resolved();
}
