import { severities } from '@hakiki/contract/alert-values';
import { issueReportTypes } from '@hakiki/contract/report-values';
import { textLimits } from '@hakiki/contract/limits';
import { useState } from 'react';
import { EvidenceLaterNote, EvidencePicker } from '../../components/evidence/picker.tsx';
import { DraftChoice, FilingFormView, useFilingForm } from '../../components/filings/filing-form.tsx';
import { FormSelect, FormText, FormTextArea, SubmitButton, FormEmail } from '../../components/forms/form.tsx';
import { EmailNeededNote } from '../../components/forms/email-needed.tsx';
import { FiledNoticeSlot } from '../../components/layout/offline-banner.tsx';
import { SentNote } from '../../components/filings/sent-note.tsx';
import { reportTypeHeading, severityLabel } from '../../lib/alerts/labels.ts';
import { toOptions } from '../../lib/forms/options.ts';
import { createLazyForm } from '../../lib/forms/use-form.ts';
import { showToast } from '../../lib/browser/toast.ts';
import { m } from '../../paraglide/messages.js';

const createIssueForm = (providerId: string) =>
  createLazyForm('issue', async () => (await import('./issue-form.ts')).issueForm(providerId), {
    title: m.issue_failed,
    fallback: m.issue_failed_text,
  });

/** Loaded lazily with its tab. */
export default function IssueForm({ providerId }: { providerId: string }) {
  const [files, setFiles] = useState<readonly File[]>([]);
  const filing = useFilingForm(createIssueForm(providerId), {
    kind: 'report',
    draftName: `issue:${providerId}`,
    files,
    isShownInPlace: true,
    onStored: () => setFiles([]),
    onFiled({ isMailed }) {
      setFiles([]);
      if (!isMailed) showToast({ title: m.issue_done(), description: m.issue_done_text(), isInline: true });
    },
  });
  return (
    <div className="flex max-w-[68ch] flex-col gap-5">
      <SentNote kind="report" title={m.issue_done()} text={m.issue_done_text()} />
      <FiledNoticeSlot />
      <FilingFormView filing={filing} label={m.issue_form()}>
        <EmailNeededNote />
        <FormSelect
          name="reportType"
          label={m.issue_field_type()}
          options={toOptions(issueReportTypes, reportTypeHeading)}
        />
        <FormTextArea
          name="description"
          label={m.issue_field_description()}
          hint={m.issue_field_description_hint()}
          max={textLimits.text}
          rows={6}
        />
        <div className="grid gap-5 md:grid-cols-2">
          <FormSelect name="severity" label={m.issue_field_severity()} options={toOptions(severities, severityLabel)} />
          <FormText
            name="reporterLocation"
            label={m.report_optional({ label: m.issue_field_location() })}
            hint={m.issue_field_location_hint()}
            max={textLimits.title}
            autoComplete="off"
            required={false}
          />
        </div>
        {filing.state.refusal?.code === 'PROOF_MISSING' ? (
          <EmailField />
        ) : (
          <noscript>
            <EmailField />
          </noscript>
        )}
        <EvidencePicker files={files} onChange={setFiles} isOnDemand />
        <EvidenceLaterNote />
        <DraftChoice draft={filing.draft} />
        <p className="text-sm text-muted">{m.issue_warning()}</p>
        <SubmitButton busyLabel={m.issue_submitting()} className="md:self-start">
          {m.issue_submit()}
        </SubmitButton>
      </FilingFormView>
    </div>
  );
}

/** Without a proof of work, an emailed link confirms that a person sent the report. */
function EmailField() {
  return <FormEmail name="email" label={m.issue_field_email()} hint={m.issue_field_email_hint()} required={false} />;
}
