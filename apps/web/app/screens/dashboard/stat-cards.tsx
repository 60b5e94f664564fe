import type { DashboardSummary } from '@hakiki/contract/dashboard';
import { QueryFailure } from '../../components/query-states.tsx';
import { Icon, type IconName } from '../../components/ui/icon.tsx';
import { formatNumber, formatRand } from '../../lib/language/format.ts';
import { useQuery } from '../../lib/api/use-query.ts';
import { m } from '../../paraglide/messages.js';
import { summaryQuery } from './dashboard-queries.ts';

interface Stat {
  icon: IconName;
  name: string;
  value: string;
  caption?: string | undefined;
}

/** Says that an example is one. */
const captions = { example: m.dashboard_example, measured: m.dashboard_measured } as const;

export function StatCards({ hasAnalysis }: { hasAnalysis: boolean }) {
  const summary = useQuery(summaryQuery);
  if (summary.status === 'failed') {
    return (
      <div className="mt-6">
        <QueryFailure message={m.dashboard_figures_failed()} query={summary} />
      </div>
    );
  }
  const stats = buildStats(summary.status === 'ready' ? summary.data : undefined, hasAnalysis);
  return (
    <dl
      aria-busy={summary.status === 'loading'}
      className={`mt-6 grid grid-cols-2 gap-3 @max-[18rem]/page:grid-cols-1 md:gap-4 ${hasAnalysis ? 'md:grid-cols-3 lg:grid-cols-5' : 'lg:grid-cols-4'}`}
    >
      {stats.map(({ icon, name, value, caption }) => (
        <div
          key={name}
          className="flex flex-col gap-1 rounded-card border border-line bg-surface p-4 last:odd:col-span-full md:last:odd:col-auto"
        >
          <dt className="text-sm text-muted">
            <Icon name={icon} className="me-2 inline size-4" />
            {name}
          </dt>
          <dd className="text-xl font-bold md:text-2xl">
            {value}
            {caption && <span className="block text-sm font-normal text-muted">{caption}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function buildStats(summary: DashboardSummary | undefined, hasAnalysis: boolean): Stat[] {
  const formatCount = (value: number | undefined) => (value === undefined ? '–' : formatNumber(value));
  const moneySaved = summary?.moneySaved;
  return [
    { icon: 'warning', name: m.dashboard_active_alerts(), value: formatCount(summary?.activeAlerts) },
    { icon: 'flag', name: m.dashboard_total_reports(), value: formatCount(summary?.totalReports) },
    { icon: 'gauge', name: m.dashboard_high_risk_providers(), value: formatCount(summary?.highRiskProviders) },
    { icon: 'check-circle', name: m.dashboard_verified_providers(), value: formatCount(summary?.verifiedProviders) },
    ...(hasAnalysis
      ? [
          {
            icon: 'shield',
            name: m.dashboard_money_saved(),
            value: moneySaved ? formatRand(moneySaved.amount) : '–',
            caption: moneySaved ? captions[moneySaved.basis]() : undefined,
          } as const,
        ]
      : []),
  ];
}
