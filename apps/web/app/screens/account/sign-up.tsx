import { Link, useLocation } from 'react-router';
import { Callout } from '../../components/ui/callout.tsx';
import { useAuth } from '../../lib/api/auth.ts';
import { formAction } from '../../lib/forms/action.ts';
import { pageHead } from '../../lib/pages/head.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import type { PageHandle } from '../../lib/hydration/deferred-scripts.ts';
import { m } from '../../paraglide/messages.js';
import type { Route } from './+types/sign-up.ts';
import { codeForm, loginForm } from './login-forms.ts';
import { SecondFactorStep, Login } from './login.tsx';
import { Registration } from './registration.tsx';
import { parseSignUpUrl } from './sign-up-url.ts';
import { signUpForms } from './sign-up-forms.ts';

export const action = formAction([...Object.values(signUpForms), loginForm, codeForm]);

export const handle: PageHandle = { isForm: true };

export const meta: Route.MetaFunction = (metaArgs) =>
  pageHead(metaArgs, {
    path: '/signup',
    title: parseSignUpUrl(metaArgs.location.search).isLogin ? m.login_title() : m.signup_title(),
    description: m.signup_description(),
    isIndexed: false,
  });

/** Registration and login share a path; the query selects the form. */
export default function SignUp() {
  const urlState = parseSignUpUrl(useLocation().search);
  if (!urlState.isLogin) return <Registration urlState={urlState} note={<SignedInNotice />} />;
  if (urlState.isCodeStep) return <SecondFactorStep urlState={urlState} />;
  return <Login urlState={urlState} note={<SignedInNotice />} />;
}

/** Members who are signed in already need neither form. */
function SignedInNotice() {
  const auth = useAuth();
  if (auth.status !== 'signed-in') return null;
  return (
    <Callout icon="info" title={m.signup_signed_in({ email: auth.user.email })}>
      <Link to={pathTo('/dashboard')} className="inline-flex min-h-11 items-center underline">
        {m.signup_to_dashboard()}
      </Link>
    </Callout>
  );
}
