import { listLimits } from '@hakiki/contract/limits';
import { alertFeedPaths } from '@hakiki/contract/site';
import { Link, useLocation } from 'react-router';
import { AlertCard } from '../../components/alerts/card.tsx';
import { MorePages } from '../../components/lists/more-pages.tsx';
import { Pagination } from '../../components/lists/pagination.tsx';
import { QueryFailure } from '../../components/query-states.tsx';
import { buttonClass } from '../../components/ui/button.ts';
import { Notice } from '../../components/ui/notice.tsx';
import { formatNumber } from '../../lib/language/format.ts';
import { pageHead } from '../../lib/pages/head.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { startQueries, prefetch, useQuery } from '../../lib/api/use-query.ts';
import { m } from '../../paraglide/messages.js';
import type { Route } from './+types/alerts.ts';
import { alertsPath, alertsQuery, isFiltered, countPages, parseAlertFilters, type AlertFilters } from './alerts-url.ts';
import { AlertFilterForm } from './alert-filter-form.tsx';

const listQueries = (request: Request) => [alertsQuery(parseAlertFilters(new URL(request.url).searchParams))];

export const loader = ({ request, context }: Route.LoaderArgs) => prefetch(context, listQueries(request));
export const clientLoader = startQueries(({ request }) => listQueries(request));

export const meta: Route.MetaFunction = (metaArgs) => {
  const filters = parseAlertFilters(new URLSearchParams(metaArgs.location.search));
  return [
    ...pageHead(metaArgs, {
      path: filters.page > 1 ? `/alerts?page=${filters.page}` : '/alerts',
      title: m.alerts_title(),
      description: m.alerts_description(),
      isIndexed: !isFiltered(filters),
    }),
    ...listFeeds().map(({ type, href, label }) => ({
      tagName: 'link' as const,
      rel: 'alternate',
      type,
      href,
      title: `${m.alerts_title()} (${label})`,
    })),
  ];
};

const listFeeds = () => [
  { type: 'application/rss+xml', href: pathTo(alertFeedPaths.rss), label: 'RSS' },
  { type: 'application/feed+json', href: pathTo(alertFeedPaths.json), label: 'JSON Feed' },
];

export default function Alerts() {
  const filters = parseAlertFilters(new URLSearchParams(useLocation().search));
  const alerts = useQuery(alertsQuery(filters));
  return (
    <>
      <h1 className="title-page">{m.alerts_title()}</h1>
      <p className="mt-2 max-w-[68ch] text-pretty text-muted md:text-lg">{m.alerts_lead()}</p>
      <AlertFilterForm filters={filters} />
      <section aria-labelledby="alerts-list" className="mt-6 min-w-0">
        <h2 id="alerts-list" className="sr-only">
          {m.alerts_results()}
        </h2>
        <p aria-live="polite" className="font-semibold" data-testid="count">
          {alerts.status === 'ready'
            ? m.alerts_count({ count: alerts.data.total, shown: formatNumber(alerts.data.total) })
            : '\u00A0'}
        </p>
        <div className="mt-4">
          {alerts.status === 'loading' && <LoadingSkeleton />}
          {alerts.status === 'failed' && <QueryFailure message={m.reports_alerts_failed()} query={alerts} />}
          {alerts.status === 'ready' && alerts.data.items.length === 0 && (
            <EmptyList filters={filters} pages={countPages(alerts.data.total)} />
          )}
          {alerts.status === 'ready' && alerts.data.items.length > 0 && (
            <>
              <ol className="grid gap-4 lg:grid-cols-2">
                {alerts.data.items.map((alert) => (
                  <li key={alert.id} className="grid">
                    <AlertCard item={alert} isMember />
                  </li>
                ))}
              </ol>
              <Pagination
                page={filters.page}
                pages={countPages(alerts.data.total)}
                toPath={(page) => alertsPath({ ...filters, page })}
              />
              <MorePages total={alerts.data.total} perPage={listLimits.alertsPage} />
            </>
          )}
        </div>
      </section>
      <FeedLinks />
    </>
  );
}

const FeedLinks = () => (
  <p className="mt-6 flex flex-wrap items-center gap-x-4 text-muted">
    {m.alerts_feeds()}
    {listFeeds().map(({ href, label }) => (
      // A file, not a page of the site.
      <a key={href} href={href} className="inline-flex min-h-11 items-center underline">
        {label}
      </a>
    ))}
  </p>
);

const LoadingSkeleton = () => (
  <div role="status" aria-label={m.reports_alerts_loading()} className="grid gap-4 lg:grid-cols-2">
    {[1, 2, 3, 4].map((index) => (
      <div key={index} className="skeleton h-52" />
    ))}
  </div>
);

function EmptyList({ filters, pages }: { filters: AlertFilters; pages: number }) {
  if (filters.page > pages) {
    return (
      <Notice icon="empty" title={m.page_missing({ page: filters.page })}>
        <Link to={alertsPath({ ...filters, page: pages })} className={buttonClass('secondary')}>
          {m.page_last({ page: pages })}
        </Link>
      </Notice>
    );
  }
  return (
    <Notice icon="empty" title={isFiltered(filters) ? m.alerts_none_matching() : m.reports_alerts_none()}>
      <p className="max-w-[50ch] text-muted">{m.alerts_none_hint()}</p>
      <div className="flex flex-wrap justify-center gap-3">
        {isFiltered(filters) && (
          <Link to={pathTo('/alerts')} className={buttonClass('secondary')}>
            {m.alerts_show_all()}
          </Link>
        )}
        <Link to={pathTo('/report-scam')} className={buttonClass('quiet')}>
          {m.reports_report_scam()}
        </Link>
      </div>
    </Notice>
  );
}
