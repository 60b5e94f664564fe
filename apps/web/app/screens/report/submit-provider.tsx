import {
  relationships,
  submissionCountries,
  submissionTypes,
  type Relationship,
} from '@hakiki/contract/submission-values';
import { minimums, textLimits, waitingTimes } from '@hakiki/contract/limits';
import { Link, useNavigate } from 'react-router';
import { DraftChoice, FilingFormView, useFilingForm, type Navigate } from '../../components/filings/filing-form.tsx';
import { FormCheckbox, FormCheckboxes, FormTextAreaWithCounter } from '../../components/forms/choices.tsx';
import { LicenseField, WebsiteField } from '../../components/forms/provider-fields.tsx';
import { FormSelect, FormText, FormTextArea, SubmitButton, FormEmail } from '../../components/forms/form.tsx';
import { listCountryOptions } from '../../lib/language/country-labels.ts';
import { Collapsible } from '../../components/ui/collapsible.tsx';
import { SentNote } from '../../components/filings/sent-note.tsx';
import { showToast } from '../../lib/browser/toast.ts';
import { toOptions } from '../../lib/forms/options.ts';
import { formAction } from '../../lib/forms/action.ts';
import { listedPage } from '../../lib/pages/head.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { usePrefilledValues } from '../../lib/forms/prefilled.ts';
import { createLazyForm } from '../../lib/forms/use-form.ts';
import { providerTypeLabel } from '../../lib/providers/labels.ts';
import type { PageHandle } from '../../lib/hydration/deferred-scripts.ts';
import { m } from '../../paraglide/messages.js';
import { InfoBox, FormPage, FormSection } from './form-page.tsx';
import { submissionForm } from './submission-form.ts';

const failure = { title: m.submit_failed, fallback: m.submit_failed_text };

export const action = formAction([submissionForm(failure)]);

export const handle: PageHandle = { isForm: true };

export const meta = listedPage('/submit-provider', m.submit_title, m.submit_description);

const relationshipLabels: Record<Relationship, () => string> = {
  owner: m.submit_relationship_owner,
  employee: m.submit_relationship_employee,
  partner: m.submit_relationship_partner,
  customer: m.submit_relationship_customer,
  community: m.submit_relationship_community,
  other: m.submit_relationship_other,
};

export default function SubmitProvider() {
  return (
    <FormPage title={m.submit_title()} lead={m.submit_lead()} aside={<AsideInfo />}>
      <SentNote kind="submission" title={m.submit_done()} text={getDoneText()} />
      <SubmissionForm />
    </FormPage>
  );
}

const AsideInfo = () => (
  <>
    <InfoBox title={m.report_who_sees()} promise={m.submit_public()} points={[m.submit_sealed()]} />
    <InfoBox
      title={m.report_after()}
      points={[m.submit_after_text(waitingTimes.providerSubmissionBusinessDays), m.report_after_receipt()]}
    />
  </>
);

const lazySubmissionForm = createLazyForm(
  'submission',
  async () => (await import('./submission-form.ts')).submissionForm(failure),
  failure,
);

const getDoneText = (): string => m.submit_done_text(waitingTimes.providerSubmissionBusinessDays);

export function useSubmission(navigate: Navigate) {
  return useFilingForm(lazySubmissionForm, {
    kind: 'submission',
    async onFiled({ isMailed }) {
      if (isMailed) return;
      showToast({ title: m.submit_done(), description: getDoneText(), isInline: true });
      await navigate(pathTo('/'));
    },
  });
}

function SubmissionForm() {
  const filing = useSubmission(useNavigate());
  const { name, website, text } = usePrefilledValues();
  return (
    <FilingFormView filing={filing} label={m.submit_form()}>
      <FormSection title={m.submit_section_provider()}>
        <div className="grid gap-5 md:grid-cols-2">
          <FormText
            name="name"
            label={m.submit_field_name()}
            max={textLimits.title}
            autoComplete="off"
            defaultValue={name}
          />
          <FormSelect
            name="type"
            label={m.submit_field_type()}
            options={toOptions(submissionTypes, providerTypeLabel)}
          />
        </div>
        <FormTextAreaWithCounter
          name="description"
          label={m.submit_field_description()}
          hint={m.submit_field_description_hint()}
          defaultValue={text}
          minimum={minimums.providerDescription}
          max={textLimits.text}
          rows={6}
        />
        <WebsiteField defaultValue={website} />
        <FormCheckboxes
          name="countries"
          label={m.submit_field_countries()}
          hint={m.submit_field_countries_hint()}
          choices={listCountryOptions({ first: submissionCountries })}
        />
        <FormEmail name="contactEmail" label={m.submit_field_contact_email()} autoComplete="off" />
        {/* Open where it may hold a wrong year or what was typed before. */}
        <Collapsible
          label={m.submit_optional()}
          isOpen={filing.state.refusal !== undefined || filing.draft.restored !== undefined}
        >
          <div className="grid gap-5 md:grid-cols-2">
            <FormText
              name="established"
              label={m.report_optional({ label: m.submit_field_established() })}
              inputMode="numeric"
              autoComplete="off"
              max={4}
              required={false}
            />
            <LicenseField />
            <FormText
              name="contactPhone"
              type="tel"
              label={m.report_optional({ label: m.submit_field_contact_phone() })}
              inputMode="tel"
              autoComplete="off"
              max={30}
              required={false}
            />
          </div>
        </Collapsible>
      </FormSection>
      <FormSection title={m.submit_section_you()} hint={m.submit_sealed()}>
        <div className="grid gap-5 md:grid-cols-2">
          <FormText name="submitterName" label={m.submit_field_your_name()} autoComplete="name" max={100} />
          <FormEmail name="submitterEmail" label={m.submit_field_your_email()} />
        </div>
        <FormSelect
          name="relationship"
          label={m.submit_field_relationship()}
          options={toOptions(relationships, (value) => relationshipLabels[value]())}
        />
        <FormTextArea
          name="additionalInfo"
          label={m.report_optional({ label: m.submit_field_more() })}
          max={textLimits.text}
          required={false}
          rows={4}
        />
        <FormCheckbox name="agreeToTerms" label={m.submit_agree()} />
        <Link
          to={pathTo('/terms')}
          className="inline-flex min-h-11 items-center self-start text-brand underline underline-offset-4"
        >
          {m.submit_terms()}
        </Link>
      </FormSection>
      <DraftChoice draft={filing.draft} />
      <SubmitButton busyLabel={m.submit_submitting()} className="md:self-start">
        {m.submit_submit()}
      </SubmitButton>
    </FilingFormView>
  );
}
