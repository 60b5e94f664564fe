/** A chart of months or days, with its numbers in a table that opens below; works without scripts. */
import type { ReactNode } from 'react';
import { formatMonth } from '../lib/language/format-timestamps.ts';
import { formatNumber } from '../lib/language/format.ts';
import { m } from '../paraglide/messages.js';
import { ChartFigure } from './bar-chart.tsx';

export interface SeriesStyle {
  fill: string;
  dot: string;
}

interface Series {
  label: string;
  values: readonly (number | null)[];
  /** Shown only in the table. */
  isTableOnly?: true;
  /** Default: the colours of the charts, in their order. */
  style?: SeriesStyle;
}

const monthAxis = { head: m.transparency_month as () => string, format: formatMonth };

interface Props {
  title: string;
  /** Oldest first. */
  months: readonly string[];
  series: readonly Series[];
  /** Heading and format, if the columns are not months. */
  axis?: typeof monthAxis;
  /** Shown instead of the chart if no value is known. */
  unknownText?: string | undefined;
  /** Explanation of the numbers. */
  children?: ReactNode;
}

const CHART_HEIGHT = 100;
const seriesStyles = [
  { fill: 'fill-brand', dot: 'bg-brand' },
  { fill: 'fill-star', dot: 'bg-star' },
] as const satisfies readonly SeriesStyle[];
const COLUMN_WIDTH = 2;
const MONTH_WIDTH = seriesStyles.length * COLUMN_WIDTH + 1;

export function MonthChart({ title, months, series, axis = monthAxis, unknownText, children }: Props) {
  const drawnSeries = series.filter(({ isTableOnly }) => !isTableOnly);
  const isEmpty = drawnSeries.every(({ values }) => values.every((value) => !value));
  const isUnknown = drawnSeries.every(({ values }) => values.every((value) => value === null));
  return (
    <ChartFigure title={title}>
      {isEmpty ? (
        <p className="text-muted">{(isUnknown && unknownText) || m.transparency_nothing()}</p>
      ) : (
        <ColumnChart title={title} months={months} series={drawnSeries} axis={axis} />
      )}
      <MonthTable title={title} months={months} series={series} axis={axis} />
      {children}
    </ChartFigure>
  );
}

type ChartProps = Pick<Required<Props>, 'title' | 'months' | 'series' | 'axis'>;

/** The rectangles of one series, side by side with the other series or on top of those before it. */
function placeColumns(series: readonly Series[], index: number, isStacked: boolean) {
  const sumUntil = (end: number, position: number) =>
    series.slice(0, end).reduce((sum, { values }) => sum + (values[position] ?? 0), 0);
  return series[index]!.values.map((value, position) => ({
    n: value ?? 0,
    base: isStacked ? sumUntil(index, position) : 0,
    x: position * MONTH_WIDTH + 0.5 + (isStacked ? 0 : index * COLUMN_WIDTH),
    width: isStacked ? seriesStyles.length * COLUMN_WIDTH : COLUMN_WIDTH,
  }));
}

