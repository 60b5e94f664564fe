import { severities } from '@hakiki/contract/alert-values';
import type { AdminAlert } from '@hakiki/contract/alerts-admin';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ReadFailure } from '../../../components/read-failure.tsx';
import { buttonClass } from '../../../components/ui/button.ts';
import { Notice } from '../../../components/ui/notice.tsx';
import { Tabs } from '../../../components/ui/tabs.tsx';
import { severityLabel } from '../../../lib/alerts/words.ts';
import { countryChoices } from '../../../lib/language/country-words.ts';
import { formatNumber } from '../../../lib/language/format.ts';
import { to } from '../../../lib/pages/paths.ts';
import { useRead } from '../../../lib/api/use-read.ts';
import { m } from '../../../paraglide/messages.js';
import { AdminEmpty } from '../parts/empty.tsx';
import { AdminPagination } from '../parts/pagination.tsx';
import { TableSkeleton } from '../parts/table.tsx';
import { AdminToolbar } from '../parts/toolbar.tsx';
import { AlertDialogs } from './dialogs.tsx';
import { AlertTable } from './table.tsx';
import { alertCounts, alertFilter, alertsRead, alertViews, parseAlertView, type AlertView } from './reads.ts';
import { PendingAlerts } from './pending.tsx';
import { useConsoleAddress } from '../parts/address.ts';
import { ExportButton } from '../parts/export-button.tsx';

const viewLabels: Record<AlertView, () => string> = {
  pending: m.admin_alerts_view_pending,
  approved: m.admin_alerts_view_approved,
  rejected: m.admin_alerts_view_rejected,
  all: m.admin_alerts_view_all,
};

type Counts = Record<AlertView, number>;

/** All fraud alerts, by status. */
export function AlertsTab() {
  const { params, withChanges } = useConsoleAddress();
  const view = parseAlertView(params);
  const counts = useAlertCounts();
  const tabs = alertViews.map((name) => ({
    name,
    label: counts
      ? m.admin_alerts_view_count({ view: viewLabels[name](), count: formatNumber(counts[name]) })
      : viewLabels[name](),
    path: withChanges({ status: inAddress(name), page: undefined, edit: undefined, view: undefined }),
  }));
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        {counts && <CountBadges counts={counts} />}
        <Link to={to('/admin/queue')} className={buttonClass('secondary', 'ms-auto')}>
          {m.overview_queue()}
        </Link>
      </div>
      <Tabs id="alerts" label={m.admin_alerts_counts()} tabs={tabs} current={view}>
        <AdminToolbar
          searchLabel={m.admin_alerts_search()}
          kept={{ status: inAddress(view) }}
          filters={[
            {
              name: 'severity',
              label: m.admin_field_severity(),
              options: severities.map((value) => ({ value, label: severityLabel(value) })),
            },
            {
              name: 'country',
              label: m.admin_alerts_country(),
              options: countryChoices(),
            },
          ]}
        >
          <ExportButton list="alerts" query={alertFilter(params)} />
        </AdminToolbar>
        <AlertList view={view} />
      </Tabs>
    </div>
  );
}

/** Pending is the default, so it is omitted from the URL. */
const inAddress = (view: AlertView): AlertView | undefined => (view === 'pending' ? undefined : view);

function useAlertCounts(): Counts | undefined {
  const counts = useRead(alertCounts);
  if (counts.status !== 'ready') return undefined;
  const { pending, approved, rejected, merged } = counts.data;
  return { pending, approved, rejected, all: pending + approved + rejected + merged };
}

const badgeLooks = {
  pending: 'bg-pending-soft text-pending',
  approved: 'bg-verified-soft text-verified',
  rejected: 'bg-suspended-soft text-suspended',
};

const CountBadges = ({ counts }: { counts: Counts }) => (
  <dl aria-label={m.admin_alerts_counts()} className="flex flex-wrap gap-2">
    {(['pending', 'approved', 'rejected'] as const).map((name) => (
      <div
        key={name}
        className={`flex flex-row-reverse items-center gap-1.5 rounded-full px-3 py-0.5 text-sm font-semibold ${badgeLooks[name]}`}
      >
        <dt>{viewLabels[name]()}</dt>
        <dd>{formatNumber(counts[name])}</dd>
      </div>
    ))}
  </dl>
);

function AlertList({ view }: { view: AlertView }) {
  const { params } = useConsoleAddress();
  const alerts = useRead(alertsRead(params));
  if (alerts.status === 'loading') return <TableSkeleton label={m.admin_alerts_loading()} />;
  if (alerts.status === 'failed') return <ReadFailure sentence={m.admin_alerts_failed()} read={alerts} />;
  const { items, total } = alerts.data;
  return (
    <>
      <Items view={view} alerts={items} empty={<Empty view={view} total={total} />} />
      <AdminPagination total={total} showing={m.admin_alerts_showing} />
      <AlertDialogs alerts={items} />
    </>
  );
}

function Items({ view, alerts, empty }: { view: AlertView; alerts: AdminAlert[]; empty: ReactNode }) {
  if (view === 'pending') return <PendingAlerts alerts={alerts} empty={empty} />;
  return alerts.length === 0 ? empty : <AlertTable view={view} alerts={alerts} />;
}

const nothingYet: Record<AlertView, () => string> = {
  pending: m.admin_alerts_none_pending,
  approved: m.admin_alerts_none_approved,
  rejected: m.admin_alerts_none_rejected,
  all: m.admin_alerts_none_all,
};

/** No alerts, no matches, or a last page whose alerts were decided meanwhile. */
function Empty({ view, total }: { view: AlertView; total: number }) {
  const { search, severity, country } = alertFilter(useConsoleAddress().params);
  if (total > 0 || search || severity || country) {
    return <AdminEmpty total={total} title={m.admin_alerts_no_match()} hint={m.admin_alerts_no_match_hint()} />;
  }
  return <Notice icon="empty" title={nothingYet[view]()} />;
}
