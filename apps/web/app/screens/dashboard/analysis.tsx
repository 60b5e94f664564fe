/** Statistics of the register as bar charts, each with its numbers in a table for screen readers. */
import type { DashboardSummary } from '@hakiki/contract/dashboard';
import { ChartTable } from '../../components/chart-table.tsx';
import { QueryFailure } from '../../components/query-failure.tsx';
import { riskLabel } from '../../components/providers/risk-indicator.tsx';
import { reportTypeLabel, severityLabel } from '../../lib/alerts/labels.ts';
import { countryName } from '../../lib/language/country-labels.ts';
import { formatNumber } from '../../lib/language/format.ts';
import { useQuery } from '../../lib/api/use-query.ts';
import { m } from '../../paraglide/messages.js';
import { summaryQuery } from './dashboard-queries.ts';

/** More bars would be too many to read; the table contains all of them. */
const MAX_BARS = 10;

interface Bar {
  label: string;
  n: number;
}

export function Analysis() {
  const summary = useQuery(summaryQuery);
  if (summary.status === 'loading') {
    return <div role="status" aria-label={m.dashboard_analysis_loading()} className="skeleton h-80" />;
  }
  if (summary.status === 'failed') return <QueryFailure message={m.dashboard_analysis_failed()} query={summary} />;
  if (!summary.data.analysis) return <p className="text-muted">{m.dashboard_analysis_none()}</p>;
  return <Charts analysis={summary.data.analysis} />;
}

function Charts({ analysis }: { analysis: NonNullable<DashboardSummary['analysis']> }) {
  const { providersByRisk, alertsBySeverity, alertsByCountry, reportsByType } = analysis;
  return (
    <div className="grid gap-6 md:grid-cols-2">
      <BarChart
        title={m.dashboard_by_risk()}
        bars={providersByRisk.map(({ key, n }) => ({ label: riskLabel(key), n }))}
      />
      <BarChart
        title={m.dashboard_by_severity()}
        bars={alertsBySeverity.map(({ key, n }) => ({ label: severityLabel(key), n }))}
      />
      <BarChart title={m.dashboard_by_country()} bars={toSortedBars(alertsByCountry, countryName)} />
      <BarChart title={m.dashboard_by_type()} bars={toSortedBars(reportsByType, reportTypeLabel)} />
    </div>
  );
}

const toSortedBars = <Key,>(counts: readonly { key: Key; n: number }[], toLabel: (key: Key) => string): Bar[] =>
  counts.map(({ key, n }) => ({ label: toLabel(key), n })).toSorted((one, other) => other.n - one.n);

function BarChart({ title, bars }: { title: string; bars: readonly Bar[] }) {
  const highest = Math.max(1, ...bars.map(({ n }) => n));
  return (
    <figure className="flex min-w-0 flex-col gap-3 rounded-card border border-line bg-surface p-4">
      <figcaption className="font-semibold">{title}</figcaption>
      {bars.length === 0 && <p className="text-muted">{m.dashboard_chart_empty()}</p>}
      <div aria-hidden="true" className="flex flex-col gap-2">
        {bars.slice(0, MAX_BARS).map(({ label, n }) => (
          <div key={label}>
            <p className="flex justify-between gap-3 text-sm">
              <span className="min-w-0 first-letter:uppercase">{label}</span>
              <span className="font-semibold">{formatNumber(n)}</span>
            </p>
            <svg viewBox="0 0 100 1" preserveAspectRatio="none" className="h-2 w-full rounded-full bg-line">
              <rect data-bar={n} width={(n / highest) * 100} height="1" className="fill-brand" />
            </svg>
          </div>
        ))}
      </div>
      {bars.length > 0 && <ChartTable title={title} bars={bars} />}
    </figure>
  );
}
