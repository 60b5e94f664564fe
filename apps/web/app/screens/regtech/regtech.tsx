import type { User } from '@hakiki/contract/accounts';
import { isEntitled } from '@hakiki/contract/entitlements';
import { figuresPath } from '@hakiki/contract/site';
import { Link, useSearchParams } from 'react-router';
import { AuthGate } from '../../components/layout/auth-gate.tsx';
import { SignInPrompt } from '../../components/layout/sign-in-prompt.tsx';
import { buttonClass, textLinkClass } from '../../components/ui/button.ts';
import { Tabs } from '../../components/ui/tabs.tsx';
import { unlistedPage } from '../../lib/pages/head.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { prefetchForUser, startQueriesForUser } from '../../lib/api/user-queries.ts';
import { m } from '../../paraglide/messages.js';
import type { Route } from './+types/regtech.ts';
import { Alerts } from './alerts.tsx';
import { Metrics } from './metrics.tsx';
import { Overview } from './overview.tsx';
import {
  parseAlertFilters,
  parseCountry,
  parsePage,
  parseTab,
  regtechTabs,
  tabPath,
  type RegtechTab,
} from './regtech-url.ts';
import { countryQuery, listRegtechQueries } from './regtech-queries.ts';
import { Reports } from './reports.tsx';

const hasRegtechAccess = (user: User | null | undefined) => Boolean(user && isEntitled(user, 'regtech'));

const listQueries = (url: string) => {
  const params = new URL(url).searchParams;
  const country = parseTab(params) === 'alerts' ? '' : parseCountry(params);
  return [...listRegtechQueries(params), ...(country ? [countryQuery(country)] : [])];
};

/** Nothing is requested before the person's rights are known. */
const listUserQueries = (user: User, request: Request) => (hasRegtechAccess(user) ? listQueries(request.url) : []);

export const loader = ({ context, request }: Route.LoaderArgs) =>
  prefetchForUser(context, (user) => listUserQueries(user, request));
export const clientLoader = startQueriesForUser(listUserQueries);

export const meta = unlistedPage('/regtech', m.regtech_title, m.regtech_description);

export default function Regtech() {
  return (
    <AuthGate visitor={<SignInPrompt title={m.regtech_title()} text={m.regtech_sign_in_text()} />}>
      {(user) => (hasRegtechAccess(user) ? <RegtechDashboard /> : <UpgradePrompt />)}
    </AuthGate>
  );
}

const UpgradePrompt = () => (
  <div className="flex max-w-[68ch] flex-col items-start gap-4 py-8">
    <h1 className="title-page">{m.regtech_title()}</h1>
    <p className="text-lg font-semibold">{m.regtech_upgrade_title()}</p>
    <p className="text-muted">{m.regtech_upgrade_text()}</p>
    <Link to={pathTo('/pricing')} className={buttonClass('primary')}>
      {m.regtech_upgrade()}
    </Link>
  </div>
);

const tabLabels: Record<RegtechTab, () => string> = {
  overview: m.regtech_tab_overview,
  alerts: m.regtech_tab_alerts,
  reports: m.regtech_tab_reports,
  metrics: m.regtech_tab_metrics,
};

function RegtechDashboard() {
  const [params] = useSearchParams();
  const current = parseTab(params);
  const country = parseCountry(params);
  const tabs = regtechTabs.map((name) => ({ name, label: tabLabels[name](), path: tabPath(name) }));
  return (
    <>
      <h1 className="title-page">{m.regtech_title()}</h1>
      <p className="mt-2 max-w-[68ch] text-muted">{m.regtech_lead()}</p>
      <p className="mt-2 mb-6 flex flex-wrap gap-x-6 gap-y-2">
        <a href="/api/regtech/figures/file" download className={textLinkClass('underline-offset-4')}>
          {m.regtech_csv()}
        </a>
        <Link to={`${pathTo(figuresPath)}#regtech`} className={textLinkClass('underline-offset-4')}>
          {m.regtech_definitions()}
        </Link>
      </p>
      <Tabs id="regtech" label={m.regtech_tabs()} tabs={tabs} current={current}>
        <h2 className="sr-only">{tabLabels[current]()}</h2>
        {current === 'overview' && <Overview params={params} />}
        {current === 'alerts' && <Alerts filters={parseAlertFilters(params)} />}
        {current === 'reports' && <Reports country={country} page={parsePage(params)} />}
        {current === 'metrics' && <Metrics country={country} />}
      </Tabs>
    </>
  );
}
