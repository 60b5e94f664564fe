/** The five tabs of the console. Each is loaded when it is opened. */
import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { LazyPart } from '../../components/lazy-part.tsx';
import { Tabs } from '../../components/ui/tabs.tsx';
import { formatNumber } from '../../lib/language/format.ts';
import { useQuery } from '../../lib/api/use-query.ts';
import { m } from '../../paraglide/messages.js';
import { TableSkeleton } from './parts/table.tsx';
import { alertCountsQuery } from './alerts/queries.ts';
import { consolePath, consoleTabs, type ConsoleTab } from './parts/console-url.ts';

const tabLabels: Record<ConsoleTab, () => string> = {
  overview: m.admin_tab_overview,
  users: m.admin_tab_users,
  providers: m.admin_tab_providers,
  alerts: m.admin_tab_alerts,
  reports: m.admin_tab_reports,
};

const tabComponents: Record<ConsoleTab, LazyExoticComponent<ComponentType>> = {
  overview: lazy(async () => ({ default: (await import('./overview/overview.tsx')).OverviewTab })),
  users: lazy(async () => ({ default: (await import('./users/users.tsx')).UsersTab })),
  providers: lazy(async () => ({ default: (await import('./providers/providers.tsx')).ProvidersTab })),
  alerts: lazy(async () => ({ default: (await import('./alerts/alerts.tsx')).AlertsTab })),
  reports: lazy(async () => ({ default: (await import('./reports/reports.tsx')).ReportsTab })),
};

export function ConsoleTabs({ current }: { current: ConsoleTab }) {
  const TabContent = tabComponents[current];
  const tabs = consoleTabs.map((name) => ({
    name,
    label: tabLabels[name](),
    path: consolePath(name),
    ...(name === 'alerts' && { badge: <PendingBadge /> }),
  }));
  return (
    <Tabs id="console" label={m.admin_tabs()} tabs={tabs} current={current}>
      <h2 className="sr-only">{tabLabels[current]()}</h2>
      <LazyPart key={current} fallback={<TableSkeleton label={m.admin_tab_loading()} />}>
        <TabContent />
      </LazyPart>
    </Tabs>
  );
}

/** The number of pending alerts. */
function PendingBadge() {
  const counts = useQuery(alertCountsQuery);
  if (counts.status !== 'ready' || counts.data.pending === 0) return null;
  const count = formatNumber(counts.data.pending);
  return (
    <span className="relative ms-2 inline-flex min-w-6 items-center justify-center rounded-full bg-flagged px-1.5 text-sm font-semibold text-paper">
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">{m.admin_pending_count({ count })}</span>
    </span>
  );
}
