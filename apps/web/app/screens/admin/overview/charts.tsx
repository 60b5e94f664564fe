/** Charts about moderation, each with its numbers in a table for screen readers. */
import type { Overview } from '@hakiki/contract/overview-admin';
import type { CaseAge } from '@hakiki/contract/admin-values';
import { waitingTimes } from '@hakiki/contract/limits';
import type { ReactNode } from 'react';
import { ChartTable } from '../../../components/chart-table.tsx';
import { QueryFailure } from '../../../components/query-failure.tsx';
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
  if (overview.status === 'loading') {
    return <div role="status" aria-label={m.overview_work_loading()} className="skeleton h-80" />;
  }
  if (overview.status === 'failed') return <QueryFailure message={m.overview_work_failed()} query={overview} />;
  const { days, openByAge, openByCountry } = overview.data;
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <DailyChart days={days} />
      <div className="grid gap-4 md:grid-cols-2">
        <Median hours={overview.data.medianHoursToDecision} />
        <ReversedShare {...overview.data} />
      </div>
      <BarChart title={m.overview_by_age()} bars={openByAge.map(({ age, n }) => ({ label: getAgeLabel(age), n }))} />
      <BarChart
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
const getAgeLabel = (age: CaseAge): string => ageLabels[age]();

function ChartFigure({ title, children }: { title: string; children: ReactNode }) {
  return (
    <figure className="flex min-w-0 flex-col gap-3 rounded-card border border-line bg-surface p-4">
      <figcaption className="font-semibold">{title}</figcaption>
      {children}
    </figure>
  );
}

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

const CHART_HEIGHT = 100;
/** Two columns and a gap. */
const DAY_WIDTH = 5;

function DailyChart({ days }: Pick<Overview, 'days'>) {
  const max = Math.max(1, ...days.flatMap(({ arrived, decided }) => [arrived, decided]));
  const isEmpty = days.every(({ arrived, decided }) => arrived === 0 && decided === 0);
  if (isEmpty) {
    return (
      <ChartFigure title={m.overview_days()}>
        <p className="text-muted">{m.overview_no_days()}</p>
      </ChartFigure>
    );
  }
  return (
    <ChartFigure title={m.overview_days()}>
      <div aria-hidden="true" className="flex flex-col gap-1 text-sm text-muted">
        <p className="flex gap-4">
          <Legend className="bg-brand" label={m.overview_arrived()} />
          <Legend className="bg-star" label={m.overview_decided()} />
        </p>
        <div className="flex gap-2">
          <div className="flex flex-col justify-between text-end whitespace-nowrap">
            <span>{formatNumber(max)}</span>
            <span>0</span>
          </div>
          <svg
            viewBox={`0 0 ${days.length * DAY_WIDTH} ${CHART_HEIGHT}`}
            preserveAspectRatio="none"
            className="h-36 w-full border-s border-b border-line-strong"
          >
            {days.map(({ day, arrived, decided }, position) => (
              <g key={day} transform={`translate(${position * DAY_WIDTH} 0)`}>
                <ChartColumn x={0.5} n={arrived} max={max} className="fill-brand" />
                <ChartColumn x={2.5} n={decided} max={max} className="fill-star" />
              </g>
            ))}
          </svg>
        </div>
        <p className="flex justify-between ps-6">
          <span>{formatDate(days[0]?.day ?? '')}</span>
          <span>{formatDate(days.at(-1)?.day ?? '')}</span>
        </p>
      </div>
      <div className="sr-only">
        <table>
          <caption>{m.overview_days()}</caption>
          <thead>
            <tr>
              <th scope="col">{m.overview_day()}</th>
              <th scope="col">{m.overview_arrived()}</th>
              <th scope="col">{m.overview_decided()}</th>
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

function ChartColumn({ x, n, max, className }: { x: number; n: number; max: number; className: string }) {
  const height = (n / max) * CHART_HEIGHT;
  return <rect data-column={n} x={x} y={CHART_HEIGHT - height} width="2" height={height} className={className} />;
}

const Legend = ({ className, label }: { className: string; label: string }) => (
  <span className="inline-flex items-center gap-1.5">
    <span className={`size-3 rounded-full ${className}`} />
    {label}
  </span>
);

function BarChart({ title, bars }: { title: string; bars: readonly { label: string; n: number }[] }) {
  const max = Math.max(1, ...bars.map(({ n }) => n));
  if (bars.every(({ n }) => n === 0)) {
    return (
      <ChartFigure title={title}>
        <p className="text-muted">{m.overview_nothing_open()}</p>
      </ChartFigure>
    );
  }
  return (
    <ChartFigure title={title}>
      <div aria-hidden="true" className="flex flex-col gap-2">
        {bars.map(({ label, n }) => (
          <div key={label}>
            <p className="flex justify-between gap-3 text-sm">
              <span className="min-w-0">{label}</span>
              <span className="font-semibold">{formatNumber(n)}</span>
            </p>
            <svg viewBox="0 0 100 1" preserveAspectRatio="none" className="h-2 w-full rounded-full bg-line">
              <rect data-bar={n} width={(n / max) * 100} height="1" className="fill-brand" />
            </svg>
          </div>
        ))}
      </div>
      <ChartTable title={title} bars={bars} />
    </ChartFigure>
  );
}
