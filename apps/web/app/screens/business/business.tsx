import type { User } from '@hakiki/contract/accounts';
import { Link, useSearchParams } from 'react-router';
import { AuthGate } from '../../components/layout/auth-gate.tsx';
import { SignInPrompt } from '../../components/layout/sign-in-prompt.tsx';
import { buttonClass } from '../../components/ui/button.ts';
import { Tabs } from '../../components/ui/tabs.tsx';
import { useQuery } from '../../lib/api/use-query.ts';
import { errorTexts as businessErrorTexts } from '../../paraglide/business_errors.js';
import { registerErrorTexts } from '../../lib/errors/server-error-texts.ts';
import { formAction } from '../../lib/forms/action.ts';
import type { PageHandle } from '../../lib/hydration/deferred-scripts.ts';
import { unlistedPage } from '../../lib/pages/head.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { prefetchForUser, startQueriesForUser } from '../../lib/api/user-queries.ts';
import { m } from '../../paraglide/messages.js';
import type { Route } from './+types/business.ts';
import { businessTabs, parseTab, tabPath, type BusinessTab } from './business-url.ts';
import { Analytics } from './analytics.tsx';
import { inviteForm, removeForm, roleForm, withdrawForm } from './colleague-forms.ts';
import { Compliance } from './compliance.tsx';
import { accountForm, profileForm } from './forms.ts';
import { Overview } from './overview.tsx';
import { Profile } from './profile.tsx';
import { queriesByTab, accountQuery, invoicesQuery } from './business-queries.ts';
import { replyForm } from './replies-form.ts';
import { InvoiceItem } from '../../components/payments/invoice-item.tsx';
import { QueryFailure, Skeleton } from '../../components/query-states.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { formatRand } from '../../lib/language/format.ts';
import { PaymentBadge } from './status-badges.tsx';

registerErrorTexts(businessErrorTexts);

const isBusiness = (user: User | null | undefined): boolean => user?.userType === 'business';
const listQueries = (url: string) => queriesByTab[parseTab(new URL(url).searchParams)];

/** Loads nothing before it is known whether the user has a business account. */
const listUserQueries = (user: User, request: Request) => (isBusiness(user) ? listQueries(request.url) : []);

export const loader = ({ context, request }: Route.LoaderArgs) =>
  prefetchForUser(context, (user) => listUserQueries(user, request));
export const clientLoader = startQueriesForUser(listUserQueries);

export const action = formAction([profileForm, accountForm, replyForm, inviteForm, withdrawForm, roleForm, removeForm]);

export const handle: PageHandle = { isForm: true };

export const meta = unlistedPage('/business', m.business_title, m.business_description);

export default function Business() {
  return (
    <AuthGate visitor={<SignInPrompt title={m.business_title()} text={m.business_sign_in_text()} />}>
      {(user) => (isBusiness(user) ? <BusinessPortal /> : <OtherAccountNotice />)}
    </AuthGate>
  );
}

const OtherAccountNotice = () => (
  <div className="flex max-w-[68ch] flex-col items-start gap-4 py-8">
    <h1 className="title-page">{m.business_title()}</h1>
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
      <h1 className="title-page">{m.business_title()}</h1>
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

function Billing() {
  const account = useQuery(accountQuery);
  const invoices = useQuery(invoicesQuery);
  return (
    <div className="flex flex-col gap-6">
      {account.status === 'ready' && (
        <div className="flex max-w-2xl flex-col items-start gap-2 rounded-card border border-line bg-surface p-4">
          <p className="text-lg font-semibold">
            {m.business_fee_line({ fee: formatRand(account.data.annualFee / 100) })}
          </p>
          <PaymentBadge status={account.data.paymentStatus} />
          <p className="text-muted">{m.business_billing_text()}</p>
          <p className="text-sm text-muted">{m.business_money_decides_nothing()}</p>
        </div>
      )}
      {invoices.status === 'loading' && <Skeleton label={m.business_loading()} className="h-48" />}
      {invoices.status === 'failed' && <QueryFailure message={m.business_invoices_failed()} query={invoices} />}
      {invoices.status === 'ready' && invoices.data.length === 0 && (
        <Notice icon="empty" title={m.business_invoices_none()} />
      )}
      {invoices.status === 'ready' && invoices.data.length > 0 && (
        <section aria-labelledby="business-invoices">
          <h3 id="business-invoices" className="title-section">
            {m.business_invoices()}
          </h3>
          <ul className="flex flex-col divide-y divide-line">
            {invoices.data.map((invoice) => (
              <InvoiceItem key={invoice.id} invoice={invoice} hasFile={invoice.isOwn} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
