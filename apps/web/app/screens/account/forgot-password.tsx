import { lifetimes } from '@hakiki/contract/limits';
import { forgotPassword } from '@hakiki/contract/sign-in';
import { Link, useSearchParams } from 'react-router';
import { PostForm, SubmitButton, FormEmail } from '../../components/forms/form.tsx';
import { Callout } from '../../components/ui/callout.tsx';
import { formAction } from '../../lib/forms/action.ts';
import { defineForm } from '../../lib/forms/forms.ts';
import { unlistedPage } from '../../lib/pages/head.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { defineMutation } from '../../lib/api/mutations.ts';
import type { PageHandle } from '../../lib/hydration/deferred-scripts.ts';
import { textLinkClass } from '../../components/ui/button.ts';
import { m } from '../../paraglide/messages.js';
import { Card, NarrowPage } from './narrow-page.tsx';

const forgotForm = defineForm({
  name: 'forgot',
  mutation: defineMutation('POST', '/api/auth/forgot-password'),
  schema: forgotPassword.body,
  failure: { title: m.forgot_failed, fallback: m.verify_resend_fallback },
  next: () => pathTo('/forgot-password?sent=1'),
});

export const action = formAction([forgotForm]);

export const handle: PageHandle = { isForm: true };

export const meta = unlistedPage('/forgot-password', m.forgot_title, m.forgot_lead);

export default function ForgotPassword() {
  const [params] = useSearchParams();
  const state = useForm(forgotForm);
  return (
    <NarrowPage title={m.forgot_title()} lead={m.forgot_lead()}>
      {params.has('sent') && (
        <Callout icon="check-circle" title={m.forgot_sent()}>
          <p>{m.forgot_sent_text({ hours: lifetimes.emailTokenHours })}</p>
        </Callout>
      )}
      <Card>
        <PostForm state={state}>
          <FormEmail name="email" label={m.login_email()} autoComplete="username" />
          <SubmitButton>{m.forgot_submit()}</SubmitButton>
        </PostForm>
      </Card>
      <p>
        <Link to={pathTo('/signup?login=true')} className={textLinkClass()}>
          {m.login_code_back()}
        </Link>
      </p>
    </NarrowPage>
  );
}
