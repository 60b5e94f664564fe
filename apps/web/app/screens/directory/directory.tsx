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
import { startQueries, prefetch, useQuery, type QueryState } from '../../lib/api/use-query.ts';
import { m } from '../../paraglide/messages.js';
import type { Route } from './+types/directory.ts';
import { FilterPanel } from './filter-panel.tsx';
import {
  filtersToQuery,
  isFiltered,
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
  return pageHead(metaArgs, {
    path: filters.page > 1 ? `/directory?page=${filters.page}` : '/directory',
    title: m.directory_title(),
    description: m.directory_description(),
    isIndexed: isUnfiltered,
  });
};

export default function Directory() {
  const filters = parseFilters(new URLSearchParams(useLocation().search));
  const providers = useQuery(providersQuery(filters));
  const lookup = useQuery(lookupQuery(filters), { enabled: filters.search !== '' });
  const total = providers.status === 'ready' ? providers.data.total : undefined;
  return (
    <>
      <h1 className="text-2xl font-bold md:text-3xl">{m.directory_title()}</h1>
      <p className="mt-2 max-w-[68ch] text-muted">{m.directory_lead()}</p>
      <div className="mt-6 grid gap-6 lg:grid-cols-[17rem_1fr] lg:gap-10">
        <FilterPanel filters={filters} total={total} />
        <section aria-label={m.directory_results()} className="min-w-0">
          {filters.search && (
            <SearchWarnings
              search={filters.search}
              lookup={lookup}
              listedProviders={providers.status === 'ready' ? providers.data.items : []}
            />
          )}
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p aria-live="polite" className="font-semibold" data-testid="count">
              {total === undefined ? '\u00A0' : m.showing_providers({ count: total, shown: formatNumber(total) })}
            </p>
            <ResultControls filters={filters} />
          </div>
          <div className="mt-4">
            {providers.status === 'loading' && <LoadingSkeleton view={filters.view} />}
            {providers.status === 'failed' && <QueryFailure message={m.providers_failed()} query={providers} />}
            {providers.status === 'ready' && providers.data.items.length === 0 && (
              <EmptyList filters={filters} pages={countPages(providers.data.total)} lookup={lookup} />
            )}
            {providers.status === 'ready' && (
              <>
                <ul className={getLayoutClass(filters.view)} data-view={filters.view}>
                  {providers.data.items.map((provider) => (
                    <li key={provider.id}>
                      <ProviderCard provider={provider} />
                    </li>
                  ))}
                </ul>
                <Pagination
                  page={filters.page}
                  pages={countPages(providers.data.total)}
                  toPath={(page) => directoryPath({ ...filters, page })}
                />
                <MorePages total={providers.data.total} perPage={listLimits.directoryPage} />
              </>
            )}
          </div>
          <CompareSelectionTray />
        </section>
      </div>
    </>
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

function EmptyList({ filters, pages, lookup }: { filters: Filters; pages: number; lookup: QueryState<Lookup> }) {
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
        search={search}
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
      className="sticky bottom-2 z-20 mt-6 shadow-lg print:hidden"
    />
  );
}
