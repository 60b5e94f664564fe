import { countryName } from '../../lib/language/country-labels.ts';
import type { Provider } from '@hakiki/contract/directory';
import { isFlaggedOrSuspended } from '@hakiki/contract/directory-values';
import { lazy, useEffect } from 'react';
import { data, Link, useLocation, useParams } from 'react-router';
import { AppealLink, AppealNotice } from '../../components/filings/appeal.tsx';
import { History } from '../../components/history/history.tsx';
import { providerLicencesQuery } from '../../components/licences/queries.ts';
import { LazyPart } from '../../components/lazy-part.tsx';
import { ProviderAlerts, providerAlertsQuery } from '../../components/providers/alerts.tsx';
import { ProviderHeader } from '../../components/providers/header.tsx';
import { BusinessReply } from '../../components/replies/business-reply.tsx';
import { QueryFailure, Skeleton } from '../../components/query-states.tsx';
import { ShareLinks } from '../../components/share-links.tsx';
import { formatProviderShare } from '../../components/share-texts.ts';
import { buttonClass } from '../../components/ui/button.ts';
import { statusLabel } from '../../components/providers/verdict-badge.tsx';
import { Icon } from '../../components/ui/icon.tsx';
import { parseCountry } from '../../lib/browser/my-country.ts';
import { formAction } from '../../lib/forms/action.ts';
import { pageHead } from '../../lib/pages/head.ts';
import { usePageTitle } from '../../lib/pages/title.ts';
import { pathTo, providerPath } from '../../lib/pages/paths.ts';
import { evidenceQuery, providerQuery } from '../../lib/providers/queries.ts';
import { startQueries, prefetch, getErrorStatus, useQuery, type Prefetched } from '../../lib/api/use-query.ts';
import { m } from '../../paraglide/messages.js';
import type { Route } from './+types/provider.ts';
import { issueForm } from './issue-form.ts';
import { Overview } from './provider-overview.tsx';
import { ProviderSidebar } from './provider-sidebar.tsx';
import { parseTab, ProviderTabs } from './provider-tabs.tsx';
import { RatingDistribution } from './rating-distribution.tsx';
import { parseReviewsView, type ReviewsView } from './reviews-url.ts';
import { isEntitled } from '@hakiki/contract/entitlements';
import { useAuth } from '../../lib/api/auth.ts';
import { defineQuery } from '../../lib/api/queries.ts';
import { listLimits } from '@hakiki/contract/limits';

/** Queries of the provider page that start once the provider is known to exist. */
const withId = (id: string) => ({ params: { id } });

const similarQuery = (id: string) => defineQuery('/api/providers/:id/similar', withId(id));
const reviewSummaryQuery = (id: string) => defineQuery('/api/providers/:id/reviews/summary', withId(id));

const reviewsQuery = (id: string, { sort, page }: ReviewsView) =>
  defineQuery('/api/providers/:id/reviews', {
    ...withId(id),
    query: {
      sort: sort === 'newest' ? undefined : sort,
      limit: listLimits.reviewsPage,
      offset: page === 1 ? undefined : (page - 1) * listLimits.reviewsPage,
    },
  });
const providerNewsQuery = (id: string) => defineQuery('/api/providers/:id/news', withId(id));

const tracesQuery = (id: string) => defineQuery('/api/providers/:id/shared-traces', withId(id));

const ProviderNotes = lazy(() => import('./provider-notes.tsx'));
const ProviderPanels = lazy(() => import('./provider-panels.tsx'));
const ReportIssues = lazy(async () => ({ default: (await import('./provider-report.tsx')).ReportIssues }));

