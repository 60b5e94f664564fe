import type { BusinessAnalytics } from '@hakiki/contract/business';
import { analyticsRanges } from '@hakiki/contract/business-values';
import { useState } from 'react';
import { Link } from 'react-router';
import { MonthChart } from '../../components/month-chart.tsx';
import { QueryFailure, Skeleton } from '../../components/query-states.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { SelectField } from '../../components/ui/field.tsx';
import { useQuery } from '../../lib/api/use-query.ts';
import { formatDate, formatNumber, formatRating } from '../../lib/language/format.ts';
import { downloadTextFile } from '../../lib/browser/download-text-file.ts';
import { buttonClass, textLinkClass } from '../../components/ui/button.ts';
import { m } from '../../paraglide/messages.js';
import { tabPath } from './business-url.ts';
import { analyticsQuery } from './business-queries.ts';

type Days = (typeof analyticsRanges)[number];

export function Analytics() {
  const analytics = useQuery(analyticsQuery);
  const [days, setDays] = useState<Days>(analyticsRanges[0]);
  if (analytics.status === 'loading') return <Skeleton label={m.business_loading()} className="h-48" />;
  if (analytics.status === 'failed') return <QueryFailure message={m.business_failed()} query={analytics} />;
  const shown = { ...analytics.data, pageViews: analytics.data.pageViews.slice(-days) };
  return (
    <div className="flex flex-col gap-6">
      {!shown.providerId && (
        <Notice icon="info" title={m.business_no_listing()}>
          <Link to={tabPath('profile')} className={textLinkClass('underline-offset-4')}>
            {m.business_next_profile_link()}
          </Link>
        </Notice>
      )}
      {shown.providerId && (
        <div className="needs-scripts flex flex-wrap items-end justify-between gap-3">
          <SelectField
            id="business-range"
            label={m.business_range()}
            value={String(days)}
            onChange={({ currentTarget }) =>
              setDays(analyticsRanges.find((one) => String(one) === currentTarget.value) ?? analyticsRanges[0])
            }
            options={analyticsRanges
              .toSorted((one, other) => one - other)
              .map((one) => ({ value: String(one), label: m.business_range_days({ days: String(one) }) }))}
          />
          <button
            type="button"
            onClick={() => downloadTextFile('hakiki-analytics.csv', toCsv(shown))}
            className={buttonClass('secondary')}
          >
            {m.business_csv()}
          </button>
        </div>
      )}
      <Statistics analytics={shown} days={days} />
      {shown.providerId && <Charts analytics={shown} />}
    </div>
  );
}

/** One row per value, as the shown charts have them. */
function toCsv({ pageViews, months }: BusinessAnalytics): string {
  const rows = [
    ...pageViews.map(({ day, views }) => [day, 'page_views', views]),
    ...months.flatMap(({ month, reviews, rating, reports }) => [
      [month, 'reviews', reviews],
      [month, 'average_rating', rating ?? ''],
      [month, 'reports', reports],
    ]),
  ];
  return [['period', 'measure', 'value'], ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}

const Statistics = ({
  analytics: { pageViews, reviewCount, rating, reportCount },
  days,
}: {
  analytics: BusinessAnalytics;
  days: Days;
}) => (
  <dl className="grid grid-cols-2 gap-4 lg:grid-cols-4">
    {(
      [
        [m.business_views({ days: String(days) }), formatNumber(pageViews.reduce((sum, { views }) => sum + views, 0))],
        [m.business_reviews(), formatNumber(reviewCount)],
        [m.business_rating(), reviewCount > 0 ? formatRating(String(rating)) : '–'],
        [m.business_reports(), formatNumber(reportCount)],
      ] as const
    ).map(([label, value]) => (
      <div key={label} className="flex min-w-0 flex-col gap-1 rounded-card border border-line bg-surface p-4">
        <dt className="text-sm text-muted">{label}</dt>
        <dd className="text-2xl font-bold tabular-nums">{value}</dd>
      </div>
    ))}
  </dl>
);

function Charts({ analytics: { pageViews, months } }: { analytics: BusinessAnalytics }) {
  const periods = months.map(({ month }) => month);
  return (
    <div className="grid gap-6 md:grid-cols-2">
      <MonthChart
        title={m.business_views_by_day()}
        months={pageViews.map(({ day }) => day)}
        axis={{ head: m.business_day, format: formatDate }}
        series={[{ label: m.business_views_label(), values: pageViews.map(({ views }) => views) }]}
      >
        <p className="text-sm text-muted">{m.business_views_means()}</p>
      </MonthChart>
      <MonthChart
        title={m.business_reviews_by_month()}
        months={periods}
        series={[{ label: m.business_reviews(), values: months.map(({ reviews }) => reviews) }]}
      />
      <MonthChart
        title={m.business_rating_by_month()}
        months={periods}
        series={[{ label: m.business_rating(), values: months.map(({ rating }) => rating) }]}
      />
      <MonthChart
        title={m.business_reports_by_month()}
        months={periods}
        series={[{ label: m.business_reports(), values: months.map(({ reports }) => reports) }]}
      />
    </div>
  );
}
