import { minimums } from '@hakiki/contract/limits';
import { ResetPassword as NewPassword } from '@hakiki/contract/sign-in';
import { Link, useSearchParams } from 'react-router';
import { FormPassword } from '../../components/forms/password.tsx';
import { PostForm, SubmitButton } from '../../components/forms/form.tsx';
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

const resetForm = defineForm({
  name: 'reset',
  mutation: defineMutation('POST', '/api/auth/reset-password', { refreshes: [authUser] }),
  schema: NewPassword,
  failure: { title: m.reset_failed, fallback: m.error_link_invalid },
  next: ({ isStaff }) => pathTo(isStaff ? '/admin/login?reset=1' : '/signup?login=true&reset=1'),
});

export const action = formAction([resetForm]);

export const handle: PageHandle = { isForm: true };

export const meta = unlistedPage('/reset-password', m.reset_title, m.reset_lead);

export default function ResetPassword() {
  const [params] = useSearchParams();
  const token = params.get('token');
  return (
    <NarrowPage title={m.reset_title()} lead={token ? m.reset_lead() : undefined}>
      {token ? <NewPasswordForm token={token} /> : <MissingToken path={pathTo('/forgot-password')} />}
    </NarrowPage>
  );
}

function NewPasswordForm({ token }: { token: string }) {
  const state = useForm(resetForm);
  return (
    <Card>
      <PostForm state={state} help={state.refusal?.code === 'LINK_INVALID' && <NewLinkHint />}>
        <input type="hidden" name="token" value={token} />
        <FormPassword
          name="password"
          label={m.reset_password()}
          hint={m.signup_password_hint({ count: minimums.password })}
          autoComplete="new-password"
        />
        <FormPassword name="confirmPassword" label={m.signup_confirm_password()} autoComplete="new-password" />
        <SubmitButton>{m.reset_submit()}</SubmitButton>
      </PostForm>
    </Card>
  );
}

const NewLinkHint = () => (
  <Link to={pathTo('/forgot-password')} className="inline-flex min-h-11 items-center underline">
    {m.reset_new_link()}
  </Link>
);
