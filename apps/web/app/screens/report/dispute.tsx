/** Says that a link, wallet, number or name is not a scam. Works without scripts, an account or money. */
import { disputeGrounds, type DisputeGround } from '@hakiki/contract/dispute-values';
import { indicatorKinds, isHiddenIndicatorKind } from '@hakiki/contract/indicator-values';
import { minimums, textLimits, waitingTimes } from '@hakiki/contract/limits';
import { disputePath } from '@hakiki/contract/site';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { EvidenceLaterNote, EvidencePicker } from '../../components/evidence/picker.tsx';
import { DraftChoice, FilingFormView, useFilingForm } from '../../components/filings/filing-form.tsx';
import { SentNote } from '../../components/filings/sent-note.tsx';
import { FormRadios, FormTextAreaWithCounter } from '../../components/forms/choices.tsx';
import { EmailNeededNote, OptionalWithScripts } from '../../components/forms/email-needed.tsx';
import { FormEmail, FormText, SubmitButton } from '../../components/forms/form.tsx';
import { showToast } from '../../lib/browser/toast.ts';
import { disputeGroundLabels } from '../../lib/filings/dispute-labels.ts';
import { formAction } from '../../lib/forms/action.ts';
import { usePrefilledValues } from '../../lib/forms/prefilled.ts';
import { createLazyForm } from '../../lib/forms/use-form.ts';
import type { PageHandle } from '../../lib/hydration/deferred-scripts.ts';
import { listedPage } from '../../lib/pages/head.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';
import type { Route } from './+types/dispute.ts';
import { disputeForm } from './dispute-form.ts';
import { FormPage, FormSection, InfoBox } from './form-page.tsx';

const failure = { title: m.dispute_failed, fallback: m.dispute_failed_text };
const lazyForm = createLazyForm(
  'dispute',
  async () => (await import('./dispute-form.ts')).disputeForm(failure),
  failure,
);

export const action = (args: Route.ActionArgs) => formAction([disputeForm(failure)])(args);

export const handle: PageHandle = { isForm: true };

export const meta = listedPage(disputePath, m.dispute_title, m.dispute_description);

/** The value of `?about=<kind>:<value>`; a hidden kind is never taken from an address. */
export function parseAbout(about: string | null): string {
  const [kind, ...rest] = (about ?? '').split(':');
  const isPublic = indicatorKinds.some((known) => known === kind && !isHiddenIndicatorKind(known));
  return isPublic ? rest.join(':').slice(0, textLimits.dispute) : '';
}

export default function Dispute() {
  const { text = '' } = usePrefilledValues();
  const about = parseAbout(new URLSearchParams(useLocation().search).get('about')) || text;
  return (
    <FormPage title={m.dispute_title()} lead={m.dispute_lead()} aside={<AsideInfo />}>
      <SentNote kind="dispute" title={m.dispute_done()} text={getDoneText()} />
      <DisputeForm key={about} about={about} />
      <p>
        <Link to={pathTo('/appeal')} className="text-brand underline underline-offset-4">
          {m.dispute_to_appeal()}
        </Link>
      </p>
    </FormPage>
  );
}

const getDoneText = (): string => m.dispute_done_text({ hours: waitingTimes.disputeHours });

function AsideInfo() {
  return (
    <>
      <InfoBox
        title={m.appeal_what_happens()}
        promise={m.dispute_happens_when({ hours: waitingTimes.disputeHours })}
        points={[m.dispute_happens_meanwhile(), m.dispute_happens_two(), m.dispute_happens_after()]}
      />
      <InfoBox
        title={m.appeal_who_sees()}
        points={[m.dispute_sees_team(), m.dispute_sees_public(), m.appeal_sees_reporters(), m.report_sealed()]}
      />
    </>
  );
}

const groundHints: Record<DisputeGround, () => string> = {
  'not-scam': m.dispute_ground_not_scam_hint,
  'changed-hands': m.dispute_ground_changed_hands_hint,
  'not-lookalike': m.dispute_ground_not_lookalike_hint,
};

function DisputeForm({ about }: { about: string }) {
  const [files, setFiles] = useState<readonly File[]>([]);
  const navigate = useNavigate();
  const filing = useFilingForm(lazyForm, {
    kind: 'dispute',
    files,
    onStored: () => setFiles([]),
    async onFiled({ isMailed }) {
      setFiles([]);
      if (isMailed) return;
      showToast({ title: m.dispute_done(), description: getDoneText(), isInline: true });
      await navigate(pathTo('/follow'));
    },
  });
  return (
    <FilingFormView filing={filing} label={m.dispute_form()}>
      <EmailNeededNote />
      <FormSection title={m.dispute_section_what()}>
        <FormText
          name="about"
          label={m.dispute_field_about()}
          hint={m.dispute_field_about_hint()}
          defaultValue={about}
          max={textLimits.dispute}
          autoComplete="off"
        />
        <FormRadios
          name="ground"
          label={m.dispute_field_ground()}
          choices={disputeGrounds.map((value) => ({
            value,
            label: disputeGroundLabels[value](),
            hint: groundHints[value](),
          }))}
        />
        <FormTextAreaWithCounter
          name="text"
          label={m.dispute_field_text()}
          hint={m.dispute_field_text_hint()}
          minimum={minimums.dispute}
          max={textLimits.text}
          rows={6}
        />
      </FormSection>
      <FormSection title={m.appeal_section_evidence()} hint={m.dispute_evidence_hint()}>
        <EvidencePicker files={files} onChange={setFiles} />
        <EvidenceLaterNote />
      </FormSection>
      <FormSection title={m.appeal_section_contact()} hint={m.report_sealed()}>
        <div className="grid gap-5 md:grid-cols-2">
          <FormText
            name="contactName"
            label={m.report_optional({ label: m.appeal_field_name() })}
            autoComplete="name"
            max={100}
            required={false}
          />
          <FormEmail
            name="contactEmail"
            label={<OptionalWithScripts label={m.appeal_field_email()} />}
            required={false}
          />
        </div>
      </FormSection>
      <DraftChoice draft={filing.draft} />
      <SubmitButton busyLabel={m.dispute_submitting()} className="md:self-start">
        {m.dispute_submit()}
      </SubmitButton>
    </FilingFormView>
  );
}
