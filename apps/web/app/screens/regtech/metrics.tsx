/** Monthly charts of the register and of one country, each with an explanation. */
import type { RegtechFigures, RegtechMetric, RegtechReport } from '@hakiki/contract/regtech';
import { regtechLeastKnown, type RegtechMetricType } from '@hakiki/contract/regtech-values';
import { MonthChart } from '../../components/month-chart.tsx';
import { QueryFailure } from '../../components/query-failure.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { useQuery } from '../../lib/api/use-query.ts';
import { countryName } from '../../lib/language/country-labels.ts';
import { m } from '../../paraglide/messages.js';
import { CountryChoice } from './country-choice.tsx';
import { CsvButton } from './csv.tsx';
import { countryRead, metricsRead, reportsRead } from './regtech-reads.ts';
import { Waiting } from './waiting.tsx';

export function Metrics({ country }: { country: string }) {
  const metrics = useQuery(metricsRead);
  const reports = useQuery(reportsRead);
  const shown = country || (reports.status === 'ready' ? firstCountry(reports.data.items) : '');
  return (
    <div className="flex flex-col gap-6">
      {metrics.status === 'loading' && <Waiting />}
      {metrics.status === 'failed' && <QueryFailure message={m.regtech_metrics_failed()} query={metrics} />}
      {metrics.status === 'ready' && <OfRegister metrics={metrics.data} />}
      {reports.status === 'failed' && <QueryFailure message={m.regtech_reports_failed()} query={reports} />}
      {reports.status === 'ready' && !shown && <Notice icon="empty" title={m.regtech_no_reports()} />}
      {shown && <OfCountry country={shown} />}
    </div>
  );
}

/** The country with the most complaints in the newest month. */
const firstCountry = (reports: readonly RegtechReport[]): string =>
  reports
    .filter(({ period }) => period === reports[0]!.period)
    .toSorted((one, other) => other.figures.complaints - one.figures.complaints)[0]
    ?.country.toLowerCase() ?? '';

interface Charted {
  title: string;
  means: string;
  file: string;
  months: readonly string[];
  series: readonly { label: string; values: readonly (number | null)[] }[];
}

const Chart = ({ title, means, file, months, series }: Charted) => (
  <MonthChart title={title} months={months} series={series}>
    <p className="text-sm text-muted">{means}</p>
    <CsvButton
      title={title}
      file={file}
      rows={[
        ['period', ...series.map(({ label }) => label)],
        ...months.map((month, place) => [month, ...series.map(({ values }) => values[place] ?? null)]),
      ]}
    />
  </MonthChart>
);

const charts: readonly { type: RegtechMetricType; title: () => string; means: () => string }[] = [
  { type: 'compliance_score', title: m.regtech_compliance, means: m.regtech_compliance_means },
  { type: 'risk_rating', title: m.regtech_risk, means: m.regtech_risk_means },
  { type: 'audit_findings', title: m.regtech_findings, means: m.regtech_findings_means },
  { type: 'coverage', title: m.regtech_coverage, means: m.regtech_coverage_means },
];

function OfRegister({ metrics }: { metrics: readonly RegtechMetric[] }) {
  const months = [...new Set(metrics.map(({ period }) => period))].toSorted();
  if (months.length === 0) return null;
  return (
    <div className="grid gap-6 md:grid-cols-2">
      {charts.map(({ type, title, means }) => (
        <Chart
          key={type}
          title={title()}
          means={means()}
          file={`hakiki-${type}`}
          months={months}
          series={[{ label: title(), values: months.map((month) => valueOf(metrics, type, month)) }]}
        />
      ))}
    </div>
  );
}

const valueOf = (metrics: readonly RegtechMetric[], type: RegtechMetricType, month: string): number | null => {
  const found = metrics.find(({ metricType, period }) => metricType === type && period === month);
  return found ? Math.round(found.value * 10) / 10 : null;
};

function OfCountry({ country }: { country: string }) {
  const year = useQuery(countryRead(country));
  return (
    <section aria-labelledby="regtech-country" className="flex flex-col gap-4">
      <h3 id="regtech-country" className="text-xl font-bold">
        {countryName(country)}
      </h3>
      <CountryChoice tab="metrics" country={country} />
      {year.status === 'loading' && <Waiting />}
      {year.status === 'failed' && <QueryFailure message={m.regtech_reports_failed()} query={year} />}
      {year.status === 'ready' && <CountryCharts country={country} reports={year.data.items} />}
    </section>
  );
}

function CountryCharts({ country, reports }: { country: string; reports: readonly RegtechReport[] }) {
  if (reports.length === 0) return <Notice icon="empty" title={m.regtech_no_country()} />;
  const inOrder = reports.toReversed();
  const months = inOrder.map(({ period }) => period);
  const valuesOf = (name: keyof RegtechFigures) => inOrder.map(({ figures }) => figures[name]);
  const fileOf = (name: string) => `hakiki-${country.replaceAll(' ', '-')}-${name}`;
  const least = { least: regtechLeastKnown };
  return (
    <div className="grid gap-6 md:grid-cols-2 md:[&>:last-child:nth-child(odd)]:col-span-2">
      <Chart
        title={m.regtech_complaints()}
        means={m.regtech_complaints_means()}
        file={fileOf('complaints')}
        months={months}
        series={[{ label: m.regtech_complaints(), values: valuesOf('complaints') }]}
      />
      <Chart
        title={m.regtech_schemes()}
        means={m.regtech_schemes_means()}
        file={fileOf('new-schemes')}
        months={months}
        series={[{ label: m.regtech_schemes(), values: valuesOf('schemes') }]}
      />
      <Chart
        title={m.regtech_lost()}
        means={m.regtech_lost_means(least)}
        file={fileOf('losses')}
        months={months}
        series={[{ label: m.regtech_lost(), values: valuesOf('lostRand') }]}
      />
      <Chart
        title={m.regtech_median()}
        means={m.regtech_median_means(least)}
        file={fileOf('time-to-decision')}
        months={months}
        series={[{ label: m.regtech_median(), values: valuesOf('medianHours') }]}
      />
      <Chart
        title={m.regtech_standing()}
        means={m.regtech_standing_means()}
        file={fileOf('providers')}
        months={months}
        series={[
          { label: m.regtech_verified(), values: valuesOf('verified') },
          { label: m.regtech_flagged(), values: valuesOf('flagged') },
        ]}
      />
    </div>
  );
}
