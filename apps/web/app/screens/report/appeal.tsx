import { appealRequests, appellants, type AppealRequest } from '@hakiki/contract/appeal-values';
import { minimums, textLimits, waitingTimes } from '@hakiki/contract/limits';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { EvidenceLaterNote, EvidencePicker } from '../../components/evidence/picker.tsx';
import { DraftChoice, FilingFormView, useFilingForm } from '../../components/filings/filing-form.tsx';
import { FormTextAreaWithCounter, FormRadios } from '../../components/forms/choices.tsx';
import { FormSelect, FormText, SubmitButton, FormEmail } from '../../components/forms/form.tsx';
import { QueryFailure, Skeleton } from '../../components/query-states.tsx';
import { SentNote } from '../../components/filings/sent-note.tsx';
import { Callout } from '../../components/ui/callout.tsx';
import { appealSubjectLabels, appellantLabels, appealWishLabels } from '../../lib/filings/appeal-labels.ts';
import { showToast } from '../../lib/browser/toast.ts';
import { toOptions } from '../../lib/forms/options.ts';
import { formAction } from '../../lib/forms/action.ts';
import { createLazyForm } from '../../lib/forms/use-form.ts';
import { formatDate } from '../../lib/language/format.ts';
import { listedPage } from '../../lib/pages/head.ts';
import { pathTo, verdictPath } from '../../lib/pages/paths.ts';
import { defineQuery } from '../../lib/api/queries.ts';
import { startQueries, prefetch, getErrorStatus, useQuery } from '../../lib/api/use-query.ts';
import type { PageHandle } from '../../lib/hydration/deferred-scripts.ts';
import { m } from '../../paraglide/messages.js';
import type { Route } from './+types/appeal.ts';
import { parseAppealSubject, parseSearch, type AppealSubjectRef } from './appeal-url.ts';
import { appealForm } from './appeal-form.ts';
import { AppealSearch, searchQueries } from './appeal-search.tsx';
import { InfoBox, FormPage, FormSection } from './form-page.tsx';

const failure = { title: m.appeal_failed, fallback: m.appeal_failed_text };

const appealableQuery = ({ subject, subjectId }: AppealSubjectRef) =>
  defineQuery('/api/appeals/against/:subject/:subjectId', { params: { subject, subjectId }, anonymous: true });

const listQueries = (params: URLSearchParams) => {
  const appealSubject = parseAppealSubject(params);
  return appealSubject ? [appealableQuery(appealSubject)] : searchQueries(parseSearch(params));
};

export const loader = ({ request, context }: Route.LoaderArgs) =>
  prefetch(context, listQueries(new URL(request.url).searchParams));
export const clientLoader = startQueries(({ request }) => listQueries(new URL(request.url).searchParams));

export async function action(args: Route.ActionArgs) {
  const appealSubject = parseAppealSubject(new URL(args.request.url).searchParams);
  return formAction(appealSubject ? [appealForm(appealSubject, failure)] : [])(args);
}

export const handle: PageHandle = { isForm: true };

export const meta = listedPage('/appeal', m.appeal_title, m.appeal_description);

export default function Appeal() {
  const params = new URLSearchParams(useLocation().search);
  const appealSubject = parseAppealSubject(params);
  return (
    <FormPage title={m.appeal_title()} lead={m.appeal_lead()} aside={<AsideInfo />}>
      {appealSubject ? (
        <AppealToVerdict key={appealSubject.subjectId} appealSubject={appealSubject} />
      ) : (
        <AppealSearch key={parseSearch(params)} search={parseSearch(params)} />
      )}
    </FormPage>
  );
}

function AsideInfo() {
  const { appealDays: days } = waitingTimes;
  return (
    <>
      <InfoBox
        title={m.appeal_what_happens()}
        promise={m.appeal_happens_when({ days })}
        points={[m.appeal_happens_who(), m.appeal_happens_meanwhile(), m.appeal_happens_after()]}
      />
      <InfoBox
        title={m.appeal_who_sees()}
        points={[m.appeal_sees_team(), m.appeal_sees_public(), m.appeal_sees_reporters(), m.report_sealed()]}
      />
    </>
  );
}

