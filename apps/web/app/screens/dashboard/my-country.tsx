import { severities } from '@hakiki/contract/alert-values';
import { useNavigate } from 'react-router';
import { severityColours } from '../../components/alerts/severity.tsx';
import { CollapsedTable, ColumnChart } from '../../components/month-chart.tsx';
import { QueryFailure, Skeleton } from '../../components/query-states.tsx';
import { buttonClass } from '../../components/ui/button.ts';
import { SelectField } from '../../components/ui/field.tsx';
import { severityLabel } from '../../lib/alerts/labels.ts';
import { useQuery } from '../../lib/api/use-query.ts';
import { saveMyCountry } from '../../lib/browser/my-country.ts';
import { listCountryOptions } from '../../lib/language/country-labels.ts';
import { formatDate, formatNumber } from '../../lib/language/format.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';
import { alertWeeksQuery } from './dashboard-queries.ts';
import { OwnCard } from './own-card.tsx';

const ALL_COUNTRIES = 'all';

/** The member's country: how many alerts of it are new, and the choice of another one. */
export const MyCountry = ({ country }: { country: string | undefined }) => (
  <OwnCard id="own-country" title={m.dashboard_my_country()}>
    <CountryForm country={country} />
    <AlertTrend country={country} />
  </OwnCard>
);

/** A form, so that it works without scripts; with them the choice takes effect at once and is remembered. */
function CountryForm({ country }: { country: string | undefined }) {
  const navigate = useNavigate();
  const choose = (value: string) => {
    saveMyCountry(value);
    void navigate(pathTo(`/dashboard?country=${encodeURIComponent(value)}`), { preventScrollReset: true });
  };
  return (
    <form method="get" className="flex w-full flex-wrap items-end gap-3">
      <div className="min-w-0 flex-1 basis-48 md:max-w-72">
        <SelectField
          key={country}
          id="my-country"
          name="country"
          label={<span className="sr-only">{m.dashboard_my_country()}</span>}
          options={[{ value: ALL_COUNTRIES, label: m.all_countries() }, ...listCountryOptions()]}
          defaultValue={country ?? ALL_COUNTRIES}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        />
      </div>
      <button type="submit" className={buttonClass('secondary', 'without-scripts')}>
        {m.dashboard_my_country_show()}
      </button>
    </form>
  );
}

/** Critical at the foot of the columns, where their heights are easiest to compare. */
const severestFirst = severities.toReversed();

/** New alerts of the last weeks by severity, with their numbers in a table. */
function AlertTrend({ country }: { country: string | undefined }) {
  const weeks = useQuery(alertWeeksQuery(country));
  if (weeks.status === 'loading') return <Skeleton label={m.dashboard_weeks_loading()} className="h-48 w-full" />;
  if (weeks.status === 'failed') return <QueryFailure message={m.dashboard_weeks_failed()} query={weeks} />;
  const series = severestFirst.map((severity) => ({
    label: severityLabel(severity),
    values: weeks.data.map(({ counts }) => counts[severity]),
    style: severityColours[severity],
  }));
  const total = series.reduce((sum, { values }) => sum + values.reduce((all, n) => all + n, 0), 0);
  const count = weeks.data.length;
  const title = m.dashboard_weeks({ count });
  const months = weeks.data.map(({ week }) => week);
  return (
    <figure className="flex w-full min-w-0 flex-col gap-2">
      <figcaption>{m.dashboard_weeks_total({ count, total: formatNumber(total) })}</figcaption>
      {total > 0 && (
        <>
          <ColumnChart title={title} months={months} series={series} axis={weekAxis} isStacked />
          <CollapsedTable
            title={title}
            heads={[weekAxis.head(), ...series.map(({ label }) => label)]}
            rows={weeks.data
              .map(({ week, counts }) => [
                formatDate(week),
                ...severestFirst.map((severity) => formatNumber(counts[severity])),
              ])
              .toReversed()}
          />
        </>
      )}
    </figure>
  );
}

const weekAxis = { head: m.dashboard_week as () => string, format: formatDate };
