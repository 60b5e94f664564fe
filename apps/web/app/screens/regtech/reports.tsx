import type { RegtechReport } from '@hakiki/contract/regtech';
import type { RegtechPriority, RegtechReportStatus } from '@hakiki/contract/regtech-values';
import { Pagination } from '../../components/lists/pagination.tsx';
import { QueryFailure, Skeleton } from '../../components/query-states.tsx';
import { buttonClass } from '../../components/ui/button.ts';
import { Notice } from '../../components/ui/notice.tsx';
import { useQuery } from '../../lib/api/use-query.ts';
import { countryName } from '../../lib/language/country-labels.ts';
import { formatMonth } from '../../lib/language/format-timestamps.ts';
import { countPages } from '../../lib/pages/paging.ts';
import { m } from '../../paraglide/messages.js';
import { CountryForm } from './country-choice.tsx';
import { figureColumns, figureLabels, formatFigure } from './figure-labels.ts';
import { SUMMARIES_PER_PAGE, summariesPath } from './regtech-url.ts';
import { countryQuery, reportsQuery } from './regtech-queries.ts';

const priorityLabels: Record<RegtechPriority, () => string> = {
  high: m.regtech_priority_high,
  medium: m.regtech_priority_medium,
  low: m.regtech_priority_low,
};
const statusLabels: Record<RegtechReportStatus, () => string> = {
  published: m.regtech_status_published,
  draft: m.regtech_status_draft,
};

/** The newest month of all countries with pagination, or one year of a single country. */
export function Reports({ country, page }: { country: string; page: number }) {
  const reports = useQuery(country ? countryQuery(country) : reportsQuery);
  return (
    <div className="flex flex-col gap-6">
      <CountryForm tab="reports" country={country} allLabel={m.regtech_newest_month()} />
      {reports.status === 'loading' && <Skeleton label={m.regtech_loading()} className="h-48" />}
      {reports.status === 'failed' && <QueryFailure message={m.regtech_reports_failed()} query={reports} />}
      {reports.status === 'ready' &&
        (country ? (
          <ReportList reports={reports.data.items} emptyText={m.regtech_no_country()} />
        ) : (
          <NewestMonth reports={reports.data.items} page={page} />
        ))}
    </div>
  );
}

function NewestMonth({ reports, page: requestedPage }: { reports: readonly RegtechReport[]; page: number }) {
  const monthReports = reports.filter(({ period }) => period === reports[0]!.period);
  const pages = countPages(monthReports.length, SUMMARIES_PER_PAGE);
  const page = Math.min(requestedPage, pages);
  return (
    <div>
      <ReportList
        reports={monthReports.slice((page - 1) * SUMMARIES_PER_PAGE, page * SUMMARIES_PER_PAGE)}
        emptyText={m.regtech_no_reports()}
      />
      {pages > 1 && <Pagination page={page} pages={pages} toPath={summariesPath} />}
    </div>
  );
}

const ReportList = ({ reports, emptyText }: { reports: readonly RegtechReport[]; emptyText: string }) =>
  reports.length === 0 ? (
    <Notice icon="empty" title={emptyText} />
  ) : (
    <ul className="grid gap-4 md:grid-cols-2">
      {reports.map((report) => (
        <li key={report.id}>
          <SummaryCard report={report} />
        </li>
      ))}
    </ul>
  );

function SummaryCard({ report: { id, country, period, priority, status, figures } }: { report: RegtechReport }) {
  const title = m.regtech_report_title({ country: countryName(country), month: formatMonth(period) });
  return (
    <article className="flex h-full flex-col gap-2 rounded-card border border-line bg-surface p-4">
      <h3 className="title-card">{title}</h3>
      <p className="text-sm text-muted">
        {statusLabels[status]()} · {priorityLabels[priority]()}
      </p>
      <dl className="flex flex-col gap-1">
        {figureColumns.map((name) => (
          <div key={name} className="flex justify-between gap-3 border-b border-line py-1">
            <dt>{figureLabels[name]()}</dt>
            <dd className="font-semibold tabular-nums">{formatFigure(name, figures[name])}</dd>
          </div>
        ))}
      </dl>
      {status === 'published' && (
        <a href={`/api/regtech/reports/${id}/file`} download className={buttonClass('secondary', 'mt-auto self-start')}>
          {m.regtech_pdf()}
          <span className="sr-only">: {title}</span>
        </a>
      )}
    </article>
  );
}
