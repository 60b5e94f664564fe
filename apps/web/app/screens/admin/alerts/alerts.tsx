import { severities } from '@hakiki/contract/alert-values';
import { Link } from 'react-router';
import { buttonClass } from '../../../components/ui/button.ts';
import { Tabs } from '../../../components/ui/tabs.tsx';
import { severityLabel } from '../../../lib/alerts/labels.ts';
import { listCountryOptions } from '../../../lib/language/country-labels.ts';
import { formatNumber } from '../../../lib/language/format.ts';
import { pathTo } from '../../../lib/pages/paths.ts';
import { useQuery } from '../../../lib/api/use-query.ts';
import { toOptions } from '../../../lib/forms/options.ts';
import { m } from '../../../paraglide/messages.js';
import { ConsoleList } from '../parts/console-list.tsx';
import { AdminToolbar } from '../parts/toolbar.tsx';
import { AlertDialogs } from './dialogs.tsx';
import { AlertTable } from './table.tsx';
import { alertCountsQuery, toAlertFilter, alertsQuery, alertViews, parseAlertView, type AlertView } from './queries.ts';
import { PendingAlerts } from './pending.tsx';
import { useConsoleUrl } from '../parts/console-url.ts';
import { ExportButton } from '../parts/export-button.tsx';

const viewLabels: Record<AlertView, () => string> = {
  pending: m.admin_alerts_view_pending,
  approved: m.admin_alerts_view_approved,
  rejected: m.admin_alerts_view_rejected,
  all: m.admin_alerts_view_all,
};

type ViewCounts = Record<AlertView, number>;

/** All fraud alerts, by status. */
export function AlertsTab() {
  const { params, withChanges } = useConsoleUrl();
  const view = parseAlertView(params);
  const filter = toAlertFilter(params);
  const { search, severity, country } = filter;
  const counts = useAlertCounts();
  const tabs = alertViews.map((name) => ({
    name,
    label: counts
      ? m.admin_alerts_view_count({ view: viewLabels[name](), count: formatNumber(counts[name]) })
      : viewLabels[name](),
    path: withChanges({ status: toUrlValue(name), page: undefined, edit: undefined, view: undefined }),
  }));
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        {counts && <CountBadges counts={counts} />}
        <Link to={pathTo('/admin/queue')} className={buttonClass('secondary', 'ms-auto')}>
          {m.overview_queue()}
        </Link>
      </div>
      <Tabs id="alerts" label={m.admin_alerts_counts()} tabs={tabs} current={view}>
        <AdminToolbar
          searchLabel={m.admin_alerts_search()}
          keptParams={{ status: toUrlValue(view) }}
          filters={[
            { name: 'severity', label: m.admin_field_severity(), options: toOptions(severities, severityLabel) },
            { name: 'country', label: m.admin_alerts_country(), options: listCountryOptions() },
          ]}
        >
          <ExportButton list="alerts" query={filter} />
        </AdminToolbar>
        <ConsoleList
          query={alertsQuery(params)}
          texts={{
            loading: m.admin_alerts_loading(),
            failed: m.admin_alerts_failed(),
            showing: m.admin_alerts_showing,
            noMatch: m.admin_alerts_no_match(),
            noMatchHint: m.admin_alerts_no_match_hint(),
          }}
          none={!search && !severity && !country && emptyTexts[view]()}
        >
          {(alerts) => (
            <>
              {view === 'pending' ? <PendingAlerts alerts={alerts} /> : <AlertTable view={view} alerts={alerts} />}
              <AlertDialogs alerts={alerts} />
            </>
          )}
        </ConsoleList>
      </Tabs>
    </div>
  );
}

/** Pending is the default, so it is omitted from the URL. */
const toUrlValue = (view: AlertView): AlertView | undefined => (view === 'pending' ? undefined : view);

function useAlertCounts(): ViewCounts | undefined {
  const counts = useQuery(alertCountsQuery);
  if (counts.status !== 'ready') return undefined;
  const { pending, approved, rejected, merged } = counts.data;
  return { pending, approved, rejected, all: pending + approved + rejected + merged };
}

const badgeStyles = {
  pending: 'bg-pending-soft text-pending',
  approved: 'bg-verified-soft text-verified',
  rejected: 'bg-suspended-soft text-suspended',
};

const CountBadges = ({ counts }: { counts: ViewCounts }) => (
  <dl aria-label={m.admin_alerts_counts()} className="flex flex-wrap gap-2">
    {(['pending', 'approved', 'rejected'] as const).map((name) => (
      <div
        key={name}
        className={`flex flex-row-reverse items-center gap-1.5 rounded-full px-3 py-0.5 text-sm font-semibold ${badgeStyles[name]}`}
      >
        <dt>{viewLabels[name]()}</dt>
        <dd>{formatNumber(counts[name])}</dd>
      </div>
    ))}
  </dl>
);

const emptyTexts: Record<AlertView, () => string> = {
  pending: m.admin_alerts_none_pending,
  approved: m.admin_alerts_none_approved,
  rejected: m.admin_alerts_none_rejected,
  all: m.admin_alerts_none_all,
};
