import { confirmSubmission } from '@hakiki/contract/public-form';
import { Link, useSearchParams } from 'react-router';
import { PostForm, SubmitButton } from '../../components/form.tsx';
import { buttonClass } from '../../components/ui/button.ts';
import { Callout } from '../../components/ui/callout.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { formAction } from '../../lib/form-action.ts';
import { describeForm } from '../../lib/forms.ts';
import { pageHead } from '../../lib/head.ts';
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

export const action = formAction([confirmForm]);

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
  const token = params.get('token');
  if (params.has('confirmed')) return <Confirmed />;
  return (
    <NarrowPage title={m.confirm_submission_title()} lead={token && m.confirm_submission_lead()}>
      {token ? <ConfirmationForm token={token} /> : <MissingLink />}
    </NarrowPage>
  );
}

function ConfirmationForm({ token }: { token: string }) {
  const state = useForm(confirmForm);
  return (
    <Card>
      <PostForm state={state} help={state.refusal?.code === 'LINK_INVALID' && <p>{m.confirm_submission_again()}</p>}>
        <input type="hidden" name="token" value={token} />
        <SubmitButton>{m.confirm_submission_submit()}</SubmitButton>
      </PostForm>
    </Card>
  );
}

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
