import { lifetimes, verifiedRedirectMs } from '@hakiki/contract/limits';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { FormText, PostForm, SubmitButton, FormEmail } from '../../components/forms/form.tsx';
import { buttonClass } from '../../components/ui/button.ts';
import { Callout } from '../../components/ui/callout.tsx';
import { ErrorSummary } from '../../components/ui/error-summary.tsx';
import { Spinner } from '../../components/ui/spinner.tsx';
import { formAction } from '../../lib/forms/action.ts';
import { unlistedPage } from '../../lib/pages/head.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { showToast } from '../../lib/browser/toast.ts';
import { useForm, type FormState } from '../../lib/forms/use-form.ts';
import type { PageHandle } from '../../lib/hydration/deferred-scripts.ts';
import { m } from '../../paraglide/messages.js';
import { Card, NarrowPage } from './narrow-page.tsx';
import { resendVerification, verifyEmail } from '@hakiki/contract/sign-up';
import { defineForm } from '../../lib/forms/forms.ts';
import { defineMutation } from '../../lib/api/mutations.ts';

const verifyForm = defineForm({
  name: 'verify',
  mutation: defineMutation('POST', '/api/auth/verify-email'),
  schema: verifyEmail.body,
  failure: { title: m.verify_failed, fallback: m.error_verification_link_invalid },
  blank: { field: 'token', title: m.verify_blank_title, text: m.error_token_required },
  next: () => pathTo('/verify-email?verified=1'),
  steps: { EMAIL_ALREADY_VERIFIED: () => pathTo('/verify-email?verified=already') },
});

const resendForm = defineForm({
  name: 'resend',
  mutation: defineMutation('POST', '/api/auth/resend-verification'),
  schema: resendVerification.body,
  failure: { title: m.verify_resend_failed, fallback: m.verify_resend_fallback },
  blank: { field: 'email', title: m.verify_email_blank_title, text: m.verify_email_blank },
  next: () => pathTo('/verify-email?sent=1'),
});

export const action = formAction([verifyForm, resendForm]);

export const handle: PageHandle = { isForm: true };

export const meta = unlistedPage('/verify-email', m.verify_title, m.verify_lead);

/**
 * With scripts, opening the emailed link verifies at once. A plain GET never uses the token up, because mail programs
 * and messengers open links to preview them.
 */
export default function VerifyEmail() {
  const [params] = useSearchParams();
  const token = params.get('token') ?? '';
  const [isVerified, setVerified] = useState(false);
  const verification = useForm(verifyForm, {
    onDone() {
      setVerified(true);
      showToast({ title: m.verify_done(), description: m.verify_done_text(), isInline: true });
    },
  });
  useVerifyOnce(token, verification);
  if (params.get('verified') === 'already') return <AlreadyVerified />;
  if (isVerified || params.has('verified')) return <Verified />;
  if (verification.isSending) {
    return (
      <NarrowPage title={m.verify_title()}>
        <p className="flex items-center gap-3 text-lg">
          <Spinner label={m.verify_verifying()} />
          <span aria-hidden="true">{m.verify_verifying()}</span>
        </p>
      </NarrowPage>
    );
  }
  return <VerificationForms token={token} verification={verification} />;
}

/** Sends a token once, even if the page renders twice, and not again after the page's own action was rejected. */
function useVerifyOnce(token: string, { send, refusal }: FormState) {
  const sentToken = useRef(refusal?.typed['token']);
  useEffect(() => {
    if (!token || sentToken.current === token) return;
    sentToken.current = token;
    send({ token });
  });
}

function VerificationForms({ token, verification }: { token: string; verification: FormState }) {
  const { refusal } = verification;
  const failure = refusal && Object.keys(refusal.fields).length === 0 ? refusal.notice : undefined;
  return (
    <NarrowPage title={m.verify_title()} lead={failure ? undefined : m.verify_lead()}>
      {failure && <FailureBox text={failure.text} />}
      {failure && <ResendForm isNextStep />}
      <Card>
        <PostForm state={failure ? { ...verification, refusal: undefined } : verification}>
          <FormText
            name="token"
            label={m.verify_token()}
            hint={m.verify_token_hint()}
            defaultValue={refusal?.typed['token'] ?? token}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            max={200}
          />
          <SubmitButton variant={failure ? 'secondary' : 'primary'}>{m.verify_submit()}</SubmitButton>
        </PostForm>
      </Card>
      {!failure && <ResendForm />}
    </NarrowPage>
  );
}

function FailureBox({ text }: { text: string }) {
  const boxElement = useRef<HTMLDivElement>(null);
  useEffect(() => boxElement.current?.focus(), []);
  return (
    <ErrorSummary ref={boxElement} title={m.verify_failed_box()} text={text} entries={[]}>
      <p>{m.verify_failed_offer({ hours: lifetimes.emailTokenHours })}</p>
    </ErrorSummary>
  );
}

function ResendForm({ isNextStep = false }: { isNextStep?: boolean }) {
  const [params] = useSearchParams();
  const [isSent, setSent] = useState(params.has('sent'));
  const state = useForm(resendForm, {
    onDone() {
      setSent(true);
      showToast({ title: m.verify_resent(), description: m.verify_resent_text(), isInline: true });
    },
  });
  return (
    <Card>
      <div>
        <h2 className="title-section">{m.verify_resend_title()}</h2>
        <p className="mt-1 text-sm text-muted">{m.verify_resend_text()}</p>
      </div>
      {isSent && !state.refusal && (
        <Callout icon="check-circle" title={m.verify_resent()}>
          <p>{m.verify_resent_text()}</p>
        </Callout>
      )}
      <PostForm state={state}>
        <FormEmail name="email" label={m.login_email()} />
        <SubmitButton variant={isNextStep ? 'primary' : 'secondary'}>{m.verify_resend()}</SubmitButton>
      </PostForm>
    </Card>
  );
}

const loginPath = () => pathTo('/signup?login=true');

/** Shown for a link that was opened twice, or by a mail program first. */
const AlreadyVerified = () => (
  <NarrowPage title={m.verify_title()}>
    <Callout icon="check-circle" title={m.verify_already()}>
      <p>{m.verify_already_text()}</p>
    </Callout>
    <LoginLink />
  </NarrowPage>
);

const LoginLink = () => (
  <p>
    <Link to={loginPath()} className={buttonClass('primary')}>
      {m.verify_to_login()}
    </Link>
  </p>
);

/** Redirects to the login after a delay, unless the person leaves first. */
function Verified() {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => void navigate(loginPath()), verifiedRedirectMs);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <NarrowPage title={m.verify_title()}>
      <Callout icon="check-circle" title={m.verify_done()}>
        <p>{m.verify_done_text()}</p>
        <p className="needs-scripts">{m.verify_done_next()}</p>
      </Callout>
      <LoginLink />
    </NarrowPage>
  );
}
