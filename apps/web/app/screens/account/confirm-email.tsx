import { confirmEmailChange } from '@hakiki/contract/sign-in';
import { Link, useSearchParams } from 'react-router';
import { PostForm, SubmitButton } from '../../components/forms/form.tsx';
import { Callout } from '../../components/ui/callout.tsx';
import { authUser } from '../../lib/api/auth.ts';
import { formAction } from '../../lib/forms/action.ts';
import { defineForm } from '../../lib/forms/forms.ts';
import { unlistedPage } from '../../lib/pages/head.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { defineMutation } from '../../lib/api/mutations.ts';
import type { PageHandle } from '../../lib/hydration/deferred-scripts.ts';
import { m } from '../../paraglide/messages.js';
import { MissingToken } from './missing-token.tsx';
import { Card, NarrowPage } from './narrow-page.tsx';

const confirmForm = defineForm({
  name: 'confirm',
  mutation: defineMutation('POST', '/api/auth/confirm-email-change', { refreshes: [authUser] }),
  schema: confirmEmailChange.body,
  failure: { title: m.confirm_email_failed, fallback: m.error_link_invalid },
  next: ({ isComplete }) => pathTo(`/confirm-email?confirmed=${isComplete ? 'complete' : 'partly'}`),
});

export const action = formAction([confirmForm]);

export const handle: PageHandle = { isForm: true };

export const meta = unlistedPage('/confirm-email', m.confirm_email_title, m.confirm_email_lead);

/** Requires a press of a button: mail programs open links, and that must not change an address. */
export default function ConfirmEmail() {
  const [params] = useSearchParams();
  const token = params.get('token');
  const confirmed = params.get('confirmed');
  if (confirmed) return <ConfirmedNotice isComplete={confirmed === 'complete'} />;
  return (
    <NarrowPage title={m.confirm_email_title()} lead={m.confirm_email_lead()}>
      {token ? <ConfirmationForm token={token} /> : <MissingToken path={pathTo('/account')} />}
    </NarrowPage>
  );
}

function ConfirmationForm({ token }: { token: string }) {
  const state = useForm(confirmForm);
  return (
    <Card>
      <PostForm state={state} help={state.refusal?.code === 'LINK_INVALID' && <AccountLink />}>
        <input type="hidden" name="token" value={token} />
        <SubmitButton>{m.confirm_email_submit()}</SubmitButton>
      </PostForm>
    </Card>
  );
}

const AccountLink = () => (
  <Link to={pathTo('/account')} className="inline-flex min-h-11 items-center underline">
    {m.confirm_email_to_account()}
  </Link>
);

function ConfirmedNotice({ isComplete }: { isComplete: boolean }) {
  return (
    <NarrowPage title={m.confirm_email_title()}>
      <Callout icon="check-circle" title={isComplete ? m.confirm_email_complete() : m.confirm_email_partly()}>
        <p>{isComplete ? m.confirm_email_complete_text() : m.confirm_email_partly_text()}</p>
      </Callout>
    </NarrowPage>
  );
}
