import { Credentials } from '@hakiki/contract/sign-in';
import type { SiteSettings } from '@hakiki/contract/web-handler';
import { Link, useSearchParams } from 'react-router';
import { FormPassword } from '../../components/forms/password.tsx';
import { Toaster } from '../../components/layout/toaster.tsx';
import { PostForm, SubmitButton, FormEmail } from '../../components/forms/form.tsx';
import { buttonClass } from '../../components/ui/button.ts';
import { Callout } from '../../components/ui/callout.tsx';
import { ErrorSummary } from '../../components/ui/error-summary.tsx';
import { Icon } from '../../components/ui/icon.tsx';
import { formAction } from '../../lib/forms/action.ts';
import { defineForm } from '../../lib/forms/forms.ts';
import { unlistedPage } from '../../lib/pages/head.ts';
import { siteContext } from '../../lib/pages/context.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { defineMutation } from '../../lib/api/mutations.ts';
import { m } from '../../paraglide/messages.js';
import type { Route } from './+types/login.ts';

const adminLoginForm = defineForm({
  name: 'admin-login',
  mutation: defineMutation('POST', '/api/admin/login'),
  schema: Credentials,
  failure: { title: m.admin_login_failed, fallback: m.error_wrong_admin_credentials },
  next: () => pathTo('/admin'),
  steps: { SECOND_FACTOR_REQUIRED: () => pathTo('/signup?login=true&admin=true&step=code') },
});

export const loader = ({ context }: Route.LoaderArgs) => ({ testAdmin: context.get(siteContext).testAdmin });
export const action = formAction([adminLoginForm]);

export const meta = unlistedPage('/admin/login', m.admin_login_title, m.admin_description);

export default function AdminLoginPage({ loaderData }: Route.ComponentProps) {
  return <AdminLogin testAdmin={loaderData.testAdmin} />;
}

export function AdminLogin({ testAdmin }: Pick<SiteSettings, 'testAdmin'>) {
  const [query] = useSearchParams();
  // Loads a new document, so that no cached visitor data stays.
  const form = useForm(adminLoginForm, { onDone: ({ next }) => location.assign(next) });
  return (
    <main className="mx-auto flex w-full max-w-[34rem] flex-1 flex-col gap-5 px-4 py-8 md:py-12">
      <div className="flex items-center gap-2">
        <Link to={pathTo('/')} className={buttonClass('secondary')}>
          <Icon name="chevron-left" className="size-4" />
          {m.admin_login_back()}
        </Link>
        <Toaster />
      </div>
      <h1 className="text-2xl font-bold md:text-3xl">{m.admin_login_title()}</h1>
      <p className="text-muted">{m.admin_login_text()}</p>
      {query.get('reset') === '1' && (
        <Callout icon="check-circle" title={m.login_password_changed_title()}>
          <p>{m.login_password_changed()}</p>
        </Callout>
      )}
      {query.get('error') === 'google' && (
        <div role="alert">
          <ErrorSummary title={m.admin_login_google_unavailable()} entries={[]} />
        </div>
      )}
      <div className="flex flex-col gap-5 rounded-card border border-line bg-surface p-4 md:p-6">
        <PostForm state={form} label={m.admin_login_title()}>
          <FormEmail name="email" label={m.login_email()} autoComplete="username" />
          <FormPassword name="password" label={m.login_password()} autoComplete="current-password" />
          <SubmitButton>{m.admin_login_submit()}</SubmitButton>
        </PostForm>
        <p className="text-center text-sm text-muted">{m.login_or()}</p>
        {/* A plain navigation: the server redirects to Google, or back with an error. */}
        <a href="/api/admin/login/google" className={buttonClass('secondary')}>
          {m.admin_login_google()}
        </a>
        <Link to={pathTo('/signup?login=true&admin=true')} className={buttonClass('secondary', 'needs-scripts')}>
          <Icon name="lock" className="size-4" />
          {m.login_passkey()}
        </Link>
      </div>
      {testAdmin && <TestAdmin {...testAdmin} />}
    </main>
  );
}

/** Outside production only: in production the server provides no test account. */
const TestAdmin = ({ email, password }: NonNullable<SiteSettings['testAdmin']>) => (
  <p className="rounded-card border border-dashed border-line-strong p-4">
    {m.admin_login_test()} <code className="font-mono">{email}</code> / <code className="font-mono">{password}</code>
  </p>
);
