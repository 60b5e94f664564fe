import type { User } from '@hakiki/contract/accounts';
import { Link, useSearchParams } from 'react-router';
import { AuthGate } from '../../components/layout/auth-gate.tsx';
import { SignInPrompt } from '../../components/layout/sign-in-prompt.tsx';
import { buttonClass } from '../../components/ui/button.ts';
import { Tabs } from '../../components/ui/tabs.tsx';
import { authUser } from '../../lib/api/auth.ts';
import { prefetch, getQueryStore } from '../../lib/api/use-query.ts';
import { businessErrorTexts } from '../../lib/errors/business-error-texts.ts';
import { registerErrorTexts } from '../../lib/errors/server-error-texts.ts';
import { formAction } from '../../lib/forms/action.ts';
import type { PageHandle } from '../../lib/hydration/deferred-scripts.ts';
import { apiContext } from '../../lib/pages/context.ts';
import { pageHead } from '../../lib/pages/head.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';
import type { Route } from './+types/business.ts';
import { businessTabs, parseTab, tabPath, type BusinessTab } from './business-url.ts';
import { Analytics } from './analytics.tsx';
import { Billing } from './billing.tsx';
import { inviteForm, removeForm, roleForm, withdrawForm } from './colleague-forms.ts';
import { Compliance } from './compliance.tsx';
import { accountForm, profileForm } from './forms.ts';
import { Overview } from './overview.tsx';
import { Profile } from './profile.tsx';
import { queriesByTab } from './business-queries.ts';
import { replyForm } from './replies-form.ts';

registerErrorTexts(businessErrorTexts);

const isBusiness = (user: User | null | undefined): boolean => user?.userType === 'business';
const listQueries = (url: string) => queriesByTab[parseTab(new URL(url).searchParams)];

/** Loads nothing before it is known whether the user has a business account. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const user = await authUser.load(context.get(apiContext));
  const tabQueries = isBusiness(user) ? listQueries(request.url) : [];
  return prefetch(context, [{ ...authUser, load: () => Promise.resolve(user) }, ...tabQueries]);
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const store = getQueryStore();
  await store.load(authUser);
  const authOutcome = store.getOutcome(authUser);
  if (authOutcome.status === 'ready' && isBusiness(authOutcome.data))
    for (const query of listQueries(request.url)) void store.load(query);
  return null;
}

export const action = formAction([profileForm, accountForm, replyForm, inviteForm, withdrawForm, roleForm, removeForm]);

export const handle: PageHandle = { isForm: true };

export const meta: Route.MetaFunction = (metaArgs) =>
  pageHead(metaArgs, {
    path: '/business',
    title: m.business_title(),
    description: m.business_description(),
    isIndexed: false,
  });

export default function Business() {
  return (
    <AuthGate visitor={<SignInPrompt title={m.business_title()} text={m.business_sign_in_text()} />}>
      {(user) => (isBusiness(user) ? <BusinessPortal /> : <OtherAccountNotice />)}
    </AuthGate>
  );
}

const OtherAccountNotice = () => (
  <div className="flex max-w-[68ch] flex-col items-start gap-4 py-8">
    <h1 className="text-2xl font-bold">{m.business_title()}</h1>
    <p className="text-lg text-muted">{m.business_only()}</p>
    <Link to={pathTo('/signup?tab=business')} className={buttonClass('primary')}>
      {m.business_sign_up()}
    </Link>
  </div>
);

const tabLabels: Record<BusinessTab, () => string> = {
  overview: m.business_tab_overview,
  profile: m.business_tab_profile,
  compliance: m.business_tab_compliance,
  analytics: m.business_tab_analytics,
  billing: m.business_tab_billing,
};

function BusinessPortal() {
  const [params] = useSearchParams();
  const current = parseTab(params);
  const tabs = businessTabs.map((name) => ({ name, label: tabLabels[name](), path: tabPath(name) }));
  return (
    <>
      <h1 className="text-2xl font-bold md:text-3xl">{m.business_title()}</h1>
      <p className="mt-2 mb-6 max-w-[68ch] text-muted">{m.business_lead()}</p>
      <Tabs id="business" label={m.business_tabs()} tabs={tabs} current={current}>
        <h2 className="sr-only">{tabLabels[current]()}</h2>
        {current === 'overview' && <Overview />}
        {current === 'profile' && <Profile />}
        {current === 'compliance' && <Compliance />}
        {current === 'analytics' && <Analytics />}
        {current === 'billing' && <Billing />}
      </Tabs>
    </>
  );
}
