import type { RegtechMetric, RegtechReport } from '@hakiki/contract/regtech';
import type { RegtechMetricType } from '@hakiki/contract/regtech-values';
import { CollapsedTable } from '../../components/month-chart.tsx';
import { QueryFailure } from '../../components/query-failure.tsx';
import { Icon, type IconName } from '../../components/ui/icon.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { useQuery } from '../../lib/api/use-query.ts';
import { countryName } from '../../lib/language/country-labels.ts';
import { formatMonth } from '../../lib/language/format-timestamps.ts';
import { formatNumber } from '../../lib/language/format.ts';
import { m } from '../../paraglide/messages.js';
import { CsvButton } from './csv.tsx';
import { figureColumns, figureHeads, figureWords } from './figure-words.ts';
import { metricsRead, reportsRead } from './regtech-reads.ts';
import { Waiting } from './waiting.tsx';

const samples = { compliance_score: 87, coverage: 12 } as const;

export function Overview() {
  const metrics = useQuery(metricsRead);
  const reports = useQuery(reportsRead);
  return (
    <div className="flex flex-col gap-6">
      <dl className="grid gap-4 md:grid-cols-3">
        {reports.status === 'ready' && (
          <Tile
            icon="file-check"
            label={m.regtech_published()}
            value={formatNumber(reports.data.total)}
            means={m.regtech_published_means()}
          />
        )}
        {metrics.status === 'ready' && <Measured metrics={metrics.data} />}
      </dl>
      {metrics.status === 'loading' && <Waiting />}
      {metrics.status === 'failed' && <QueryFailure message={m.regtech_metrics_failed()} query={metrics} />}
      {reports.status === 'loading' && <Waiting />}
      {reports.status === 'failed' && <QueryFailure message={m.regtech_reports_failed()} query={reports} />}
      {reports.status === 'ready' && <ByCountry reports={reports.data.items} />}
    </div>
  );
}

function Measured({ metrics }: { metrics: readonly RegtechMetric[] }) {
  const newestOf = (wanted: RegtechMetricType) => metrics.find(({ metricType }) => metricType === wanted)?.value;
  const score = newestOf('compliance_score');
  const countries = newestOf('coverage');
  return (
    <>
      <Tile
        icon="gauge"
        label={m.regtech_compliance()}
        value={`${formatNumber(Math.round(score ?? samples.compliance_score))}%`}
        isSample={score === undefined}
        means={m.regtech_compliance_means()}
      />
      <Tile
        icon="globe"
        label={m.regtech_coverage()}
        value={m.regtech_coverage_value({ count: formatNumber(countries ?? samples.coverage) })}
        isSample={countries === undefined}
        means={m.regtech_coverage_means()}
      />
    </>
  );
}

interface TileProps {
  icon: IconName;
  label: string;
  value: string;
  means: string;
  isSample?: boolean;
}

const Tile = ({ icon, label, value, means, isSample = false }: TileProps) => (
  <div className="flex flex-col gap-1 rounded-card border border-line bg-surface p-4">
    <dt className="flex items-center gap-2 text-sm text-muted">
      <Icon name={icon} className="size-4" />
      {label}
    </dt>
    <dd className="text-2xl font-bold tabular-nums">
      {value}
      {isSample && (
        <span className="ms-2 rounded-full bg-accent-soft px-2.5 py-0.5 text-sm font-semibold text-accent">
          {m.regtech_sample()}
        </span>
      )}
    </dd>
    <dd className="text-sm text-muted">{means}</dd>
  </div>
);

/** More bars would be too many to read; the table contains all of them. */
const DRAWN_BARS = 10;

function ByCountry({ reports }: { reports: readonly RegtechReport[] }) {
  const period = reports[0]?.period;
  if (!period) return <Notice icon="empty" title={m.regtech_no_reports()} />;
  const title = m.regtech_by_country({ month: formatMonth(period) });
  const rows = reports
    .filter((report) => report.period === period)
    .toSorted((one, other) => other.figures.complaints - one.figures.complaints);
  const most = Math.max(1, ...rows.map(({ figures }) => figures.complaints));
  return (
    <figure className="flex min-w-0 flex-col gap-3 rounded-card border border-line bg-surface p-4">
      <figcaption className="font-semibold">{title}</figcaption>
      <div aria-hidden="true" className="flex flex-col gap-2">
        {rows.slice(0, DRAWN_BARS).map(({ id, country, figures: { complaints } }) => (
          <div key={id}>
            <p className="flex justify-between gap-3 text-sm">
              <span className="min-w-0">{countryName(country)}</span>
              <span className="font-semibold">{formatNumber(complaints)}</span>
            </p>
            <svg viewBox="0 0 100 1" preserveAspectRatio="none" className="h-2 w-full rounded-full bg-line">
              <rect width={(complaints / most) * 100} height="1" className="fill-brand" />
            </svg>
          </div>
        ))}
      </div>
      <p className="max-w-[68ch] text-sm text-muted">{m.regtech_complaints_means()}</p>
      <CollapsedTable
        title={title}
        heads={[m.regtech_country(), ...figureHeads()]}
        rows={rows.map(({ country, figures }) => [countryName(country), ...figureWords(figures)])}
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
