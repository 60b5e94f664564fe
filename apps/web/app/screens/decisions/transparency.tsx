import type { Figures, Transparency as Told } from '@hakiki/contract/decision-log';
import { decisionsPath, figuresPath, openDataPath, transparencyPath } from '@hakiki/contract/site';
import { Link } from 'react-router';
import { NumberTable, MonthChart } from '../../components/month-chart.tsx';
import { QueryFailure, Skeleton } from '../../components/query-states.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { formatMonth } from '../../lib/language/format-timestamps.ts';
import { formatNumber } from '../../lib/language/format.ts';
import { pageHead } from '../../lib/pages/head.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { defineQuery } from '../../lib/api/queries.ts';
import { startQueries, prefetch, useQuery } from '../../lib/api/use-query.ts';
import { textLinkClass } from '../../components/ui/button.ts';
import { m } from '../../paraglide/messages.js';
import type { Route } from './+types/transparency.ts';
import { appellantLabel, formatHours } from './log-labels.ts';

const transparencyQuery = defineQuery('/api/transparency', { anonymous: true });

export const loader = ({ context }: Route.LoaderArgs) => prefetch(context, [transparencyQuery]);
export const clientLoader = startQueries(() => [transparencyQuery]);

export const meta: Route.MetaFunction = (metaArgs) =>
  pageHead(metaArgs, {
    path: transparencyPath,
    title: m.transparency_title(),
    description: m.transparency_description(),
  });

export default function Transparency() {
  const transparency = useQuery(transparencyQuery);
  return (
    <>
      <h1 className="title-page">{m.transparency_title()}</h1>
      <p className="mt-2 max-w-[68ch] text-pretty text-muted md:text-lg">{m.transparency_lead()}</p>
      <p>
        <Link to={pathTo(decisionsPath)} className={textLinkClass('underline-offset-4')}>
          {m.transparency_to_log()}
        </Link>
      </p>
      <p>
        <Link to={pathTo(openDataPath)} className={textLinkClass('underline-offset-4')}>
          {m.open_data_link()}
        </Link>
      </p>
      {transparency.status === 'loading' && <Skeleton label={m.transparency_loading()} className="mt-6 h-80" />}
      {transparency.status === 'failed' && (
        <div className="mt-6">
          <QueryFailure message={m.transparency_failed()} query={transparency} />
        </div>
      )}
      {transparency.status === 'ready' && transparency.data.months.length === 0 && (
        <div className="mt-6">
          <Notice icon="empty" title={m.log_none()}>
            <p className="max-w-[50ch] text-muted">{m.transparency_none_hint()}</p>
          </Notice>
        </div>
      )}
      {transparency.status === 'ready' && transparency.data.months.length > 0 && (
        <TransparencyReport {...transparency.data} />
      )}
    </>
  );
}

const sumReceived = ({ received: { alerts, reports, providers } }: Figures): number => alerts + reports + providers;

/** Percentage of decisions that were reversed, with one decimal. */
const computeReversalRate = ({ reversed, decisions }: Figures): number =>
  decisions === 0 ? 0 : Math.round((reversed / decisions) * 1000) / 10;

const getMonth = ({ month }: Figures): string => month ?? '';

