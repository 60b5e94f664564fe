import { filingKinds } from '@hakiki/contract/filing-values';
import type { Receipt } from '@hakiki/contract/filed';
import { waitingTimes } from '@hakiki/contract/limits';
import { confirmSubmission, type PublicFormKind } from '@hakiki/contract/public-form';
import { lazy, useState } from 'react';
import { data, Link, redirect, useActionData, useNavigate, useSearchParams } from 'react-router';
import { ReceivedNote } from '../../components/forms/received-note.tsx';
import { PostForm, SubmitButton } from '../../components/forms/form.tsx';
import { LazyPart } from '../../components/lazy-part.tsx';
import { buttonClass } from '../../components/ui/button.ts';
import { Callout } from '../../components/ui/callout.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { toValues } from '../../lib/forms/values.ts';
import { defineForm, type FormRejection } from '../../lib/forms/forms.ts';
import { unlistedPage } from '../../lib/pages/head.ts';
import { apiContext } from '../../lib/pages/context.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { defineMutation } from '../../lib/api/mutations.ts';
import type { PageHandle } from '../../lib/hydration/deferred-scripts.ts';
import { m } from '../../paraglide/messages.js';
import type { Route } from './+types/confirm-submission.ts';
import { Card, NarrowPage } from './narrow-page.tsx';

/** Loaded lazily: only people who confirm a report need it. */
const FiledContent = lazy(() =>
  import('../../components/filings/filed-notice.tsx').then((module) => ({ default: module.FiledContent })),
);

const confirmForm = defineForm({
  name: 'confirm',
  mutation: defineMutation('POST', '/api/confirm-submission'),
  schema: confirmSubmission.body,
  failure: { title: m.confirm_submission_failed, fallback: m.error_link_invalid },
  next: ({ kind }) => pathTo(`/confirm-submission?confirmed=${kind}`),
});

/** Renders a receipt in the response itself instead of redirecting, because its code must not appear in a URL. */
export const action = async ({ request, context }: Route.ActionArgs) => {
  const values = toValues(await request.formData());
  const api = context.get(apiContext);
  const confirmed = await confirmForm.submit(values, new URL(request.url), (mutation, input) =>
    mutation.send(api, input),
  );
  if (confirmed.status === 'refused') return data<ActionData>(confirmed.refusal, { status: confirmed.httpStatus });
  if (confirmed.status === 'led' || !confirmed.reply.receipt) return redirect(confirmed.next, { status: 303 });
  const { kind, receipt } = confirmed.reply;
  return data<ActionData>({ filed: { kind, receipt } });
};

interface FiledSubmission {
  kind: PublicFormKind;
  receipt: Receipt;
}

type ActionData = Partial<FormRejection> & { filed?: FiledSubmission };

export const handle: PageHandle = { isForm: true };

export const meta = unlistedPage('/confirm-submission', m.confirm_submission_title, m.confirm_submission_lead);

/** Requires a press of a button: mail programs open links to preview them, which must not confirm anything. */
export default function ConfirmSubmission() {
  const [params] = useSearchParams();
  const [filed, setFiled] = useState(useActionData<ActionData | undefined>()?.filed);
  const token = params.get('token');
  const confirmed = params.get('confirmed');
  if (filed) return <FiledReceipt {...filed} />;
  if (confirmed !== null) return <ConfirmedNotice kind={confirmed} />;
  return (
    <NarrowPage title={m.confirm_submission_title()} lead={token && m.confirm_submission_lead()}>
      {token ? <ConfirmationForm token={token} onFiled={setFiled} /> : <MissingLink />}
    </NarrowPage>
  );
}

function ConfirmationForm({ token, onFiled }: { token: string; onFiled: (filed: FiledSubmission) => void }) {
  const navigate = useNavigate();
  const state = useForm(confirmForm, {
    onDone: ({ reply: { kind, receipt }, next }) => (receipt ? onFiled({ kind, receipt }) : navigate(next)),
  });
  return (
    <Card>
      <PostForm state={state} help={state.refusal?.code === 'LINK_INVALID' && <p>{m.confirm_submission_again()}</p>}>
        <input type="hidden" name="token" value={token} />
        <SubmitButton>{m.confirm_submission_submit()}</SubmitButton>
      </PostForm>
    </Card>
  );
}

/** Shows the receipt, with which the sender can follow the report. */
function FiledReceipt({ kind, receipt }: FiledSubmission) {
  const filingKind = filingKinds.find((candidate) => candidate === kind);
  return (
    <NarrowPage title={m.confirm_report_done()}>
      {filingKind && (
        <LazyPart fallback={<div className="skeleton h-60" />}>
          <FiledContent filed={{ kind: filingKind, receipt }} />
        </LazyPart>
      )}
    </NarrowPage>
  );
}

const MissingLink = () => (
  <Notice icon="empty" title={m.confirm_submission_no_token()}>
    <p className="text-muted">{m.confirm_submission_no_token_text()}</p>
  </Notice>
);

const ConfirmedNotice = ({ kind }: { kind: string }) => (
  <NarrowPage title={m.confirm_submission_done()}>
    {kind === 'experience' ? (
      <ReceivedNote heading="h2" title={m.home_arrived()} follow={m.home_arrived_follow()} />
    ) : (
      <Callout icon="check-circle" title={m.confirm_submission_done_text()}>
        {kind === 'contact' && <p>{m.confirm_contact_done_text({ hours: waitingTimes.salesReplyHours })}</p>}
      </Callout>
    )}
    <p>
      <Link to={pathTo('/directory')} className={buttonClass('secondary')}>
        {m.home_browse()}
      </Link>
    </p>
  </NarrowPage>
);
