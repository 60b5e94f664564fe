import type { User } from '@hakiki/contract/accounts';
import { AuthGate } from '../../components/layout/auth-gate.tsx';
import { QueryFailure } from '../../components/query-failure.tsx';
import { SignInPrompt } from '../../components/layout/sign-in-prompt.tsx';
import { RetryDialogs } from '../../components/staff/retry-dialog-host.tsx';
import { authUser } from '../../lib/api/auth.ts';
import { formAction } from '../../lib/forms/action.ts';
import { pageHead } from '../../lib/pages/head.ts';
import { startQueries, prefetch, useQuery } from '../../lib/api/use-query.ts';
import type { PageHandle } from '../../lib/hydration/deferred-scripts.ts';
import { m } from '../../paraglide/messages.js';
import type { Route } from './+types/account-page.ts';
import { DataSection, DeleteSection } from './account-data.tsx';
import { ChangeEmailSection } from './account-email.tsx';
import { formsWithoutScripts } from './account-forms.ts';
import { ChangePasswordSection } from './account-password.tsx';
import { Profile } from './account-profile.tsx';
import { accountQuery, invoicesQuery, sessionsQuery } from './account-queries.ts';
import { SectionLinks } from './account-section.tsx';
import { InvoicesSection } from './invoices-section.tsx';
import { PasskeysSection } from './security-passkeys.tsx';
import { TwoFactorSection } from './security-two-factor.tsx';
import { SessionsSection } from './sessions-section.tsx';

const queries = [authUser, accountQuery, sessionsQuery, invoicesQuery];

export const loader = ({ context }: Route.LoaderArgs) => prefetch(context, queries);
export const clientLoader = startQueries(() => queries);
export const action = formAction(formsWithoutScripts);

export const handle: PageHandle = { isForm: true };

export const meta: Route.MetaFunction = (metaArgs) =>
  pageHead(metaArgs, {
    path: '/account',
    title: m.account_title(),
    description: m.account_description(),
    isIndexed: false,
  });

export default function AccountPage() {
  return (
    <AuthGate visitor={<SignInPrompt title={m.account_title()} />}>
      {(user) => <AccountSections user={user} />}
    </AuthGate>
  );
}

function AccountSections({ user }: { user: User }) {
  return (
    <div className="grid gap-6 lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-10">
      <div className="flex flex-col gap-4 lg:sticky lg:top-24 lg:self-start">
        <h1 className="text-2xl font-bold">{m.account_title()}</h1>
        <SectionLinks
          sections={[
            { id: 'profile', heading: m.profile_heading() },
            { id: 'password', heading: m.password_heading() },
            { id: 'email', heading: m.email_heading() },
            { id: 'two-factor', heading: m.two_factor_heading() },
            { id: 'passkeys', heading: m.passkeys_heading() },
            { id: 'sessions', heading: m.sessions_heading() },
            { id: 'invoices', heading: m.invoices_heading() },
            { id: 'data', heading: m.data_heading() },
            { id: 'delete', heading: m.delete_heading() },
          ]}
        />
      </div>
      <div className="flex max-w-190 flex-col gap-6">
        <Profile user={user} />
        <ChangePasswordSection email={user.email} />
        <SignInMethods user={user} />
        <SessionsSection />
        <InvoicesSection />
        <DataSection />
        <DeleteSection />
      </div>
      {/* Staff give their second factor again before their credentials change. */}
      {(user.isAdmin || user.isModerator) && <RetryDialogs user={user} />}
    </div>
  );
}

function SignInMethods({ user: { isAdmin } }: { user: User }) {
  const account = useQuery(accountQuery);
  if (account.status === 'failed') return <QueryFailure message={m.account_failed()} query={account} />;
  if (account.status === 'loading') return <div className="skeleton h-60" aria-hidden="true" />;
  return (
    <>
      <ChangeEmailSection account={account.data} />
      <TwoFactorSection account={account.data} isAdmin={isAdmin} />
      <PasskeysSection account={account.data} isAdmin={isAdmin} />
    </>
  );
}
