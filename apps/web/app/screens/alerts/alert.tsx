import type { AlertDetail, PublishedAlert } from '@hakiki/contract/alerts';
import { alertPath } from '@hakiki/contract/site';
import { lazy } from 'react';
import { data, Link, useParams } from 'react-router';
import { AlertArticle } from '../../components/alerts/article.tsx';
import { AppealLink } from '../../components/filings/appeal.tsx';
import { HistoryEntries, historyQuery } from '../../components/history/entries.tsx';
import { LazyPart } from '../../components/lazy-part.tsx';
import { QueryFailure } from '../../components/query-states.tsx';
import { ShareLinks } from '../../components/share-links.tsx';
import { formatAlertShare } from '../../components/share-texts.ts';
import { buttonClass } from '../../components/ui/button.ts';
import { Icon } from '../../components/ui/icon.tsx';
import { getAdvice } from '../../lib/alerts/advice.ts';
import { severityLabel } from '../../lib/alerts/labels.ts';
import { pageHead } from '../../lib/pages/head.ts';
import { currentLanguage } from '../../lib/language/language.ts';
import { usePageTitle } from '../../lib/pages/title.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { defineQuery } from '../../lib/api/queries.ts';
import { startQueries, prefetch, getErrorStatus, useQuery, type Prefetched } from '../../lib/api/use-query.ts';
import { m } from '../../paraglide/messages.js';
import type { Route } from './+types/alert.ts';

/** The same for everybody. */
const alertQuery = (id: string) => defineQuery('/api/fraud-alerts/:id', { params: { id }, anonymous: true });

const tracesQuery = (id: string) =>
  defineQuery('/api/fraud-alerts/:id/shared-traces', { params: { id }, anonymous: true });

const SharedTraces = lazy(async () => ({
  default: (await import('../../components/families/shared-traces.tsx')).SharedTraces,
}));

export async function loader({ params: { id }, context }: Route.LoaderArgs) {
  const first = await prefetch(context, [alertQuery(id)]);
  const failure = getFailure(first);
  if (failure) return data(first, { status: failure.status === 404 ? 404 : 200 });
  const history = await prefetch(context, [historyQuery({ kind: 'alert', id }), tracesQuery(id)]);
  return data({ reads: [...first.reads, ...history.reads] });
}

export const clientLoader = startQueries(({ params: { id = '' } }) => [
  alertQuery(id),
  historyQuery({ kind: 'alert', id }),
  tracesQuery(id),
]);

const getFailure = ({ reads: [first] }: Prefetched) => (first && 'failure' in first ? first.failure : undefined);

export const meta: Route.MetaFunction = (metaArgs) => {
  const [first] = metaArgs.loaderData?.reads ?? [];
  const publishedAlert = first && 'data' in first ? (first.data as unknown as PublishedAlert) : undefined;
  if (!publishedAlert?.alert) {
    return pageHead(metaArgs, {
      path: publishedAlert ? alertPath(publishedAlert.id) : '/alerts',
      title: publishedAlert
        ? getTitle(publishedAlert)
        : metaArgs.loaderData
          ? m.alert_not_found_title()
          : m.alerts_title(),
      description: publishedAlert ? m.alert_withdrawn_text() : m.alert_not_found_text(),
      isIndexed: false,
    });
  }
  const { alert } = publishedAlert;
  return pageHead(metaArgs, {
    path: alertPath(alert.id),
    title: getTitle(publishedAlert),
    description: getAdvice(alert).text,
    picture: { path: alertPicturePath(alert.id), text: getTitle(publishedAlert) },
  });
};

const getTitle = ({ alert }: PublishedAlert): string =>
  alert ? `${severityLabel(alert.severity)}: ${alert.title}` : m.alert_withdrawn_title();

const alertPicturePath = (id: string): string => `/pictures/alerts/${currentLanguage()}/${id}.png`;

export default function AlertPage() {
  const { id = '' } = useParams();
  const alertState = useQuery(alertQuery(id));
  const traces = useQuery(tracesQuery(id));
  usePageTitle(alertState.status === 'ready' ? getTitle(alertState.data) : undefined);
  if (alertState.status === 'loading') return <LoadingSkeleton />;
  if (alertState.status === 'failed') {
    return getErrorStatus(alertState.error) === 404 ? (
      <NotFound />
    ) : (
      <QueryFailure message={m.reports_alerts_failed()} query={alertState} />
    );
  }
  const { alert } = alertState.data;
  return (
    <article data-alert={id} className="mx-auto flex max-w-200 flex-col gap-6">
      <AllAlertsLink />
      <AlertArticle published={alertState.data}>
        {alert && <ShareLinks text={formatAlertShare(alert)} path={pathTo(alertPath(id))} />}
      </AlertArticle>
      {traces.status === 'ready' && traces.data.length > 0 && (
        <LazyPart fallback={null}>
          <SharedTraces traces={traces.data} />
        </LazyPart>
      )}
      <section aria-labelledby="history" className="flex flex-col gap-3">
        <h2 id="history" className="title-section">
          {m.history_alert()}
        </h2>
        <HistoryEntries
          subject={{ kind: 'alert', id }}
          language={alert?.language}
          origins={alert ? listOrigins(alertState.data, alert) : []}
        />
      </section>
      {alert && <AppealLink subject="alert" id={id} />}
    </article>
  );
}

const listOrigins = ({ publishedAt }: PublishedAlert, { createdAt }: AlertDetail) => [
  { at: publishedAt, text: m.history_published(), to: 'approved' as const },
  { at: createdAt, text: m.alert_first_reported() },
];

const AllAlertsLink = () => (
  <p>
    <Link
      to={pathTo('/alerts')}
      className="inline-flex min-h-11 items-center gap-1 text-brand underline-offset-4 hover:underline"
    >
      <Icon name="chevron-left" className="size-4" /> {m.alerts_all()}
    </Link>
  </p>
);

const NotFound = () => (
  <div className="flex max-w-[68ch] flex-col gap-4 py-8">
    <h1 className="title-page">{m.alert_not_found_title()}</h1>
    <p className="text-lg text-muted">{m.alert_not_found_text()}</p>
    <p>
      <Link to={pathTo('/alerts')} className={buttonClass('primary')}>
        {m.alerts_all()}
      </Link>
    </p>
  </div>
);

const LoadingSkeleton = () => (
  <div role="status" aria-label={m.reports_alerts_loading()} className="mx-auto flex max-w-200 flex-col gap-6">
    <div className="skeleton h-8 w-1/3" />
    <div className="skeleton h-16" />
    <div className="skeleton h-40" />
    <div className="skeleton h-64" />
  </div>
);
