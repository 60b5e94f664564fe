/** What the site says about each kind of filing. */
import type { FilingKind } from '@hakiki/contract/filing-values';
import { waitingTimes } from '@hakiki/contract/limits';
import { m } from '../../paraglide/messages.js';

const { appealDays, disputeHours, scamReportHours, providerSubmissionBusinessDays } = waitingTimes;

interface FilingKindTexts {
  label: () => string;
  /** 'Your scam report', in the outbox. */
  own: () => string;
  arrived: () => string;
  /** What happens next with it. */
  steps: () => string[];
}

export const filingKindTexts: Record<FilingKind, FilingKindTexts> = {
  alert: {
    label: m.follow_kind_alert,
    own: m.outbox_alert,
    arrived: m.filed_alert,
    steps: () => [m.scam_after_text(scamReportHours), m.filed_alert_public()],
  },
  report: {
    label: m.follow_kind_report,
    own: m.outbox_report,
    arrived: m.filed_report,
    steps: () => [m.filed_report_check(scamReportHours), m.filed_report_public()],
  },
  submission: {
    label: m.follow_kind_submission,
    own: m.outbox_submission,
    arrived: m.filed_submission,
    steps: () => [m.submit_done_text(providerSubmissionBusinessDays), m.filed_submission_public()],
  },
  appeal: {
    label: m.follow_kind_appeal,
    own: m.outbox_appeal,
    arrived: m.filed_appeal,
    steps: () => [m.filed_appeal_decided({ days: appealDays }), m.filed_appeal_public()],
  },
  dispute: {
    label: m.follow_kind_dispute,
    own: m.outbox_dispute,
    arrived: m.filed_dispute,
    steps: () => [m.filed_dispute_decided({ hours: disputeHours }), m.filed_dispute_public()],
  },
};