export function ColumnChart({
  title,
  months,
  series,
  axis: { format },
  isStacked = false,
}: ChartProps & { isStacked?: boolean }) {
  const styleOf = (index: number) => series[index]!.style ?? seriesStyles[index]!;
  const columns = series.map((_, index) => placeColumns(series, index, isStacked));
  const max = Math.max(1, ...columns.flat().map(({ base, n }) => base + n));
  return (
    <div aria-hidden="true" className="flex flex-col gap-1 text-sm text-muted">
      {/* A single series named like the chart needs no legend. */}
      {series.some(({ label }) => label !== title) && (
        <p className="flex flex-wrap gap-x-4">
          {series.map(({ label }, index) => (
            <span key={label} className="inline-flex items-center gap-1.5">
              <span className={`size-3 rounded-full ${styleOf(index).dot}`} />
              {label}
            </span>
          ))}
        </p>
      )}
      <div className="flex flex-nowrap gap-2">
        <div className="flex flex-col justify-between text-end whitespace-nowrap">
          <span>{formatNumber(max)}</span>
          <span>0</span>
        </div>
        <svg
          viewBox={`0 0 ${months.length * MONTH_WIDTH} ${CHART_HEIGHT}`}
          preserveAspectRatio="none"
          className="h-36 w-full border-s border-b border-line-strong"
        >
          {columns.map((ofSeries, index) =>
            ofSeries.map(({ n, base, x, width }) => (
              <rect
                key={`${index} ${x}`}
                data-column={n}
                x={x}
                y={CHART_HEIGHT * (1 - (base + n) / max)}
                width={width}
                height={CHART_HEIGHT * (n / max)}
                className={styleOf(index).fill}
              />
            )),
          )}
        </svg>
      </div>
      <p className="flex justify-between ps-6">
        <span>{format(months[0]!)}</span>
        {months.length > 1 && <span>{format(months.at(-1)!)}</span>}
      </p>
    </div>
  );
}

const MonthTable = ({ title, months, series, axis: { head, format } }: ChartProps) => (
  <CollapsedTable
    title={title}
    heads={[head(), ...series.map(({ label }) => label)]}
    rows={months
      .map((month, position) => [
        format(month),
        ...series.map(({ values }) => {
          const value = values[position] ?? null;
          return value === null ? '–' : formatNumber(value);
        }),
      ])
      .toReversed()}
  />
);

interface TableData {
  title: string;
  heads: readonly string[];
  rows: readonly (readonly string[])[];
}

/** The table, collapsed below the chart. */
export const CollapsedTable = (figures: TableData) => (
  <details>
    <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold text-brand underline underline-offset-4">
      {m.transparency_table()}
      <span className="sr-only">: {figures.title}</span>
    </summary>
    <NumberTable {...figures} />
  </details>
);

/** Number of columns that fit on a phone. */
const MAX_PHONE_COLUMNS = 3;
/** On a phone each row of a wider table is a block whose numbers have their own headings. */
const stackedClasses = {
  table: 'max-md:block',
  head: 'max-md:hidden',
  body: 'max-md:block',
  row: 'max-md:flex max-md:flex-col max-md:py-2',
  name: 'max-md:py-1 max-md:pe-0 max-md:font-semibold',
  figure:
    'max-md:flex max-md:justify-between max-md:gap-3 max-md:py-1 max-md:pe-0 max-md:before:text-start max-md:before:whitespace-normal max-md:before:text-muted max-md:before:content-[attr(data-head)]',
};
const tableClasses: typeof stackedClasses = { table: '', head: '', body: '', row: '', name: '', figure: '' };

/** A table that is still too wide scrolls inside its frame, also by keyboard. */
export function NumberTable({ title, heads, rows }: TableData) {
  const classes = heads.length > MAX_PHONE_COLUMNS ? stackedClasses : tableClasses;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be reached
    <div className="overflow-x-auto" role="region" aria-label={`${m.transparency_table()}: ${title}`} tabIndex={0}>
      <table className={`w-full text-sm ${classes.table}`}>
        <caption className="sr-only">{title}</caption>
        <thead className={classes.head}>
          <tr className="border-b border-line-strong">
            {heads.map((head, index) => (
              <th key={head} scope="col" className={`py-2 pe-3 wrap-normal ${index === 0 ? 'text-start' : 'text-end'}`}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={classes.body}>
          {rows.map((row) => (
            <tr key={row[0]} className={`border-b border-line ${classes.row}`}>
              <th scope="row" className={`min-w-28 py-2 pe-3 text-start font-normal wrap-break-word ${classes.name}`}>
                {row[0]}
              </th>
              {row.slice(1).map((value, index) => (
                <td
                  key={heads[index + 1]}
                  data-head={heads[index + 1]}
                  className={`py-2 pe-3 text-end whitespace-nowrap ${classes.figure}`}
                >
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
