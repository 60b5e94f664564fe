import type { RegtechMetric } from '@hakiki/contract/regtech';
import type { RegtechMetricType } from '@hakiki/contract/regtech-values';
import { QueryFailure, Skeleton } from '../../components/query-states.tsx';
import { Icon, type IconName } from '../../components/ui/icon.tsx';
import { useQuery } from '../../lib/api/use-query.ts';
import { formatNumber } from '../../lib/language/format.ts';
import { m } from '../../paraglide/messages.js';
import { CountryTable } from './country-table.tsx';
import { metricsQuery, reportsQuery } from './regtech-queries.ts';

const sampleValues = { compliance_score: 87, coverage: 12 } as const;

export function Overview({ params }: { params: URLSearchParams }) {
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
      <CountryTable params={params} />
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
