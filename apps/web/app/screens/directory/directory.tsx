import type { Provider } from '@hakiki/contract/directory';
import type { Lookup } from '@hakiki/contract/lookup';
import { listLimits } from '@hakiki/contract/limits';
import { Link, useLocation } from 'react-router';
import { ProviderCard, ProviderCardSkeleton } from '../../components/providers/card.tsx';
import { QueryFailure } from '../../components/query-states.tsx';
import { buttonClass } from '../../components/ui/button.ts';
import { Notice } from '../../components/ui/notice.tsx';
import { formatNumber } from '../../lib/language/format.ts';
import { pageHead } from '../../lib/pages/head.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { usePageTitle } from '../../lib/pages/title.ts';
import type { ItemPage } from '../../lib/api/queries.ts';
import { startQueries, prefetch, useQuery, type QueryState } from '../../lib/api/use-query.ts';
import { useRetryOnReconnect } from '../../lib/api/use-retry-on-reconnect.ts';
import { m } from '../../paraglide/messages.js';
import type { Route } from './+types/directory.ts';
import { AnswerBanner } from './answer-banner.tsx';
import { formatAnswer, listOtherWarnings, showsWarning, toAnswer, toQuotedSearch } from './answer.ts';
import { CheckOffer } from './check-offer.tsx';
import { FilterPanel, SearchForm, useFilterControls } from './filter-panel.tsx';
import {
  filtersToQuery,
  isFiltered,
  isNarrowed,
  lookupQuery,
  countPages,
  parseFilters,
  providersQuery,
  withChange,
  type Filters,
} from './filters.ts';
import { MorePages } from '../../components/lists/more-pages.tsx';
import { Pagination } from '../../components/lists/pagination.tsx';
import { NoMatch } from './no-match.tsx';
import { ResultControls } from './result-controls.tsx';
import { SearchWarnings } from './search-warnings.tsx';
import { CompareTray } from '../../components/providers/compare-tray.tsx';
import { comparePath, saveSelection, useSelection } from '../../lib/providers/compare-selection.ts';
import { getColumnName, useComparedProviders } from '../../lib/providers/use-compared-providers.ts';

const directoryPath = (filters: Filters): string => pathTo('/directory') + filtersToQuery(filters);

function listQueries(request: Request) {
  const filters = parseFilters(new URL(request.url).searchParams);
  return [providersQuery(filters), ...(filters.search ? [lookupQuery(filters)] : [])];
}

export const loader = ({ request, context }: Route.LoaderArgs) => prefetch(context, listQueries(request));
export const clientLoader = startQueries(({ request }) => listQueries(request));

export const meta: Route.MetaFunction = (metaArgs) => {
  const filters = parseFilters(new URLSearchParams(metaArgs.location.search));
  const isUnfiltered = !isFiltered(filters) && filters.sort === 'relevance';
  const lookupPath = lookupQuery(filters).key[0];
  const lookup = metaArgs.loaderData?.reads.find(({ key }) => key[0] === lookupPath);
  return pageHead(metaArgs, {
    path: filters.page > 1 ? `/directory?page=${filters.page}` : '/directory',
    title: (lookup && 'data' in lookup && toTitle(filters, lookup.data as unknown as Lookup)) || m.directory_title(),
    description: m.directory_description(),
    isIndexed: isUnfiltered,
  });
};

/** The answer to the search is the title of the page. */
const toTitle = ({ search }: Filters, lookup: Lookup): string => formatAnswer(toAnswer(lookup), search, lookup.matches);

export default function Directory() {
  const applied = parseFilters(new URLSearchParams(useLocation().search));
  const controls = useFilterControls(applied);
  const providers = useQuery(providersQuery(applied));
  const isSearch = applied.search !== '';
  const lookup = useQuery(lookupQuery(applied), { enabled: isSearch });
  useRetryOnReconnect(providers);
  useRetryOnReconnect(lookup);
  usePageTitle(isSearch && lookup.status === 'ready' ? toTitle(applied, lookup.data) : undefined);
  const total = providers.status === 'ready' ? providers.data.total : undefined;
  // One match or none leaves nothing to filter or to sort.
  const canFilter = !isSearch || isNarrowed(applied) || total === undefined || total > 1;
  const isListShown = canFilter || total !== 0 || !isKnown(lookup);
  return (
    <>
      {!isSearch && (
        <div className="mb-6">
          <h1 className="title-page">{m.directory_title()}</h1>
          <p className="mt-2 max-w-[68ch] text-muted">{m.directory_lead()}</p>
        </div>
      )}
      <div
        className={`grid grid-cols-1 gap-x-10 gap-y-6 ${canFilter ? 'lg:grid-cols-[17rem_1fr]' : ''} ${isSearch ? '' : 'lg:grid-rows-[auto_1fr]'}`}
      >
        <SearchForm {...controls} className={isSearch ? 'col-span-full max-w-[44rem]' : ''} />
        {isSearch && <SearchAnswer filters={applied} lookup={lookup} />}
        {isSearch && <CheckOffer search={applied.search} country={applied.country} />}
        {canFilter && (
          <div className="max-lg:contents lg:sticky lg:top-24 lg:col-start-1 lg:self-start">
            <FilterPanel {...controls} total={total} />
          </div>
        )}
        <section
          aria-label={isListShown ? m.directory_results() : undefined}
          className={`min-w-0 ${canFilter ? 'lg:col-start-2' : ''} ${isSearch ? '' : 'lg:row-span-2 lg:row-start-1'}`}
        >
          {isListShown && (
            <>
              <div className="flex flex-wrap items-center justify-between gap-3">
                <p aria-live="polite" className="font-semibold" data-testid="count">
                  {total === undefined ? '\u00A0' : m.showing_providers({ count: total, shown: formatNumber(total) })}
                </p>
                {canFilter && <ResultControls filters={applied} />}
              </div>
              <ProviderResults filters={applied} providers={providers} lookup={lookup} />
            </>
          )}
          <CompareSelectionTray />
        </section>
      </div>
    </>
  );
}