/** Loads the provider first: only an existing provider has evidence, reviews and similar providers. */
export async function loader({ params: { id }, request, context }: Route.LoaderArgs) {
  const providerResult = await prefetch(context, [providerQuery(id)]);
  const failure = getFailure(providerResult);
  if (failure) return data(providerResult, { status: failure.status === 404 ? 404 : 200 });
  const { searchParams } = new URL(request.url);
  const otherResults = await prefetch(context, [
    evidenceQuery(id),
    similarQuery(id),
    providerAlertsQuery(id),
    providerNewsQuery(id),
    tracesQuery(id),
    reviewSummaryQuery(id),
    ...(parseTab(searchParams) === 'overview' ? [providerLicencesQuery(id, parseCountry(searchParams))] : []),
    ...(parseTab(searchParams) === 'reviews' ? [reviewsQuery(id, parseReviewsView(searchParams))] : []),
  ]);
  return data({ reads: [...providerResult.reads, ...otherResults.reads] });
}

export const action = (args: Route.ActionArgs) => formAction([issueForm(args.params.id)])(args);

export const clientLoader = startQueries(({ params: { id = '' } }) => [providerQuery(id)]);

const getFailure = ({ reads: [firstResult] }: Prefetched) =>
  firstResult && 'failure' in firstResult ? firstResult.failure : undefined;

export const meta: Route.MetaFunction = (metaArgs) => {
  const [first] = metaArgs.loaderData?.reads ?? [];
  const provider = first && 'data' in first ? (first.data as unknown as Provider) : undefined;
  if (!provider) {
    return pageHead(metaArgs, {
      path: '/directory',
      title: metaArgs.loaderData ? m.provider_not_found_title() : m.directory_title(),
      description: m.error_provider_not_found(),
      isIndexed: false,
    });
  }
  const { name, verificationStatus } = provider;
  const metadata = isFlaggedOrSuspended(verificationStatus)
    ? { description: m.warned_description({ name }) }
    : { description: m.provider_description({ name }), jsonLd: toJsonLd(provider) };
  return pageHead(metaArgs, { path: `/provider/${provider.id}`, title: getTitle(provider), ...metadata });
};

/** The page title carries the warning, so that browser tabs, shared links and search results show it too. */
const getTitle = ({ name, verificationStatus }: Provider): string =>
  isFlaggedOrSuspended(verificationStatus) ? m.warned_title({ name, status: statusLabel(verificationStatus) }) : name;

/**
 * Structured data for search engines: facts about the organisation, never our verdict as a star rating. There is none
 * for a flagged or suspended provider, since its own text and stars would advertise it.
 */
function toJsonLd(provider: Provider): Record<string, unknown> {
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: provider.name,
    description: provider.description,
    areaServed: provider.countries.map(countryName),
    ...(provider.established && { foundingDate: String(provider.established) }),
    ...(provider.reviewCount > 0 && {
      aggregateRating: { '@type': 'AggregateRating', ratingValue: provider.rating, reviewCount: provider.reviewCount },
    }),
  };
}

