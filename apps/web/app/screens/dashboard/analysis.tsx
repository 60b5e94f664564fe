/** Statistics of the register as bar charts, each with its numbers in a table for screen readers. */
import type { DashboardSummary } from '@hakiki/contract/dashboard';
import type { RiskLevel } from '@hakiki/contract/risk';
import { severityColours } from '../../components/alerts/severity.tsx';
import { BarChart, type Bar } from '../../components/bar-chart.tsx';
import { QueryFailure, Skeleton } from '../../components/query-states.tsx';
import { riskLabel } from '../../components/providers/risk-indicator.tsx';
import { reportTypeLabel, severityLabel } from '../../lib/alerts/labels.ts';
import { countryName } from '../../lib/language/country-labels.ts';
import { useQuery } from '../../lib/api/use-query.ts';
import { m } from '../../paraglide/messages.js';
import { summaryQuery } from './dashboard-queries.ts';

/** More bars would be too many to read; the table contains all of them. */
const MAX_BARS = 10;

const riskFills: Record<RiskLevel, string> = {
  Low: 'fill-bar-green',
  Medium: 'fill-bar-yellow',
  High: 'fill-bar-red',
};

export function Analysis() {
  const summary = useQuery(summaryQuery);
  if (summary.status === 'loading') return <Skeleton label={m.dashboard_analysis_loading()} className="h-80" />;
  if (summary.status === 'failed') return <QueryFailure message={m.dashboard_analysis_failed()} query={summary} />;
  if (!summary.data.analysis) return <p className="text-muted">{m.dashboard_analysis_none()}</p>;
  return <Charts analysis={summary.data.analysis} />;
}

function Charts({ analysis }: { analysis: NonNullable<DashboardSummary['analysis']> }) {
  const { providersByRisk, alertsBySeverity, alertsByCountry, reportsByType } = analysis;
  const charts: [title: string, bars: Bar[]][] = [
    [m.dashboard_by_risk(), providersByRisk.map(({ key, n }) => ({ label: riskLabel(key), n, fill: riskFills[key] }))],
    [
      m.dashboard_by_severity(),
      alertsBySeverity.map(({ key, n }) => ({ label: severityLabel(key), n, fill: severityColours[key].fill })),
    ],
    [m.dashboard_by_country(), toSortedBars(alertsByCountry, countryName)],
    [m.dashboard_by_type(), toSortedBars(reportsByType, reportTypeLabel)],
  ];
  return (
    <div className="grid gap-6 md:grid-cols-2">
      {charts.map(([title, bars]) => (
        <BarChart key={title} title={title} bars={bars} emptyText={m.dashboard_chart_empty()} maxBars={MAX_BARS} />
      ))}
    </div>
  );
}

const toSortedBars = <Key,>(counts: readonly { key: Key; n: number }[], toLabel: (key: Key) => string): Bar[] =>
  counts.map(({ key, n }) => ({ label: toLabel(key), n })).toSorted((one, other) => other.n - one.n);
