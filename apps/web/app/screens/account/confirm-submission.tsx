import type { Receipt } from '@hakiki/contract/filed';
import { confirmSubmission } from '@hakiki/contract/public-form';
import { useState } from 'react';
import { data, Link, redirect, useActionData, useNavigate, useSearchParams } from 'react-router';
import { PostForm, SubmitButton } from '../../components/form.tsx';
import { ReceiptCard } from '../../components/receipt-card.tsx';
import { buttonClass } from '../../components/ui/button.ts';
import { Callout } from '../../components/ui/callout.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { valuesOf } from '../../lib/form-values.ts';
import { describeForm, type Refusal } from '../../lib/forms.ts';
import { pageHead } from '../../lib/head.ts';
import { apiContext } from '../../lib/page-context.ts';
import { to } from '../../lib/paths.ts';
import { useForm } from '../../lib/use-form.ts';
import { write } from '../../lib/writes.ts';
import { m } from '../../paraglide/messages.js';
import type { Route } from './+types/confirm-submission.ts';
import { Card, NarrowPage } from './narrow-page.tsx';

const confirmForm = describeForm({
  name: 'confirm',
  write: write('POST', '/api/confirm-submission'),
  schema: confirmSubmission.body,
  failure: { title: m.confirm_submission_failed, fallback: m.server_link_invalid },
  next: () => to('/confirm-submission?confirmed=1'),
});

/** A receipt is shown by the answer itself: its code must stand in no address to be led on to. */
export const action = async ({ request, context }: Route.ActionArgs) => {
  const given = valuesOf(await request.formData());
  const api = context.get(apiContext);
  const confirmed = await confirmForm.submit(given, new URL(request.url), (sent, made) => sent.send(api, made));
  if (confirmed.status === 'refused') return data<Answer>(confirmed.refusal, { status: confirmed.httpStatus });
  if (confirmed.status === 'led' || !confirmed.reply.receipt) return redirect(confirmed.next, { status: 303 });
  return data<Answer>({ receipt: confirmed.reply.receipt });
};

type Answer = Partial<Refusal> & { receipt?: Receipt };

export const meta: Route.MetaFunction = (from) =>
  pageHead(from, {
    path: '/confirm-submission',
    title: m.confirm_submission_title(),
    description: m.confirm_submission_lead(),
    isIndexed: false,
  });

/** A button and nothing automatic: mail programs open links to preview them, and that is no person confirming. */
export default function ConfirmSubmission() {
  const [params] = useSearchParams();
  const [receipt, setReceipt] = useState(useActionData<Answer | undefined>()?.receipt);
  const token = params.get('token');
  if (receipt) return <Received receipt={receipt} />;
  if (params.has('confirmed')) return <Confirmed />;
  return (
    <NarrowPage title={m.confirm_submission_title()} lead={token && m.confirm_submission_lead()}>
      {token ? <ConfirmationForm token={token} onReceipt={setReceipt} /> : <MissingLink />}
    </NarrowPage>
  );
}

function ConfirmationForm({ token, onReceipt }: { token: string; onReceipt: (receipt: Receipt) => void }) {
  const navigate = useNavigate();
  const state = useForm(confirmForm, {
    onDone: ({ reply, next }) => (reply.receipt ? onReceipt(reply.receipt) : navigate(next)),
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

/** A report that its sender can follow from here on. */
const Received = ({ receipt }: { receipt: Receipt }) => (
  <NarrowPage title={m.confirm_report_done()}>
    <ReceiptCard receipt={receipt} />
  </NarrowPage>
);

const MissingLink = () => (
  <Notice icon="empty" title={m.confirm_submission_no_token()}>
    <p className="text-muted">{m.confirm_submission_no_token_text()}</p>
  </Notice>
);

const Confirmed = () => (
  <NarrowPage title={m.confirm_submission_title()}>
    <Callout icon="check-circle" title={m.confirm_submission_done()}>
      <p>{m.confirm_submission_done_text()}</p>
    </Callout>
    <p>
      <Link to={to('/directory')} className={buttonClass('secondary')}>
        {m.home_browse()}
      </Link>
    </p>
  </NarrowPage>
);
