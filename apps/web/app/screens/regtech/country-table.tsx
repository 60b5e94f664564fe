/** One sortable table of all countries in one month; order and month are in the URL. */
import type { RegtechCountries, RegtechCountry, RegtechFigures } from '@hakiki/contract/regtech';
import { africanCountries, countryCodes } from '@hakiki/contract/country-codes';
import { Link } from 'react-router';
import { FilterForm } from '../../components/lists/filter-form.tsx';
import { QueryFailure, Skeleton } from '../../components/query-states.tsx';
import { textLinkClass } from '../../components/ui/button.ts';
import { type Column, DataTable } from '../../components/ui/data-table.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { useQuery } from '../../lib/api/use-query.ts';
import { toOptions } from '../../lib/forms/options.ts';
import { countryName } from '../../lib/language/country-labels.ts';
import { formatMonth } from '../../lib/language/format-timestamps.ts';
import { formatNumber } from '../../lib/language/format.ts';
import { m } from '../../paraglide/messages.js';
import { Citation } from './citation.tsx';
import { formatFigure, figureLabels } from './figure-labels.ts';
import { countriesQuery } from './regtech-queries.ts';
import {
  countryPath,
  overviewPath,
  parseOverview,
  sortNames,
  type OverviewView,
  type SortName,
} from './regtech-url.ts';

interface CountryRow extends Pick<RegtechCountry, 'complaints' | 'figures'> {
  /** As stored. */
  id: string;
  code: string | null;
  change: number | null;
}

const noFigures: RegtechFigures = {
  complaints: 0,
  schemes: 0,
  lostRand: null,
  medianHours: null,
  providers: 0,
  verified: 0,
  flagged: 0,
};

/** All 54 countries, also those without a summary, and "other" where it has one. */
function listRows(countries: readonly RegtechCountry[]): CountryRow[] {
  const toRow = (country: string, found: RegtechCountry | undefined): CountryRow => {
    const [before, current] = found?.complaints.slice(-2) ?? [];
    return {
      id: country,
      code: found?.code ?? null,
      figures: found?.figures ?? noFigures,
      complaints: found?.complaints ?? [],
      change: current === null || current === undefined ? null : current - (before ?? 0),
    };
  };
  const others = countries.filter(({ code }) => code === null);
  return [
    ...africanCountries.map((name) => ({
      ...toRow(
        name,
        countries.find(({ country }) => country === name),
      ),
      code: countryCodes[name],
    })),
    ...others.map((other) => toRow(other.country, other)),
  ];
}

/** A figure that is not published comes last in both orders. */
function sortRows(rows: readonly CountryRow[], { sort, isReversed }: OverviewView): CountryRow[] {
  const byName = (one: CountryRow, other: CountryRow) => countryName(one.id).localeCompare(countryName(other.id));
  const direction = isReversed ? -1 : 1;
  if (sort === 'country') return rows.toSorted((one, other) => direction * byName(one, other));
  const valueOf = ({ change, figures }: CountryRow) => (sort === 'change' ? change : figures[sort]);
  return rows.toSorted((one, other) => {
    const [first, second] = [valueOf(one), valueOf(other)];
    if (first === null || second === null)
      return Number(first === null) - Number(second === null) || byName(one, other);
    return direction * (second - first) || byName(one, other);
  });
}

export function CountryTable({ params }: { params: URLSearchParams }) {
  const view = parseOverview(params);
  const countries = useQuery(countriesQuery(view.month));
  if (countries.status === 'loading') return <Skeleton label={m.regtech_loading()} className="h-80" />;
  if (countries.status === 'failed') return <QueryFailure message={m.regtech_reports_failed()} query={countries} />;
  return <MonthOfCountries {...countries.data} view={view} />;
}

