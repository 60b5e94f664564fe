/** The page behind an emailed invitation. Requires a press of a button, because mail programs open links. */
import { acceptInvitation } from '@hakiki/contract/business-members';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { PostForm, SubmitButton } from '../../components/forms/form.tsx';
import { AuthGate } from '../../components/layout/auth-gate.tsx';
import { buttonClass } from '../../components/ui/button.ts';
import { authUser } from '../../lib/api/auth.ts';
import { startQueries, prefetch } from '../../lib/api/use-query.ts';
import { defineMutation } from '../../lib/api/mutations.ts';
import { errorTexts as businessErrorTexts } from '../../paraglide/business_errors.js';
import { registerErrorTexts } from '../../lib/errors/server-error-texts.ts';
import { formAction } from '../../lib/forms/action.ts';
import { defineForm } from '../../lib/forms/forms.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import type { PageHandle } from '../../lib/hydration/deferred-scripts.ts';
import { unlistedPage } from '../../lib/pages/head.ts';
import { pathTo, useLoginPath } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';
import type { Route } from './+types/join.ts';

registerErrorTexts(businessErrorTexts);

const joinForm = defineForm({
  name: 'join-business',
  mutation: defineMutation('POST', '/api/business/invitations/accept', {
    invalidates: [
      '/api/business/account',
      '/api/business/profile',
      '/api/business/documents',
      '/api/business/analytics',
      '/api/business/invoices',
      '/api/business/claim',
      '/api/business/replies',
      '/api/business/members',
    ],
  }),
  schema: acceptInvitation.body,
  failure: { title: m.join_failed, fallback: m.join_failed_text },
  next: () => `${pathTo('/business')}#colleagues`,
});

export const loader = ({ context }: Route.LoaderArgs) => prefetch(context, [authUser]);
export const clientLoader = startQueries(() => [authUser]);
export const action = formAction([joinForm]);
export const handle: PageHandle = { isForm: true };

export const meta = unlistedPage('/join-business', m.join_title, m.join_lead);

export default function JoinBusiness() {
  const [params] = useSearchParams();
  const token = params.get('token');
  return (
    <div className="mx-auto flex w-full max-w-[34rem] flex-col gap-5">
      <h1 className="title-page">{m.join_title()}</h1>
      {token ? (
        <AuthGate visitor={<Visitor />}>
          {({ userType, email }) => (userType === 'business' ? <Accept token={token} email={email} /> : <Other />)}
        </AuthGate>
      ) : (
        <p className="text-muted">{m.join_no_token()}</p>
      )}
    </div>
  );
}

const Card = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-col items-start gap-5 rounded-card border border-line bg-surface p-4 md:p-6">
    {children}
  </div>
);

const Visitor = () => (
  <Card>
    <p>{m.join_sign_in()}</p>
    <div className="flex flex-wrap gap-3">
      <Link to={useLoginPath()} className={buttonClass('primary')}>
        {m.join_log_in()}
      </Link>
      <Link to={pathTo('/signup?tab=business')} className={buttonClass('secondary')}>
        {m.join_sign_up()}
      </Link>
    </div>
  </Card>
);

const Other = () => (
  <Card>
    <p>{m.join_other()}</p>
  </Card>
);

function Accept({ token, email }: { token: string; email: string }) {
  const state = useForm(joinForm);
  return (
    <Card>
      <p>{m.join_lead()}</p>
      <p className="text-muted wrap-anywhere">{m.join_as({ email })}</p>
      <PostForm state={state} label={m.join_title()}>
        <input type="hidden" name="token" value={token} />
        <SubmitButton className="self-start">{m.join_accept()}</SubmitButton>
      </PostForm>
    </Card>
  );
}
