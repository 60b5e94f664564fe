import { listLimits } from '@hakiki/contract/limits';
import { lazy, type ComponentType } from 'react';
import { Link } from 'react-router';
import { AlertCard } from '../../components/alerts/card.tsx';
import { LazyPart } from '../../components/lazy-part.tsx';
import { QueryFailure } from '../../components/query-failure.tsx';
import { ReportCard } from '../../components/alerts/report-card.tsx';
import { buttonClass } from '../../components/ui/button.ts';
import { Notice } from '../../components/ui/notice.tsx';
import { Tabs } from '../../components/ui/tabs.tsx';
import { memberAlerts } from '../../lib/alerts/queries.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import type { ItemPage, Query } from '../../lib/api/queries.ts';
import { useQuery } from '../../lib/api/use-query.ts';
import { m } from '../../paraglide/messages.js';
import { reportsRead } from './dashboard-reads.ts';

/** Loaded lazily: only members who open the tab need the charts. */
const Analysis = lazy(async () => ({ default: (await import('./analysis.tsx')).Analysis }));

const labels = { alerts: m.dashboard_tab_alerts, reports: m.dashboard_tab_reports, analysis: m.dashboard_tab_analysis };
type DashboardTab = keyof typeof labels;

const tabsFor = (hasAnalysis: boolean): DashboardTab[] =>
  hasAnalysis ? ['alerts', 'reports', 'analysis'] : ['alerts', 'reports'];

export const parseDashboardTab = (params: URLSearchParams, hasAnalysis: boolean): DashboardTab =>
  tabsFor(hasAnalysis).find((name) => name === params.get('tab')) ?? 'alerts';

export function DashboardTabs({ hasAnalysis, current }: { hasAnalysis: boolean; current: DashboardTab }) {
  const tabs = tabsFor(hasAnalysis).map((name) => ({
    name,
    label: labels[name](),
    path: pathTo(name === 'alerts' ? '/dashboard' : `/dashboard?tab=${name}`),
  }));
  return (
    <Tabs id="dashboard" label={m.dashboard_tabs()} tabs={tabs} current={current}>
      <h2 className="sr-only">{labels[current]()}</h2>
      {current === 'alerts' && <NewestAlerts />}
      {current === 'reports' && <NewestReports />}
      {current === 'analysis' && (
        <LazyPart fallback={<Waiting label={m.dashboard_analysis_loading()} />}>
          <Analysis />
        </LazyPart>
      )}
    </Tabs>
  );
}

const NewestAlerts = () => (
  <NewestOf
    read={memberAlerts}
    count={listLimits.dashboardAlerts}
    all="/alerts"
    words={{
      loading: m.reports_alerts_loading(),
      failed: m.reports_alerts_failed(),
      none: m.reports_alerts_none(),
    }}
    Card={AlertCard}
  />
);

const NewestReports = () => (
  <NewestOf
    read={reportsRead}
    count={listLimits.dashboardReports}
    all="/reports"
    words={{
      loading: m.reports_high_risk_loading(),
      failed: m.reports_high_risk_failed(),
      none: m.dashboard_no_reports(),
    }}
    Card={ReportCard}
  />
);

interface NewestProps<Item> {
  read: Query<ItemPage<Item>>;
  count: number;
  all: '/alerts' | '/reports';
  words: { loading: string; failed: string; none: string };
  Card: ComponentType<{ item: Item; isMember: boolean }>;
}

function NewestOf<Item extends { id: string }>({ read, count, all, words, Card }: NewestProps<Item>) {
  const list = useQuery(read);
  if (list.status === 'loading') return <Waiting label={words.loading} />;
  if (list.status === 'failed') return <QueryFailure message={words.failed} query={list} />;
  if (list.data.items.length === 0) {
    return (
      <Notice icon="empty" title={words.none}>
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
      <Link to={pathTo(all)} className={buttonClass('secondary')}>
        {m.dashboard_see_all()}
      </Link>
    </div>
  );
}

const Waiting = ({ label }: { label: string }) => (
  <div role="status" aria-label={label} className="flex flex-col gap-4">
    {[1, 2, 3].map((place) => (
      <div key={place} className="skeleton h-36" />
    ))}
  </div>
);
