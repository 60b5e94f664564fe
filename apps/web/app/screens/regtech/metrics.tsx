/** Monthly charts of the register and of one country, each with an explanation. */
import type { RegtechFigures, RegtechMetric, RegtechReport } from '@hakiki/contract/regtech';
import { minComplaintsForStatistics, type RegtechMetricType } from '@hakiki/contract/regtech-values';
import { MonthChart } from '../../components/month-chart.tsx';
import { QueryFailure, Skeleton } from '../../components/query-states.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { useQuery } from '../../lib/api/use-query.ts';
import { countryName } from '../../lib/language/country-labels.ts';
import { m } from '../../paraglide/messages.js';
import { CountryForm } from './country-choice.tsx';
import { Citation } from './citation.tsx';
import { countryQuery, metricsQuery, reportsQuery } from './regtech-queries.ts';
import { countryPath, tabPath } from './regtech-url.ts';

export function Metrics({ country }: { country: string }) {
  const metrics = useQuery(metricsQuery);
  const reports = useQuery(reportsQuery);
  const selectedCountry = country || (reports.status === 'ready' ? findTopCountry(reports.data.items) : '');
  return (
    <div className="flex flex-col gap-6">
      {metrics.status === 'loading' && <Skeleton label={m.regtech_loading()} className="h-48" />}
      {metrics.status === 'failed' && <QueryFailure message={m.regtech_metrics_failed()} query={metrics} />}
      {metrics.status === 'ready' && <RegisterCharts metrics={metrics.data} />}
      {reports.status === 'failed' && <QueryFailure message={m.regtech_reports_failed()} query={reports} />}
      {reports.status === 'ready' && !selectedCountry && <Notice icon="empty" title={m.regtech_no_reports()} />}
      {selectedCountry && <CountrySection country={selectedCountry} />}
    </div>
  );
}

/** The country with the most complaints in the newest month. */
const findTopCountry = (reports: readonly RegtechReport[]): string =>
  reports
    .filter(({ period }) => period === reports[0]!.period)
    .toSorted((one, other) => other.figures.complaints - one.figures.complaints)[0]
    ?.country.toLowerCase() ?? '';

interface ChartProps {
  title: string;
  explanation: string;
  asOf: string | undefined;
  path: string;
  months: readonly string[];
  series: readonly { label: string; values: readonly (number | null)[] }[];
  /** Shown instead of the chart if no value is published. */
  unknownText?: string | undefined;
}

const MonthlyChart = ({ title, explanation, asOf, path, months, series, unknownText }: ChartProps) => (
  <MonthChart title={title} months={months} series={series} unknownText={unknownText}>
    <Citation title={title} explanation={explanation} asOf={asOf} path={path} />
  </MonthChart>
);

const charts: readonly { type: RegtechMetricType; title: () => string; means: () => string }[] = [
  { type: 'compliance_score', title: m.regtech_compliance, means: m.regtech_compliance_means },
  { type: 'risk_rating', title: m.regtech_risk, means: m.regtech_risk_means },
  { type: 'audit_findings', title: m.regtech_findings, means: m.regtech_findings_means },
  { type: 'coverage', title: m.regtech_coverage, means: m.regtech_coverage_means },
];

function RegisterCharts({ metrics }: { metrics: readonly RegtechMetric[] }) {
  const months = [...new Set(metrics.map(({ period }) => period))].toSorted();
  if (months.length === 0) return null;
  return (
    <div className="grid gap-6 md:grid-cols-2">
      {charts.map(({ type, title, means }) => (
        <MonthlyChart
          key={type}
          title={title()}
          explanation={means()}
          asOf={metrics[0]?.calculatedAt}
          path={tabPath('metrics')}
          months={months}
          series={[{ label: title(), values: months.map((month) => findValue(metrics, type, month)) }]}
        />
      ))}
    </div>
  );
}

const findValue = (metrics: readonly RegtechMetric[], type: RegtechMetricType, month: string): number | null => {
  const metric = metrics.find(({ metricType, period }) => metricType === type && period === month);
  return metric ? Math.round(metric.value * 10) / 10 : null;
};

function CountrySection({ country }: { country: string }) {
  const reportsState = useQuery(countryQuery(country));
  return (
    <section aria-labelledby="regtech-country" className="flex flex-col gap-4">
      <h3 id="regtech-country" className="title-section">
        {countryName(country)}
      </h3>
      <CountryForm tab="metrics" country={country} />
      {reportsState.status === 'loading' && <Skeleton label={m.regtech_loading()} className="h-48" />}
      {reportsState.status === 'failed' && <QueryFailure message={m.regtech_reports_failed()} query={reportsState} />}
      {reportsState.status === 'ready' && <CountryCharts country={country} reports={reportsState.data.items} />}
    </section>
  );
}

function CountryCharts({ country, reports }: { country: string; reports: readonly RegtechReport[] }) {
  if (reports.length === 0) return <Notice icon="empty" title={m.regtech_no_country()} />;
  const oldestFirst = reports.toReversed();
  const months = oldestFirst.map(({ period }) => period);
  const listValues = (name: keyof RegtechFigures) => oldestFirst.map(({ figures }) => figures[name]);
  const shared = { asOf: reports[0]!.createdAt, path: countryPath(country), months };
  const least = { least: minComplaintsForStatistics };
  const charts: [figure: keyof RegtechFigures, title: string, explanation: string][] = [
    ['complaints', m.regtech_complaints(), m.regtech_complaints_means()],
    ['schemes', m.regtech_schemes(), m.regtech_schemes_means()],
    ['lostRand', m.regtech_lost(), m.regtech_lost_means(least)],
    ['medianHours', m.regtech_median(), m.regtech_median_means(least)],
  ];
  return (
    <div className="grid gap-6 md:grid-cols-2 md:[&>:last-child:nth-child(odd)]:col-span-2">
      {charts.map(([figure, title, explanation]) => (
        <MonthlyChart
          key={figure}
          title={title}
          explanation={explanation}
          {...shared}
          series={[{ label: title, values: listValues(figure) }]}
          unknownText={figure === 'lostRand' || figure === 'medianHours' ? m.regtech_hidden() : undefined}
        />
      ))}
      <MonthlyChart
        title={m.regtech_provider_states()}
        explanation={m.regtech_provider_states_means()}
        {...shared}
        series={[
          { label: m.regtech_verified(), values: listValues('verified') },
          { label: m.regtech_flagged(), values: listValues('flagged') },
        ]}
      />
    </div>
  );
}
