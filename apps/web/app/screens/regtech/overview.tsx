import type { RegtechMetric, RegtechReport } from '@hakiki/contract/regtech';
import type { RegtechMetricType } from '@hakiki/contract/regtech-values';
import { CollapsedTable } from '../../components/month-chart.tsx';
import { QueryFailure, Skeleton } from '../../components/query-states.tsx';
import { Icon, type IconName } from '../../components/ui/icon.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { useQuery } from '../../lib/api/use-query.ts';
import { countryName } from '../../lib/language/country-labels.ts';
import { formatMonth } from '../../lib/language/format-timestamps.ts';
import { formatNumber } from '../../lib/language/format.ts';
import { m } from '../../paraglide/messages.js';
import { CsvButton } from './csv.tsx';
import { figureColumns, listFigureLabels, formatFigures } from './figure-labels.ts';
import { metricsQuery, reportsQuery } from './regtech-queries.ts';

const sampleValues = { compliance_score: 87, coverage: 12 } as const;

export function Overview() {
  const metrics = useQuery(metricsQuery);
  const reports = useQuery(reportsQuery);
  return (
    <div className="flex flex-col gap-6">
      <dl className="grid gap-4 md:grid-cols-3">
        {reports.status === 'ready' && (
          <StatTile
            icon="file-check"
            label={m.regtech_published()}
            value={formatNumber(reports.data.total)}
            explanation={m.regtech_published_means()}
          />
        )}
        {metrics.status === 'ready' && <MeasuredTiles metrics={metrics.data} />}
      </dl>
      {metrics.status === 'loading' && <Skeleton label={m.regtech_loading()} className="h-48" />}
      {metrics.status === 'failed' && <QueryFailure message={m.regtech_metrics_failed()} query={metrics} />}
      {reports.status === 'loading' && <Skeleton label={m.regtech_loading()} className="h-48" />}
      {reports.status === 'failed' && <QueryFailure message={m.regtech_reports_failed()} query={reports} />}
      {reports.status === 'ready' && <CountryChart reports={reports.data.items} />}
    </div>
  );
}

function MeasuredTiles({ metrics }: { metrics: readonly RegtechMetric[] }) {
  const findNewest = (requestedType: RegtechMetricType) =>
    metrics.find(({ metricType }) => metricType === requestedType)?.value;
  const score = findNewest('compliance_score');
  const countries = findNewest('coverage');
  return (
    <>
      <StatTile
        icon="gauge"
        label={m.regtech_compliance()}
        value={`${formatNumber(Math.round(score ?? sampleValues.compliance_score))}%`}
        isSample={score === undefined}
        explanation={m.regtech_compliance_means()}
      />
      <StatTile
        icon="globe"
        label={m.regtech_coverage()}
        value={m.regtech_coverage_value({ count: formatNumber(countries ?? sampleValues.coverage) })}
        isSample={countries === undefined}
        explanation={m.regtech_coverage_means()}
      />
    </>
  );
}

interface TileProps {
  icon: IconName;
  label: string;
  value: string;
  explanation: string;
  isSample?: boolean;
}

const StatTile = ({ icon, label, value, explanation, isSample = false }: TileProps) => (
  <div className="flex flex-col gap-1 rounded-card border border-line bg-surface p-4">
    <dt className="text-sm text-muted">
      <Icon name={icon} className="me-2 inline size-4" />
      {label}
    </dt>
    <dd className="text-xl font-bold md:text-2xl tabular-nums">
      {value}
      {isSample && (
        <span className="ms-2 rounded-full bg-accent-soft px-2.5 py-0.5 text-sm font-semibold text-accent">
          {m.regtech_sample()}
        </span>
      )}
    </dd>
    <dd className="text-sm text-muted">{explanation}</dd>
  </div>
);

/** More bars would be too many to read; the table contains all of them. */
const MAX_BARS = 10;

function CountryChart({ reports }: { reports: readonly RegtechReport[] }) {
  const period = reports[0]?.period;
  if (!period) return <Notice icon="empty" title={m.regtech_no_reports()} />;
  const title = m.regtech_by_country({ month: formatMonth(period) });
  const rows = reports
    .filter((report) => report.period === period)
    .toSorted((one, other) => other.figures.complaints - one.figures.complaints);
  const highest = Math.max(1, ...rows.map(({ figures }) => figures.complaints));
  return (
    <figure className="flex min-w-0 flex-col gap-3 rounded-card border border-line bg-surface p-4">
      <figcaption className="font-semibold">{title}</figcaption>
      <div aria-hidden="true" className="flex flex-col gap-2">
        {rows.slice(0, MAX_BARS).map(({ id, country, figures: { complaints } }) => (
          <div key={id}>
            <p className="flex justify-between gap-3 text-sm">
              <span className="min-w-0">{countryName(country)}</span>
              <span className="font-semibold">{formatNumber(complaints)}</span>
            </p>
            <svg viewBox="0 0 100 1" preserveAspectRatio="none" className="h-2 w-full rounded-full bg-line">
              <rect width={(complaints / highest) * 100} height="1" className="fill-brand" />
            </svg>
          </div>
        ))}
      </div>
      <p className="max-w-[68ch] text-sm text-muted">{m.regtech_complaints_means()}</p>
      <CollapsedTable
        title={title}
        heads={[m.regtech_country(), ...listFigureLabels()]}
        rows={rows.map(({ country, figures }) => [countryName(country), ...formatFigures(figures)])}
      />
      <CsvButton
        title={title}
        file={`hakiki-${period}`}
        rows={[
          ['period', 'country', ...figureColumns],
          ...rows.map(({ country, figures }) => [period, country, ...figureColumns.map((name) => figures[name])]),
        ]}
      />
    </figure>
  );
}
