/** Charts about moderation, each with its numbers in a table for screen readers. */
import type { Overview } from '@hakiki/contract/overview-admin';
import type { CaseAge } from '@hakiki/contract/admin-values';
import { waitingTimes } from '@hakiki/contract/limits';
import { BarChart, ChartFigure, type Bar } from '../../../components/bar-chart.tsx';
import { ColumnChart } from '../../../components/month-chart.tsx';
import { QueryFailure, Skeleton } from '../../../components/query-states.tsx';
import { countryName } from '../../../lib/language/country-labels.ts';
import { formatDate, formatNumber } from '../../../lib/language/format.ts';
import { useQuery } from '../../../lib/api/use-query.ts';
import { m } from '../../../paraglide/messages.js';
import { AdminSection } from '../parts/section.tsx';
import { overviewQuery } from './queries.ts';

const promisedHours = waitingTimes.scamReportHours;

export const OverviewCharts = () => (
  <AdminSection title={m.overview_work()}>
    <Charts />
  </AdminSection>
);

function Charts() {
  const overview = useQuery(overviewQuery);
  if (overview.status === 'loading') return <Skeleton label={m.overview_work_loading()} className="h-80" />;
  if (overview.status === 'failed') return <QueryFailure message={m.overview_work_failed()} query={overview} />;
  const { days, openByAge, openByCountry } = overview.data;
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <DailyChart days={days} />
      <div className="grid gap-4 md:grid-cols-2">
        <Median hours={overview.data.medianHoursToDecision} />
        <ReversedShare {...overview.data} />
      </div>
      <OpenChart title={m.overview_by_age()} bars={openByAge.map(({ age, n }) => ({ label: ageLabels[age](), n }))} />
      <OpenChart
        title={m.overview_by_country()}
        bars={openByCountry.map(({ country, n }) => ({ label: countryName(country), n }))}
      />
    </div>
  );
}

const ageLabels: Record<CaseAge, () => string> = {
  fresh: () => m.overview_age_fresh({ hours: promisedHours.from }),
  due: () => m.overview_age_due(promisedHours),
  overdue: () => m.overview_age_overdue({ hours: promisedHours.to }),
};

/** Without bars if nothing is open. */
const OpenChart = ({ title, bars }: { title: string; bars: readonly Bar[] }) => (
  <BarChart title={title} bars={bars.some(({ n }) => n > 0) ? bars : []} emptyText={m.overview_nothing_open()} />
);

function Fact({ title, value, note }: { title: string; value: string; note: string }) {
  return (
    <ChartFigure title={title}>
      <p className="text-2xl font-bold">{value}</p>
      <p className="text-sm text-muted">{note}</p>
    </ChartFigure>
  );
}

const Median = ({ hours }: { hours: number | null }) => (
  <Fact
    title={m.overview_median()}
    value={hours === null ? '–' : m.overview_median_hours({ hours: formatNumber(Math.round(hours * 10) / 10) })}
    note={`${hours === null ? `${m.overview_median_none()}. ` : ''}${m.overview_median_promise(promisedHours)}`}
  />
);

function ReversedShare({ decisions, reversed }: Pick<Overview, 'decisions' | 'reversed'>) {
  const rate = decisions === 0 ? 0 : Math.round((reversed / decisions) * 1000) / 10;
  return (
    <Fact
      title={m.overview_reversed()}
      value={m.overview_reversed_rate({ rate: formatNumber(rate) })}
      note={m.overview_reversed_text({ reversed: formatNumber(reversed), decisions: formatNumber(decisions) })}
    />
  );
}

function DailyChart({ days }: Pick<Overview, 'days'>) {
  const series = [
    { label: m.overview_arrived(), values: days.map(({ arrived }) => arrived) },
    { label: m.overview_decided(), values: days.map(({ decided }) => decided) },
  ];
  if (series.every(({ values }) => values.every((value) => value === 0))) {
    return (
      <ChartFigure title={m.overview_days()}>
        <p className="text-muted">{m.overview_no_days()}</p>
      </ChartFigure>
    );
  }
  return (
    <ChartFigure title={m.overview_days()}>
      <ColumnChart
        title={m.overview_days()}
        months={days.map(({ day }) => day)}
        series={series}
        axis={{ head: m.overview_day, format: formatDate }}
      />
      <div className="sr-only">
        <table>
          <caption>{m.overview_days()}</caption>
          <thead>
            <tr>
              <th scope="col">{m.overview_day()}</th>
              {series.map(({ label }) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, arrived, decided }) => (
              <tr key={day}>
                <th scope="row">{formatDate(day)}</th>
                <td>{formatNumber(arrived)}</td>
                <td>{formatNumber(decided)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </ChartFigure>
  );
}
