import { alertTypes } from '@hakiki/contract/alert-values';
import { minimums, textLimits, waitingTimes } from '@hakiki/contract/limits';
import { firstHourPath } from '@hakiki/contract/site';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { EvidenceLaterNote, EvidencePicker } from '../../components/evidence/picker.tsx';
import { DraftChoice, FilingFormView, useFilingForm, type Navigate } from '../../components/filings/filing-form.tsx';
import { FormTextAreaWithCounter, FormTextWithCounter } from '../../components/forms/choices.tsx';
import { FormSelect, FormText, FormTextArea, SubmitButton, FormEmail } from '../../components/forms/form.tsx';
import { EmailNeededNote, OptionalWithScripts } from '../../components/forms/email-needed.tsx';
import { SentNote } from '../../components/filings/sent-note.tsx';
import { Icon } from '../../components/ui/icon.tsx';
import { alertTypeLabel } from '../../lib/alerts/labels.ts';
import { authUser } from '../../lib/api/auth.ts';
import { useQueryStore } from '../../lib/api/use-query.ts';
import { showToast } from '../../lib/browser/toast.ts';
import { toOptions } from '../../lib/forms/options.ts';
import { formAction } from '../../lib/forms/action.ts';
import { usePrefilledValues } from '../../lib/forms/prefilled.ts';
import { createLazyForm } from '../../lib/forms/use-form.ts';
import { listedPage } from '../../lib/pages/head.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import type { PageHandle } from '../../lib/hydration/deferred-scripts.ts';
import { m } from '../../paraglide/messages.js';
import { InfoBox, FormPage, FormSection } from './form-page.tsx';
import { LossFields } from './loss-fields.tsx';
import { ProviderNameField } from './provider-name.tsx';
import { scamForm } from './scam-form.ts';

const failure = { title: m.scam_failed, fallback: m.scam_failed_text };

export const action = formAction([scamForm(failure)]);

export const handle: PageHandle = { isForm: true };

export const meta = listedPage('/report-scam', m.scam_title, m.scam_description);

export default function ReportScam() {
  return (
    <FormPage title={m.scam_title()} lead={m.scam_lead()} aside={<AsideInfo />}>
      <SentNote kind="alert" title={m.scam_done()} text={getDoneText()} />
      <ScamReportForm />
    </FormPage>
  );
}

function AsideInfo() {
  return (
    <>
      <Link
        to={pathTo(firstHourPath)}
        className="flex min-h-11 items-center gap-2 rounded-card bg-accent-soft p-4 font-semibold text-accent underline underline-offset-4"
      >
        <Icon name="clock" /> {m.scam_first_hour()}
      </Link>
      <InfoBox
        title={m.report_who_sees()}
        promise={m.report_anonymous()}
        points={[m.scam_public(), m.scam_team_only(), m.report_sealed()]}
      />
      <InfoBox
        title={m.report_after()}
        points={[m.scam_after_text(waitingTimes.scamReportHours), m.report_after_receipt()]}
      />
    </>
  );
}

const lazyScamForm = createLazyForm('scam', async () => (await import('./scam-form.ts')).scamForm(failure), failure);

const getDoneText = (): string => m.scam_done_text(waitingTimes.scamReportHours);

export function useScamReport(files: readonly File[], onFinished: () => void, navigate: Navigate) {
  const store = useQueryStore();
  return useFilingForm(lazyScamForm, {
    kind: 'alert',
    files,
    onStored: onFinished,
    async onFiled({ isMailed }) {
      onFinished();
      if (isMailed) return;
      showToast({ title: m.scam_done(), description: getDoneText(), isInline: true });
      // A visitor has no dashboard, so the page for receipts shows the confirmation.
      await store.load(authUser);
      const authOutcome = store.getOutcome(authUser);
      await navigate(pathTo(authOutcome.status === 'ready' && authOutcome.data ? '/dashboard' : '/follow'));
    },
  });
}

function ScamReportForm() {
  const [files, setFiles] = useState<readonly File[]>([]);
  const filing = useScamReport(files, () => setFiles([]), useNavigate());
  return (
    <FilingFormView filing={filing} label={m.scam_form()}>
      <EmailNeededNote />
      <FormSection title={m.scam_section_what()}>
        <FormTextWithCounter
          name="title"
          label={m.scam_field_title()}
          hint={m.scam_field_title_hint()}
          minimum={minimums.scamTitle}
          max={textLimits.title}
          autoComplete="off"
        />
        <FormSelect name="alertType" label={m.scam_field_type()} options={toOptions(alertTypes, alertTypeLabel)} />
        <FormTextAreaWithCounter
          name="description"
          label={m.scam_field_description()}
          hint={m.scam_field_description_hint()}
          defaultValue={usePrefilledValues().text}
          minimum={minimums.scamDescription}
          max={textLimits.text}
          rows={8}
        />
      </FormSection>
      <FormSection title={m.scam_section_who()}>
        <LossFields>
          <ProviderNameField maxLength={textLimits.title} />
        </LossFields>
      </FormSection>
      <FormSection title={m.scam_section_evidence()}>
        <FormTextArea
          name="evidenceDescription"
          label={m.report_optional({ label: m.scam_field_evidence() })}
          hint={m.scam_field_evidence_hint()}
          max={textLimits.text}
          required={false}
          rows={4}
        />
        <EvidencePicker files={files} onChange={setFiles} />
        <EvidenceLaterNote />
        <FormTextArea
          name="additionalDetails"
          label={m.report_optional({ label: m.scam_field_details() })}
          hint={m.scam_field_details_hint()}
          max={textLimits.text}
          required={false}
          rows={4}
        />
      </FormSection>
      <FormSection title={m.scam_section_contact()} hint={m.report_sealed()}>
        <div className="grid gap-5 md:grid-cols-2">
          <FormEmail
            name="contactEmail"
            label={<OptionalWithScripts label={m.scam_field_email()} />}
            required={false}
          />
          <FormText
            name="contactPhone"
            type="tel"
            label={m.report_optional({ label: m.scam_field_phone() })}
            autoComplete="tel"
            inputMode="tel"
            max={30}
            required={false}
          />
        </div>
      </FormSection>
      <DraftChoice draft={filing.draft} />
      <SubmitButton busyLabel={m.scam_submitting()} className="md:self-start">
        {m.scam_submit()}
      </SubmitButton>
    </FilingFormView>
  );
}