function TransparencyReport({ months: newestFirst, allTime }: Told) {
  const months = newestFirst.toReversed();
  const monthNames = months.map(getMonth);
  const values = (getValue: (figures: Figures) => number | null) => months.map(getValue);
  return (
    <>
      <section aria-labelledby="all-time" className="mt-6">
        <h2 id="all-time" className="title-section">
          {m.transparency_all_time()}
        </h2>
        <dl className="mt-4 grid grid-cols-2 @max-[18rem]/page:grid-cols-1 gap-3 md:grid-cols-3">
          <StatTile
            label={m.transparency_received()}
            value={formatNumber(sumReceived(allTime))}
            note={m.transparency_received_note()}
          />
          <StatTile
            label={m.transparency_decided()}
            value={formatNumber(allTime.decided)}
            note={m.transparency_decided_note()}
          />
          <StatTile label={m.transparency_median()} value={formatHours(allTime.medianHours)} />
          <StatTile label={m.transparency_p90()} value={formatHours(allTime.p90Hours)} />
          <StatTile
            label={m.transparency_reversed()}
            value={m.transparency_rate({ rate: formatNumber(computeReversalRate(allTime)) })}
            note={m.transparency_reversed_note({
              reversed: formatNumber(allTime.reversed),
              decisions: formatNumber(allTime.decisions),
            })}
          />
          <StatTile
            label={m.transparency_appeals()}
            value={formatNumber(allTime.appeals.received)}
            note={m.transparency_appeals_note({
              upheld: formatNumber(allTime.appeals.upheld),
              partly: formatNumber(allTime.appeals.partly),
              dismissed: formatNumber(allTime.appeals.dismissed),
            })}
          />
          <StatTile
            label={m.transparency_disputes()}
            value={formatNumber(allTime.disputes.received)}
            note={m.transparency_disputes_note({
              upheld: formatNumber(allTime.disputes.upheld),
              dismissed: formatNumber(allTime.disputes.dismissed),
              hours: formatHours(allTime.disputes.medianHours),
            })}
          />
        </dl>
      </section>
      <section aria-labelledby="by-month" className="mt-10">
        <h2 id="by-month" className="title-section">
          {m.transparency_by_month()}
        </h2>
        <div className="mt-4 grid gap-4 lg:grid-cols-2 lg:items-start">
          <MonthChart
            title={m.transparency_chart_received()}
            months={monthNames}
            series={[
              { label: m.transparency_received(), values: values(sumReceived) },
              { label: m.transparency_decided(), values: values(({ decided }) => decided) },
              { label: m.transparency_alerts(), values: values(({ received }) => received.alerts), isTableOnly: true },
              {
                label: m.transparency_reports(),
                values: values(({ received }) => received.reports),
                isTableOnly: true,
              },
              {
                label: m.transparency_providers(),
                values: values(({ received }) => received.providers),
                isTableOnly: true,
              },
            ]}
          />
          <MonthChart
            title={m.transparency_chart_hours()}
            months={monthNames}
            series={[
              { label: m.transparency_chart_median(), values: values(({ medianHours }) => medianHours) },
              { label: m.transparency_chart_p90(), values: values(({ p90Hours }) => p90Hours) },
            ]}
          />
          <MonthChart
            title={m.transparency_chart_reversed()}
            months={monthNames}
            series={[
              { label: m.transparency_decisions(), values: values(({ decisions }) => decisions) },
              { label: m.transparency_reversed(), values: values(({ reversed }) => reversed) },
              { label: m.transparency_undone(), values: values(({ undone }) => undone), isTableOnly: true },
            ]}
          />
          <MonthChart
            title={m.transparency_chart_appeals()}
            months={monthNames}
            series={[
              { label: m.transparency_appeals(), values: values(({ appeals }) => appeals.received) },
              { label: m.log_appeal_upheld(), values: values(({ appeals }) => appeals.upheld) },
              { label: m.log_appeal_partly(), values: values(({ appeals }) => appeals.partly), isTableOnly: true },
              {
                label: m.log_appeal_dismissed(),
                values: values(({ appeals }) => appeals.dismissed),
                isTableOnly: true,
              },
            ]}
          />
          <MonthChart
            title={m.transparency_chart_disputes()}
            months={monthNames}
            series={[
              { label: m.transparency_disputes(), values: values(({ disputes }) => disputes.received) },
              { label: m.transparency_disputes_upheld(), values: values(({ disputes }) => disputes.upheld) },
              {
                label: m.transparency_disputes_dismissed(),
                values: values(({ disputes }) => disputes.dismissed),
                isTableOnly: true,
              },
              {
                label: m.transparency_disputes_hours(),
                values: values(({ disputes }) => disputes.medianHours),
                isTableOnly: true,
              },
            ]}
          />
        </div>
      </section>
      <RemovalRequests months={newestFirst} allTime={allTime} />
      <section aria-labelledby="how" className="mt-10 flex max-w-[68ch] flex-col gap-3">
        <h2 id="how" className="title-section">
          {m.transparency_how()}
        </h2>
        <p>{m.transparency_how_waited()}</p>
        <p>{m.transparency_how_reversed()}</p>
        <p>{m.transparency_how_days()}</p>
        <p>
          <Link to={pathTo(figuresPath)} className={textLinkClass('underline-offset-4')}>
            {m.regtech_definitions()}
          </Link>
        </p>
      </section>
    </>
  );
}

const StatTile = ({ label, value, note }: { label: string; value: string; note?: string }) => (
  <div className="flex min-w-0 flex-col gap-1 rounded-card border border-line bg-surface p-4">
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="text-xl font-bold md:text-2xl">{value}</dd>
    {note && <dd className="text-sm text-muted">{note}</dd>}
  </div>
);

/** The total of all removal requests first, then each month with requests or decisions. */
function RemovalRequests({ months, allTime }: Told) {
  const rows = [allTime, ...months].flatMap(({ month, removals }) =>
    removals.map(({ askedBy, received, upheld, partly, dismissed }) => [
      `${month ? formatMonth(month) : m.transparency_all_time()} · ${appellantLabel(askedBy)}`,
      ...[received, upheld, partly, dismissed].map(formatNumber),
    ]),
  );
  return (
    <section aria-labelledby="removals" className="mt-10">
      <h2 id="removals" className="title-section">
        {m.transparency_removals()}
      </h2>
      {rows.length === 0 ? (
        <p className="mt-2">{m.transparency_removals_none()}</p>
      ) : (
        <>
          <p className="mt-2 mb-4 max-w-[68ch] text-muted">{m.transparency_removals_lead()}</p>
          <NumberTable
            title={m.transparency_removals()}
            heads={[
              m.transparency_asked_by(),
              m.transparency_received(),
              m.log_appeal_upheld(),
              m.log_appeal_partly(),
              m.log_appeal_dismissed(),
            ]}
            rows={rows}
          />
        </>
      )}
    </section>
  );
}