function AppealToVerdict({ appealSubject }: { appealSubject: AppealSubjectRef }) {
  const verdict = useQuery(appealableQuery(appealSubject));
  if (verdict.status === 'loading') return <Skeleton label={m.appeal_form()} className="h-96" />;
  if (verdict.status === 'failed') {
    if (getErrorStatus(verdict.error) !== 404)
      return <QueryFailure message={m.appeal_search_failed()} query={verdict} />;
    return (
      <>
        <Callout icon="info" title={m.appeal_gone()}>
          <p>{m.appeal_gone_text()}</p>
        </Callout>
        <AppealSearch search="" />
      </>
    );
  }
  const { title, appealSince, dismissedAt } = verdict.data;
  return (
    <>
      <SentNote kind="appeal" title={m.appeal_done()} text={getDoneText()} />
      <div className="flex flex-col gap-2">
        <p className="text-sm text-muted">{m.appeal_against()}</p>
        <p className="text-lg font-semibold wrap-anywhere">
          {appealSubjectLabels[appealSubject.subject]()}{' '}
          <Link
            to={verdictPath(appealSubject.subject, appealSubject.subjectId)}
            className="text-brand underline underline-offset-4"
          >
            {title}
          </Link>
        </p>
        {appealSince && <p>{m.appeal_already({ date: formatDate(appealSince) })}</p>}
        {dismissedAt && <p>{m.appeal_quiet({ date: formatDate(dismissedAt) })}</p>}
        <Link
          to={pathTo('/appeal')}
          className="inline-flex min-h-11 items-center self-start text-brand underline underline-offset-4"
        >
          {m.appeal_other()}
        </Link>
      </div>
      <AppealForm appealSubject={appealSubject} />
    </>
  );
}

const wantsHints: Record<AppealRequest, () => string> = {
  correction: m.appeal_wants_correction_hint,
  removal: m.appeal_wants_removal_hint,
};

const createLazyAppealForm = (appealSubject: AppealSubjectRef) =>
  createLazyForm('appeal', async () => (await import('./appeal-form.ts')).appealForm(appealSubject, failure), failure);

const getDoneText = (): string => m.appeal_done_text({ days: waitingTimes.appealDays });

function AppealForm({ appealSubject }: { appealSubject: AppealSubjectRef }) {
  const [files, setFiles] = useState<readonly File[]>([]);
  const navigate = useNavigate();
  const filing = useFilingForm(createLazyAppealForm(appealSubject), {
    kind: 'appeal',
    draftName: `appeal:${appealSubject.subjectId}`,
    files,
    onStored: () => setFiles([]),
    async onFiled({ isMailed }) {
      setFiles([]);
      if (isMailed) return;
      showToast({ title: m.appeal_done(), description: getDoneText(), isInline: true });
      await navigate(pathTo('/follow'));
    },
  });
  return (
    <FilingFormView filing={filing} label={m.appeal_form()}>
      <FormSection title={m.appeal_section_wrong()}>
        <FormRadios
          name="wants"
          label={m.appeal_field_wants()}
          choices={appealRequests.map((value) => ({
            value,
            label: appealWishLabels[value](),
            hint: wantsHints[value](),
          }))}
        />
        <FormTextAreaWithCounter
          name="text"
          label={m.appeal_field_text()}
          hint={m.appeal_field_text_hint()}
          minimum={minimums.appeal}
          max={textLimits.text}
          rows={8}
        />
      </FormSection>
      <FormSection title={m.appeal_section_evidence()} hint={m.appeal_evidence_hint()}>
        <EvidencePicker files={files} onChange={setFiles} />
        <EvidenceLaterNote />
      </FormSection>
      <FormSection title={m.appeal_section_contact()} hint={m.report_sealed()}>
        <FormSelect
          name="askedBy"
          label={m.appeal_field_asked_by()}
          options={toOptions(appellants, (value) => appellantLabels[value]())}
        />
        <p className="without-scripts text-sm">{m.report_by_mail()}</p>
        <div className="grid gap-5 md:grid-cols-2">
          <FormText
            name="contactName"
            label={m.report_optional({ label: m.appeal_field_name() })}
            autoComplete="organization"
            max={100}
            required={false}
          />
          <FormEmail
            name="contactEmail"
            label={m.report_optional({ label: m.appeal_field_email() })}
            required={false}
          />
        </div>
      </FormSection>
      <DraftChoice draft={filing.draft} />
      <SubmitButton busyLabel={m.appeal_submitting()} className="md:self-start">
        {m.appeal_submit()}
      </SubmitButton>
    </FilingFormView>
  );
}