export default function ProviderPage() {
  const { id = '' } = useParams();
  const params = new URLSearchParams(useLocation().search);
  const tab = parseTab(params);
  const view = parseReviewsView(params);
  const provider = useQuery(providerQuery(id));
  const isLoaded = provider.status === 'ready';
  usePageTitle(isLoaded ? getTitle(provider.data) : undefined);
  useVisitRecording(id, isLoaded);
  const evidence = useQuery(evidenceQuery(id), { enabled: isLoaded });
  const alerts = useQuery(providerAlertsQuery(id), { enabled: isLoaded });
  const similar = useQuery(similarQuery(id), { enabled: isLoaded });
  const news = useQuery(providerNewsQuery(id), { enabled: isLoaded });
  const shared = useQuery(tracesQuery(id), { enabled: isLoaded });
  const reviews = useQuery(reviewsQuery(id, view), { enabled: isLoaded && tab === 'reviews' });
  const summary = useQuery(reviewSummaryQuery(id), { enabled: isLoaded });

  if (provider.status === 'loading') return <LoadingSkeleton />;
  if (provider.status === 'failed') {
    return getErrorStatus(provider.error) === 404 ? (
      <NotFound />
    ) : (
      <QueryFailure message={m.provider_failed()} query={provider} />
    );
  }
  const providerData = provider.data;
  const isWarned = isFlaggedOrSuspended(providerData.verificationStatus);
  const announcements = news.status === 'ready' ? news.data : [];
  const traces = shared.status === 'ready' ? shared.data : [];
  return (
    <article>
      <Link
        to={pathTo('/directory')}
        className="inline-flex min-h-11 items-center gap-1 text-brand underline-offset-4 hover:underline"
      >
        <Icon name="chevron-left" className="size-4" /> {m.back_to_directory()}
      </Link>
      <ProviderHeader
        provider={providerData}
        evidence={evidence}
        alerts={alerts}
        ratings={!isWarned && providerData.reviewCount > 0 && <RatingDistribution summary={summary} />}
      >
        {(providerData.withdrawalWatch || announcements.length + traces.length > 0) && (
          <LazyPart fallback={null}>
            <ProviderNotes watch={providerData.withdrawalWatch} news={announcements} traces={traces} />
          </LazyPart>
        )}
        <AppealNotice since={providerData.appealSince} isWarning={isWarned} />
        <History subject={{ kind: 'provider', id }} label={m.history_verdict()} />
      </ProviderHeader>
      <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-2">
        <ShareLinks text={formatProviderShare(providerData)} path={providerPath(id)} />
        <AppealLink subject="provider" id={id} />
      </div>
      {providerData.reply && <BusinessReply reply={providerData.reply} className="mt-4" />}
      <ProviderAlerts alerts={alerts} />
      <div className="mt-8 grid gap-8 lg:grid-cols-[1fr_19rem] lg:gap-10">
        <ProviderTabs provider={providerData} current={tab}>
          {tab === 'overview' ? (
            <Overview provider={providerData} />
          ) : (
            <LazyPart fallback={<Skeleton label={m.loading_provider()} className="h-80" />}>
              {tab === 'report' ? (
                <ReportIssues provider={providerData} />
              ) : (
                <ProviderPanels
                  tab={tab}
                  provider={providerData}
                  evidence={evidence}
                  view={view}
                  reviews={reviews}
                  summary={summary}
                />
              )}
            </LazyPart>
          )}
        </ProviderTabs>
        <ProviderSidebar provider={providerData} similar={similar} />
      </div>
    </article>
  );
}

function NotFound() {
  return (
    <div className="flex max-w-[68ch] flex-col gap-4 py-8">
      <h1 className="title-page">{m.provider_not_found_title()}</h1>
      <p className="text-lg text-muted">{m.error_provider_not_found()}</p>
      <p className="text-muted">{m.provider_not_found_hint()}</p>
      <p>
        <Link to={pathTo('/directory')} className={buttonClass('primary')}>
          {m.back_to_directory()}
        </Link>
      </p>
    </div>
  );
}

function LoadingSkeleton() {
  return (
    <div role="status" aria-label={m.loading_provider()} className="flex flex-col gap-6" data-testid="skeleton">
      <div className="flex gap-4">
        <div className="skeleton size-20" />
        <div className="flex flex-1 flex-col gap-3">
          <div className="skeleton h-8 w-2/3" />
          <div className="skeleton h-5 w-1/3" />
        </div>
      </div>
      <div className="skeleton h-24 w-full" />
      <div className="skeleton h-64 w-full" />
    </div>
  );
}

/** Records the visit of a member with the analysis plan. The money saved is computed from these visits. */
function useVisitRecording(id: string, isLoaded: boolean): void {
  const auth = useAuth();
  const shouldRecord = isLoaded && auth.status === 'signed-in' && isEntitled(auth.user, 'analysis');
  useEffect(() => {
    if (!shouldRecord) return;
    import('./record-visit.ts').then(
      ({ recordVisit }) => recordVisit(id),
      () => undefined,
    );
  }, [id, shouldRecord]);
}
