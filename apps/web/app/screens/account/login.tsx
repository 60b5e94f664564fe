import { lifetimes } from '@hakiki/contract/limits';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { FormPassword } from '../../components/forms/password.tsx';
import { FormText, PostForm, SubmitButton, FormEmail } from '../../components/forms/form.tsx';
import { Callout } from '../../components/ui/callout.tsx';
import { pathTo } from '../../lib/pages/paths.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { useBrowserValue } from '../../lib/browser/use-browser-value.ts';
import { m } from '../../paraglide/messages.js';
import { codeForm, loginForm } from './login-forms.ts';
import { Card, NarrowPage } from './narrow-page.tsx';
import { loginPath, pathAfterLogin, registrationPath, type SignUpUrlState } from './sign-up-url.ts';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { buttonClass } from '../../components/ui/button.ts';
import { Icon } from '../../components/ui/icon.tsx';
import { Spinner } from '../../components/ui/spinner.tsx';
import { authUser } from '../../lib/api/auth.ts';
import { useMutation } from '../../lib/api/use-mutation.ts';
import { defineMutation, type Mutation } from '../../lib/api/mutations.ts';

const linkClass = 'inline-flex min-h-11 items-center font-semibold text-brand underline';

export function Login({ urlState, note }: { urlState: SignUpUrlState; note: ReactNode }) {
  const { isAdmin } = urlState;
  const createdFor = useCreatedAddress();
  const state = useForm(loginForm, { onDone: ({ next }) => openDocument(next) });
  return (
    <NarrowPage
      title={isAdmin ? m.login_admin_title() : m.login_title()}
      lead={isAdmin ? m.login_admin_lead() : undefined}
    >
      {note}
      {urlState.isCreated && <CheckEmailNotice email={createdFor} />}
      {urlState.isPasswordChanged && (
        <Callout icon="check-circle" title={m.login_password_changed_title()}>
          <p>{m.login_password_changed()}</p>
        </Callout>
      )}
      <p>
        {m.login_new_here()}{' '}
        <Link to={registrationPath(urlState)} className={linkClass}>
          {m.login_to_signup()}
        </Link>
      </p>
      <Card>
        <PostForm state={state} help={state.refusal?.code === 'EMAIL_NOT_VERIFIED' && <VerifyEmailLink />}>
          <FormEmail
            key={createdFor}
            name="email"
            label={m.login_email()}
            autoComplete="username"
            defaultValue={createdFor}
          />
          <FormPassword name="password" label={m.login_password()} autoComplete="current-password" />
          <p className="-mt-3">
            <Link to={pathTo('/forgot-password')} className="inline-flex min-h-11 items-center underline">
              {m.login_forgot()}
            </Link>
          </p>
          <SubmitButton>{m.login_submit()}</SubmitButton>
        </PostForm>
        <PasskeyLogin urlState={urlState} />
      </Card>
    </NarrowPage>
  );
}

const VerifyEmailLink = () => (
  <Link to={pathTo('/verify-email')} className="inline-flex min-h-11 items-center underline">
    {m.login_new_link()}
  </Link>
);

/** The address of an account that was just created, from the browser history: it appears in no URL and no log. */
function useCreatedAddress(): string | undefined {
  const { state } = useLocation() as { state: { createdFor?: string } | null };
  return useBrowserValue(() => state?.createdFor);
}

function CheckEmailNotice({ email }: { email: string | undefined }) {
  const hours = lifetimes.emailTokenHours;
  return (
    <Callout icon="info" title={m.signup_check_email_title()}>
      <p>{email ? m.signup_check_email_address({ email, hours }) : m.signup_check_email({ hours })}</p>
      <p>
        {m.signup_no_email()}{' '}
        <Link to={pathTo('/verify-email')} className="underline">
          {m.login_new_link()}
        </Link>
      </p>
    </Callout>
  );
}

/** The login step after the password, for people with a second factor. */
export function SecondFactorStep({ urlState }: { urlState: SignUpUrlState }) {
  const state = useForm(codeForm, { onDone: ({ next }) => openDocument(next) });
  return (
    <NarrowPage title={m.login_code_title()}>
      <Card>
        <PostForm state={state}>
          <FormText
            name="code"
            label={m.login_code()}
            hint={m.login_code_hint()}
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            max={40}
          />
          <SubmitButton>{m.login_code_submit()}</SubmitButton>
        </PostForm>
        <PasskeyLogin urlState={urlState} />
      </Card>
      <p>
        <Link to={loginPath(urlState)} className={linkClass}>
          {m.login_code_back()}
        </Link>
      </p>
    </NarrowPage>
  );
}

const requestChallenge = defineMutation('POST', '/api/auth/passkey/challenge');
const sendLogin = defineMutation('POST', '/api/auth/passkey/login');

const passkeyLogin: Mutation<unknown, unknown> = {
  refreshes: [authUser],
  async send(api) {
    // Loaded on demand, because few people use passkeys.
    const { startAuthentication } = await import('@simplewebauthn/browser');
    const { options } = await requestChallenge.send(api, {});
    const response = await startAuthentication({
      optionsJSON: options as PublicKeyCredentialRequestOptionsJSON,
    });
    return sendLogin.send(api, { body: { response: { ...response } } });
  },
};

/** A passkey counts as both factors. Hidden in browsers without passkeys. */
function PasskeyLogin({ urlState }: { urlState: SignUpUrlState }) {
  const { run, isRunning } = useMutation(passkeyLogin, {
    failure: { title: m.login_failed, fallback: m.login_passkey_failed },
  });
  const hasPasskeys = useBrowserValue(() => typeof PublicKeyCredential === 'function');
  if (!hasPasskeys) return null;

  const logIn = async () => {
    if (await run()) await openDocument(pathAfterLogin(urlState));
  };
  return (
    <div className="flex flex-col gap-3">
      <p className="text-center text-sm text-muted">{m.login_or()}</p>
      <button type="button" disabled={isRunning} onClick={() => void logIn()} className={buttonClass('secondary')}>
        {isRunning ? <Spinner label={m.form_sending()} className="size-4" /> : <Icon name="lock" className="size-4" />}
        {m.login_passkey()}
      </button>
    </div>
  );
}

/**
 * Goes to another page as a new document, so that no cached visitor data stays. Resolves only when the person comes
 * back to this page; until then its buttons stay busy.
 */
const openDocument = (path: string): Promise<void> =>
  new Promise((resolve) => {
    addEventListener('pageshow', () => resolve(), { once: true });
    location.assign(path);
  });
