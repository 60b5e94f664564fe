import type { FilingKind } from '@hakiki/contract/filing-values';
import { waitingTimes } from '@hakiki/contract/limits';
import { m } from '../../paraglide/messages.js';

const { appealDays, scamReportHours, providerSubmissionBusinessDays } = waitingTimes;

const stepsByKind: Record<FilingKind, () => string[]> = {
  alert: () => [m.scam_after_text(scamReportHours), m.filed_alert_public()],
  report: () => [m.filed_report_check(scamReportHours), m.filed_report_public()],
  submission: () => [m.submit_done_text(providerSubmissionBusinessDays), m.filed_submission_public()],
  appeal: () => [m.filed_appeal_decided({ days: appealDays }), m.filed_appeal_public()],
};

/** What happens next with a filing, and by when. */
export const FiledSteps = ({ kind }: { kind: FilingKind }) => (
  <ol aria-label={m.follow_next()} className="flex max-w-[68ch] list-decimal flex-col gap-1 ps-5">
    {[...stepsByKind[kind](), m.filed_questions()].map((step) => (
      <li key={step}>{step}</li>
    ))}
  </ol>
);