function MonthOfCountries({ period, publishedAt, months, countries, view }: RegtechCountries & { view: OverviewView }) {
  const title = period && m.regtech_by_country({ month: formatMonth(period) });
  const rows = listRows(countries);
  return (
    <section aria-labelledby="countries" className="flex min-w-0 flex-col gap-3">
      <h3 id="countries" className="title-section">
        {title ?? m.regtech_countries()}
      </h3>
      {months.length > 0 && (
        <FilterForm
          label={m.regtech_filter()}
          action={overviewPath({ ...view, month: '', show: '' })}
          toPath={(chosen) => overviewPath(parseOverview(chosen))}
          isFiltered={Boolean(view.month || view.show)}
          filters={[
            {
              name: 'month',
              label: m.transparency_month(),
              allLabel: m.regtech_newest(),
              value: view.month,
              options: toOptions(months, formatMonth),
            },
            {
              name: 'view',
              label: m.regtech_countries(),
              allLabel: m.regtech_all_countries(),
              value: view.show,
              options: [{ value: 'complaints', label: m.regtech_with_complaints() }],
            },
            // A phone shows no column heads.
            {
              name: 'sort',
              label: m.sort_label(),
              allLabel: sortLabels.complaints(),
              value: toSortValue(view.sort, view),
              options: sortNames
                .filter((name) => name !== 'complaints')
                .map((name) => ({ value: toSortValue(name, view), label: sortLabels[name]() })),
            },
          ]}
        />
      )}
      {period && title ? (
        <>
          <DataTable
            label={title}
            columns={createColumns(view)}
            rows={sortRows(view.show ? rows.filter(({ figures }) => figures.complaints > 0) : rows, view)}
          />
          <Citation
            title={title}
            explanation={m.regtech_table_means()}
            asOf={publishedAt ?? undefined}
            path={overviewPath({ ...view, month: period })}
          />
        </>
      ) : (
        <Notice icon="empty" title={m.regtech_no_reports()} />
      )}
    </section>
  );
}

const sortLabels: Record<SortName, () => string> = {
  country: m.regtech_country,
  change: m.regtech_change,
  ...figureLabels,
};

/** The option of the current column keeps its direction. */
const toSortValue = (name: SortName, { sort, isReversed }: OverviewView): string =>
  name === sort && isReversed ? `-${name}` : name;

function createColumns(view: OverviewView): Column<CountryRow>[] {
  const sortable = (name: SortName, heading: string) => {
    const isSorted = view.sort === name;
    return {
      heading,
      head: (
        <Link
          to={overviewPath({ ...view, sort: name, isReversed: isSorted && !view.isReversed })}
          preventScrollReset
          className={textLinkClass('underline-offset-4')}
        >
          {heading}
        </Link>
      ),
      sorted: isSorted
        ? (name === 'country') === view.isReversed
          ? ('descending' as const)
          : ('ascending' as const)
        : undefined,
    };
  };
  const figure = (name: Exclude<SortName, 'country' | 'change'>): Column<CountryRow> => ({
    ...sortable(name, figureLabels[name]()),
    isNumber: true,
    cell: ({ figures }) => formatFigure(name, figures[name]),
  });
  return [
    {
      ...sortable('country', sortLabels.country()),
      isName: true,
      cell: ({ id, code }) => (
        <span>
          <Link to={countryPath(id)} className={textLinkClass('underline-offset-4')}>
            {countryName(id)}
          </Link>
          {code && <span className="ms-2 font-normal text-muted">{code}</span>}
        </span>
      ),
    },
    figure('complaints'),
    { ...sortable('change', sortLabels.change()), isNumber: true, cell: ({ change }) => formatChange(change) },
    { heading: m.regtech_year(), cell: ({ complaints }) => <Sparkline values={complaints} /> },
    figure('schemes'),
    figure('lostRand'),
    figure('medianHours'),
    figure('verified'),
    figure('flagged'),
  ];
}

/** With its sign, so that a rise is not known by its colour. */
const formatChange = (change: number | null): string => {
  if (change === null) return '–';
  return change > 0 ? `+${formatNumber(change)}` : formatNumber(change);
};

/** Columns of the last months, on a scale of their own; the numbers are read out instead. */
function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const max = Math.max(1, ...values.map((value) => value ?? 0));
  if (values.every((value) => !value)) return null;
  return (
    <>
      <svg aria-hidden="true" viewBox={`0 0 ${values.length * 3} 10`} preserveAspectRatio="none" className="h-6 w-20">
        {values.map((value, index) => (
          <rect
            key={`${index} ${value}`}
            x={index * 3}
            y={10 - (10 * (value ?? 0)) / max}
            width="2"
            height={(10 * (value ?? 0)) / max}
            className="fill-brand"
          />
        ))}
      </svg>
      <span className="sr-only">{values.map((value) => (value === null ? '–' : formatNumber(value))).join(', ')}</span>
    </>
  );
}