/** Whether the answer names something: then "Showing 0 providers" would contradict it. */
function isKnown(lookup: QueryState<Lookup>): boolean {
  const answer = lookup.status === 'ready' ? toAnswer(lookup.data) : undefined;
  return answer !== undefined && (answer.kind !== 'unknown' || answer.similar.length > 0);
}

/** The answer to the search, regardless of the other filters. */
function SearchAnswer({ filters: { search }, lookup }: { filters: Filters; lookup: QueryState<Lookup> }) {
  const title = m.answer_search({ search: toQuotedSearch(search) ?? '…' });
  if (lookup.status !== 'ready') {
    return (
      <div className="col-span-full flex flex-col gap-4" aria-live="polite">
        <h1 className="title-page wrap-break-word">{title}</h1>
        {lookup.status === 'failed' && <QueryFailure message={m.lookup_failed()} query={lookup} />}
      </div>
    );
  }
  const answer = toAnswer(lookup.data);
  const answerTitle = formatAnswer(answer, search, lookup.data.matches);
  return (
    <div className="col-span-full flex min-w-0 flex-col gap-6" aria-live="polite">
      {answer ? (
        <AnswerBanner answer={answer} title={answerTitle} search={search} />
      ) : (
        <h1 className="title-page wrap-break-word">{answerTitle}</h1>
      )}
      <SearchWarnings
        title={
          answer && showsWarning(answer)
            ? m.answer_more_warnings()
            : m.lookup_warnings({ search: toQuotedSearch(search) ?? '…' })
        }
        warnings={listOtherWarnings(lookup.data, answer)}
      />
    </div>
  );
}

interface ResultsProps {
  filters: Filters;
  providers: QueryState<ItemPage<Provider>>;
  lookup: QueryState<Lookup>;
}

function ProviderResults({ filters, providers, lookup }: ResultsProps) {
  if (providers.status === 'loading') return <LoadingSkeleton view={filters.view} />;
  if (providers.status === 'failed') return <QueryFailure message={m.providers_failed()} query={providers} />;
  const { items, total } = providers.data;
  return (
    <div className="mt-4">
      {items.length === 0 && (
        <EmptyList
          filters={filters}
          pages={countPages(total)}
          lookup={lookup.status === 'ready' ? lookup.data : undefined}
        />
      )}
      {total > 0 && (
        <>
          <ul className={getLayoutClass(filters.view)} data-view={filters.view}>
            {items.map((provider) => (
              <li key={provider.id}>
                <ProviderCard provider={provider} />
              </li>
            ))}
          </ul>
          <Pagination
            page={filters.page}
            pages={countPages(total)}
            toPath={(page) => directoryPath({ ...filters, page })}
          />
          <MorePages total={total} perPage={listLimits.directoryPage} />
        </>
      )}
    </div>
  );
}

const getLayoutClass = (view: Filters['view']) =>
  view === 'grid' ? 'grid grid-cols-1 gap-4 md:grid-cols-2' : 'grid grid-cols-1 gap-4';

function LoadingSkeleton({ view }: { view: Filters['view'] }) {
  return (
    <div role="status" aria-label={m.loading_providers()} className={getLayoutClass(view)} data-testid="skeleton">
      {[1, 2, 3, 4].map((index) => (
        <ProviderCardSkeleton key={index} />
      ))}
    </div>
  );
}

function EmptyList({ filters, pages, lookup }: { filters: Filters; pages: number; lookup: Lookup | undefined }) {
  if (filters.page > pages) {
    return (
      <Notice icon="empty" title={m.page_missing({ page: filters.page })}>
        <Link to={directoryPath({ ...filters, page: pages })} className={buttonClass('secondary')}>
          {m.page_last({ page: pages })}
        </Link>
      </Notice>
    );
  }
  const { sort, search } = filters;
  const clearedFilters = withChange(parseFilters(new URLSearchParams()), { sort });
  if (search) {
    return (
      <NoMatch
        lookup={lookup}
        unfilteredPath={directoryPath({ ...clearedFilters, search })}
        clearPath={directoryPath(clearedFilters)}
      />
    );
  }
  return (
    <Notice icon="empty" title={m.no_providers()}>
      <p className="max-w-[50ch] text-muted">{m.no_providers_hint()}</p>
      <div className="flex flex-wrap justify-center gap-3">
        <Link to={directoryPath(clearedFilters)} className={buttonClass('secondary')}>
          {m.filters_clear()}
        </Link>
        <Link to={pathTo('/safety')} className={buttonClass('quiet')}>
          {m.footer_safety_guide()}
        </Link>
      </div>
    </Notice>
  );
}

/**
 * The providers chosen for the comparison. It is placed at the end of the results and sticks to the bottom of the
 * window only while results continue below, so that it never covers the last ones.
 */
function CompareSelectionTray() {
  const ids = useSelection();
  const columns = useComparedProviders(ids);
  return (
    <CompareTray
      entries={columns.map((column) => ({ id: column.id, name: getColumnName(column) }))}
      comparePath={comparePath(ids)}
      onRemove={(id) => saveSelection(ids.filter((other) => other !== id))}
      className="sticky bottom-2 z-20 mt-6 shadow-lg @max-[18rem]/page:static print:hidden"
    />
  );
}
