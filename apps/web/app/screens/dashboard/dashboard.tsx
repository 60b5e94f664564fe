import type { User } from '@hakiki/contract/accounts';
import { isEntitled } from '@hakiki/contract/entitlements';
import { waitingTimes } from '@hakiki/contract/limits';
import { redirect, useSearchParams } from 'react-router';
import { AuthGate } from '../../components/layout/auth-gate.tsx';
import { SentNote } from '../../components/filings/sent-note.tsx';
import { SignInPrompt } from '../../components/layout/sign-in-prompt.tsx';
import { Icon } from '../../components/ui/icon.tsx';
import { authUser } from '../../lib/api/auth.ts';
import { parseCountry, useMyCountry } from '../../lib/browser/my-country.ts';
import { formAction } from '../../lib/forms/action.ts';
import { unlistedPage } from '../../lib/pages/head.ts';
import { getDisplayName } from '../../lib/pages/navigation.ts';
import { apiContext } from '../../lib/pages/context.ts';
import { loginPathFrom } from '../../lib/pages/paths.ts';
import { prefetch, getQueryStore } from '../../lib/api/use-query.ts';
import { m } from '../../paraglide/messages.js';
import type { Route } from './+types/dashboard.ts';
import { listDashboardQueries } from './dashboard-queries.ts';
import { DashboardTabs, parseDashboardTab } from './dashboard-tabs.tsx';
import { OwnCards } from './own-cards.tsx';
import { cancelForm, refundForm } from './plan-forms.ts';
import { SideCards } from './side-cards.tsx';
import { StatCards } from './stat-cards.tsx';
import { lazy, useState } from 'react';
import { LazyPart } from '../../components/lazy-part.tsx';
import { buttonClass } from '../../components/ui/button.ts';
import { Spinner } from '../../components/ui/spinner.tsx';

/** A session that has ended is the usual reason to arrive here without one. */
const toLogin = ({ url }: Request) => {
  const { pathname, search } = new URL(url);
  return redirect(loginPathFrom(pathname + search));
};

/** Everything here is personal, so nothing is loaded before the user is known. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const user = await authUser.load(context.get(apiContext));
  const authResult = await prefetch(context, [{ ...authUser, load: () => Promise.resolve(user) }]);
  if (!user) throw toLogin(request);
  const { reads } = await prefetch(context, listDashboardQueries(parseCountry(new URL(request.url).searchParams)));
  return { reads: [...authResult.reads, ...reads] };
}

export const action = formAction([cancelForm, refundForm]);

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const store = getQueryStore();
  await store.load(authUser);
  const authOutcome = store.getOutcome(authUser);
  if (authOutcome.status !== 'ready' || !authOutcome.data) throw toLogin(request);
  for (const query of listDashboardQueries(parseCountry(new URL(request.url).searchParams))) void store.load(query);
  return null;
}

export const meta = unlistedPage('/dashboard', m.nav_dashboard, m.dashboard_description);

export default function Dashboard() {
  return <AuthGate visitor={<SignInPrompt />}>{(user) => <MemberDashboard user={user} />}</AuthGate>;
}

function MemberDashboard({ user }: { user: User }) {
  const [params] = useSearchParams();
  const hasAnalysis = isEntitled(user, 'analysis');
  const country = useMyCountry(params);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div>
          <h1 className="title-page flex flex-wrap items-center gap-x-3 gap-y-1">
            {m.nav_dashboard()}
            {hasAnalysis && <PremiumBadge />}
          </h1>
          <p className="mt-1 text-muted">{m.dashboard_welcome({ name: getDisplayName(user) })}</p>
        </div>
        {hasAnalysis && <ConfigureAlerts email={user.email} country={country} />}
      </div>
      <SentNote kind="alert" title={m.scam_done()} text={m.scam_done_text(waitingTimes.scamReportHours)} />
      <OwnCards country={country} />
      <StatCards hasAnalysis={hasAnalysis} />
      <div className="mt-10 grid gap-10 lg:grid-cols-[minmax(0,1fr)_19rem] lg:gap-8">
        <DashboardTabs hasAnalysis={hasAnalysis} current={parseDashboardTab(params, hasAnalysis)} country={country} />
        <SideCards user={user} hasAnalysis={hasAnalysis} />
      </div>
    </>
  );
}

const PremiumBadge = () => (
  <span className="inline-flex items-center gap-1.5 rounded-full bg-accent-soft px-3 py-1 text-base font-semibold text-accent">
    <Icon name="crown" className="size-4" />
    {m.dashboard_premium()}
  </span>
);

const AlertPreferencesDialog = lazy(async () => ({
  default: (await import('./alert-preferences-dialog.tsx')).AlertPreferencesDialog,
}));

function ConfigureAlerts(member: { email: string; country: string | undefined }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="needs-scripts">
      <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)} className={buttonClass('secondary')}>
        <Icon name="filter" className="size-4" />
        {m.dashboard_configure()}
      </button>
      <p className="mt-1 text-sm text-muted">{m.dashboard_configure_hint()}</p>
      {isOpen && (
        <LazyPart fallback={<Spinner label={m.dashboard_choices_loading()} />}>
          <AlertPreferencesDialog {...member} onClose={() => setOpen(false)} />
        </LazyPart>
      )}
    </div>
  );
}
