import { listLimits } from '@hakiki/contract/limits';
import { lazy, type ComponentType } from 'react';
import { Link } from 'react-router';
import { AlertCard } from '../../components/alerts/card.tsx';
import { LazyPart } from '../../components/lazy-part.tsx';
import { QueryFailure } from '../../components/query-states.tsx';
import { ReportCard } from '../../components/alerts/report-card.tsx';
import { buttonClass } from '../../components/ui/button.ts';
import { Notice } from '../../components/ui/notice.tsx';
import { Tabs } from '../../components/ui/tabs.tsx';
import { memberAlerts } from '../../lib/alerts/queries.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import type { ItemPage, Query } from '../../lib/api/queries.ts';
import { useQuery } from '../../lib/api/use-query.ts';
import { m } from '../../paraglide/messages.js';
import { countryName } from '../../lib/language/country-labels.ts';
import { countryAlertsQuery, reportsQuery } from './dashboard-queries.ts';

/** Loaded lazily: only members who open the tab need the charts. */
const Analysis = lazy(async () => ({ default: (await import('./analysis.tsx')).Analysis }));

const tabLabels = {
  alerts: m.dashboard_tab_alerts,
  reports: m.dashboard_tab_reports,
  analysis: m.dashboard_tab_analysis,
};
type DashboardTab = keyof typeof tabLabels;

const listTabs = (hasAnalysis: boolean): DashboardTab[] =>
  hasAnalysis ? ['alerts', 'reports', 'analysis'] : ['alerts', 'reports'];

export const parseDashboardTab = (params: URLSearchParams, hasAnalysis: boolean): DashboardTab =>
  listTabs(hasAnalysis).find((name) => name === params.get('tab')) ?? 'alerts';

interface DashboardTabsProps {
  hasAnalysis: boolean;
  current: DashboardTab;
  /** The member's country, if they chose one. */
  country: string | undefined;
}

export function DashboardTabs({ hasAnalysis, current, country }: DashboardTabsProps) {
  const tabs = listTabs(hasAnalysis).map((name) => ({
    name,
    label: tabLabels[name](),
    path: pathTo(name === 'alerts' ? '/dashboard' : `/dashboard?tab=${name}`),
  }));
  return (
    <Tabs id="dashboard" label={m.dashboard_tabs()} tabs={tabs} current={current}>
      <h2 className="sr-only">{tabLabels[current]()}</h2>
      {current === 'alerts' && <NewestAlerts country={country} />}
      {current === 'reports' && <NewestReports />}
      {current === 'analysis' && (
        <LazyPart fallback={<LoadingSkeleton label={m.dashboard_analysis_loading()} />}>
          <Analysis />
        </LazyPart>
      )}
    </Tabs>
  );
}

const NewestAlerts = ({ country }: { country: string | undefined }) => (
  <>
    {country && <p className="mb-4 font-semibold">{m.dashboard_country_newest({ country: countryName(country) })}</p>}
    <NewestList
      query={country ? countryAlertsQuery(country) : memberAlerts}
      count={listLimits.dashboardAlerts}
      allPath={country ? `/alerts?country=${encodeURIComponent(country)}` : '/alerts'}
      texts={{
        loading: m.reports_alerts_loading(),
        failed: m.reports_alerts_failed(),
        none: country ? m.dashboard_country_none({ country: countryName(country) }) : m.reports_alerts_none(),
      }}
      Card={AlertCard}
    />
  </>
);

const NewestReports = () => (
  <NewestList
    query={reportsQuery}
    count={listLimits.dashboardReports}
    allPath="/reports"
    texts={{
      loading: m.reports_high_risk_loading(),
      failed: m.reports_high_risk_failed(),
      none: m.dashboard_no_reports(),
    }}
    Card={ReportCard}
  />
);

interface NewestListProps<Item> {
  query: Query<ItemPage<Item>>;
  count: number;
  allPath: `/${string}`;
  texts: { loading: string; failed: string; none: string };
  Card: ComponentType<{ item: Item; isMember: boolean }>;
}

function NewestList<Item extends { id: string }>({ query: read, count, allPath, texts, Card }: NewestListProps<Item>) {
  const list = useQuery(read);
  if (list.status === 'loading') return <LoadingSkeleton label={texts.loading} />;
  if (list.status === 'failed') return <QueryFailure message={texts.failed} query={list} />;
  if (list.data.items.length === 0) {
    return (
      <Notice icon="empty" title={texts.none}>
        <Link to={pathTo('/directory')} className={buttonClass('secondary')}>
          {m.home_browse()}
        </Link>
      </Notice>
    );
  }
  return (
    <div className="flex flex-col items-start gap-4">
      <ul className="flex w-full flex-col gap-4">
        {list.data.items.slice(0, count).map((item) => (
          <li key={item.id}>
            <Card item={item} isMember />
          </li>
        ))}
      </ul>
      <Link to={pathTo(allPath)} className={buttonClass('secondary')}>
        {m.dashboard_see_all()}
      </Link>
    </div>
  );
}

const LoadingSkeleton = ({ label }: { label: string }) => (
  <div role="status" aria-label={label} className="flex flex-col gap-4">
    {[1, 2, 3].map((index) => (
      <div key={index} className="skeleton h-36" />
    ))}
  </div>
);
