import type { Provider } from '@hakiki/contract/directory';
import { compareLimits } from '@hakiki/contract/limits';
import { useEffect, useRef, useState } from 'react';
import { Link, redirect, useLocation, useNavigate } from 'react-router';
import { buttonClass } from '../../components/ui/button.ts';
import { providerLicencesQuery } from '../../components/licences/queries.ts';
import { Icon } from '../../components/ui/icon.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { parseCountry } from '../../lib/browser/my-country.ts';
import { comparePath, saveSelection, readSelection } from '../../lib/providers/compare-selection.ts';
import { pageHead } from '../../lib/pages/head.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { providerQuery } from '../../lib/providers/queries.ts';
import { showToast } from '../../lib/browser/toast.ts';
import { getColumnName, useComparedProviders, type Column } from '../../lib/providers/use-compared-providers.ts';
import { startQueries, prefetch, type Prefetched } from '../../lib/api/use-query.ts';
import { m } from '../../paraglide/messages.js';
import type { Route } from './+types/compare.ts';
import { AddPanel } from './add-panel.tsx';
import { TABLE_ANCHOR, toCompareUrl, ONLY_DIFFERENCES, parseCompareUrl, type CompareUrlState } from './compare-url.ts';
import { isNotComparable, nameSearchQuery } from './compare-queries.ts';
import { COLUMNS_ON_PHONE, CompareTable } from './compare-table.tsx';
import { ExtremeMark } from './best-and-worst.tsx';
import { ShareButton } from '../../components/share-button.tsx';

function listQueries(request: Request) {
  const { searchParams } = new URL(request.url);
  const { ids, search } = parseCompareUrl(searchParams);
  const country = parseCountry(searchParams);
  return [
    ...ids.map(providerQuery),
    ...ids.map((id) => providerLicencesQuery(id, country)),
    ...(search ? [nameSearchQuery(search)] : []),
  ];
}

export const loader = ({ request, context }: Route.LoaderArgs) => prefetch(context, listQueries(request));

const startPageQueries = startQueries(({ request }: { request: Request; params: object }) => listQueries(request));

/** The menu's link has no selection, so it redirects to the selection of the visit. */
export function clientLoader(args: Route.ClientLoaderArgs) {
  const selection = readSelection();
  if (new URL(args.request.url).search === '' && selection.length > 0) return redirect(comparePath(selection));
  return startPageQueries(args);
}

export const meta: Route.MetaFunction = (metaArgs) => {
  const names = getProviderNames(metaArgs.loaderData);
  return pageHead(metaArgs, {
    path: '/compare',
    title: names.length > 1 ? m.compare_title_of({ names: names.join(' – ') }) : m.compare_title(),
    description: m.compare_description({ count: compareLimits.providers }),
    isIndexed: metaArgs.location.search === '',
  });
};

const getProviderNames = (prefetched: Prefetched | null | undefined): string[] =>
  (prefetched?.reads ?? []).flatMap((result) => ('data' in result && isProvider(result.data) ? result.data.name : []));

const isProvider = (data: unknown): data is Provider => typeof data === 'object' && data !== null && 'name' in data;

export default function Compare() {
  const { isCut, ...address } = parseCompareUrl(new URLSearchParams(useLocation().search));
  const allColumns = useComparedProviders(address.ids);
  const columns = allColumns.filter((column) => !isNotComparable(column));
  const urlState = { ...address, ids: columns.map(({ id }) => id) };
  const skippedCount = useCleanUrl(urlState, allColumns.length - columns.length, isCut);
  return (
    <>
      <h1 className="title-page">{m.compare_title()}</h1>
      <p className="mt-2 max-w-[68ch] text-muted print:hidden">{m.compare_lead({ count: compareLimits.providers })}</p>
      <div className="mt-6 flex flex-col gap-6">
        {skippedCount > 0 && <InfoNote text={m.compare_skipped({ count: skippedCount })} />}
        {isCut && <InfoNote text={m.compare_full()} className="without-scripts" />}
        <AddPanel
          urlState={urlState}
          selected={columns.map((column) => ({ id: column.id, name: getColumnName(column) }))}
        />
        <Comparison urlState={urlState} columns={columns} />
      </div>
    </>
  );
}

/**
 * Removes providers that cannot be compared from the URL, says so, and stores the selection for the visit. The number
 * of removed providers is shown until the selection changes.
 */
function useCleanUrl(urlState: CompareUrlState, unknownCount: number, isCut: boolean): number {
  const navigate = useNavigate();
  const selection = urlState.ids.join(',');
  const cleanUrl = toCompareUrl(urlState);
  const [skippedCount, setSkipped] = useState({ count: unknownCount, selection });
  if (unknownCount > 0 && (skippedCount.count !== unknownCount || skippedCount.selection !== selection)) {
    setSkipped({ count: unknownCount, selection });
  }
  useEffect(() => {
    if (selection) saveSelection(selection.split(','));
    if (isCut) showToast({ title: m.compare_full(), isDestructive: true });
    if (isCut || unknownCount > 0) void navigate(cleanUrl, { replace: true, preventScrollReset: true });
  }, [selection, cleanUrl, unknownCount, isCut, navigate]);
  return skippedCount.selection === selection ? skippedCount.count : 0;
}

const InfoNote = ({ text, className = '' }: { text: string; className?: string }) => (
  <p role="status" className={`flex gap-3 rounded-card bg-brand-soft p-4 ${className}`}>
    <Icon name="info" className="mt-0.5 text-brand" />
    {text}
  </p>
);

const EmptyNotice = () => (
  <Notice icon="compare" title={m.compare_empty()}>
    <p className="max-w-[50ch] text-muted">{m.compare_empty_text()}</p>
    <Link to={pathTo('/directory')} className={buttonClass('secondary')}>
      {m.home_browse()}
    </Link>
  </Notice>
);

function Comparison({ urlState, columns }: { urlState: CompareUrlState; columns: readonly Column[] }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const withoutId = (removed: string) => urlState.ids.filter((id) => id !== removed);
  const count = columns.length;
  return (
    <section aria-labelledby={TABLE_ANCHOR} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={TABLE_ANCHOR} ref={heading} tabIndex={-1} aria-live="polite" className="title-card outline-none">
          {m.compare_chosen({ count, max: compareLimits.providers })}
        </h2>
        {count > 0 && <ShareButtons path={toCompareUrl({ ...urlState, search: '' })} title={m.compare_title()} />}
      </div>
      {count === 0 && <EmptyNotice />}
      {count === 1 && <p className="text-muted print:hidden">{m.compare_one_more()}</p>}
      {count > 1 && <TableControls urlState={urlState} />}
      {count > 0 && (
        <CompareTable
          columns={columns}
          onlyDifferences={urlState.onlyDifferences && count > 1}
          pathWithout={(id) => toCompareUrl({ ...urlState, ids: withoutId(id) })}
          onRemove={(id) => {
            saveSelection(withoutId(id));
            heading.current?.focus();
          }}
        />
      )}
    </section>
  );
}

const TableControls = ({ urlState }: { urlState: CompareUrlState }) => (
  <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 print:hidden">
    <DifferencesSwitch urlState={urlState} />
    <p className="text-sm text-muted">
      <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
        <ExtremeMark extreme="best" /> <ExtremeMark extreme="worst" /> {m.compare_legend()}
      </span>{' '}
      <span>
        {urlState.ids.length > COLUMNS_ON_PHONE && (
          <span className="md:hidden">{m.compare_swipe({ count: urlState.ids.length })}</span>
        )}
      </span>
    </p>
  </div>
);

/** A plain form; with scripts the checkbox applies at once. */
function DifferencesSwitch({ urlState }: { urlState: CompareUrlState }) {
  const navigate = useNavigate();
  return (
    <form method="get" action={pathTo('/compare')} className="flex flex-wrap items-center gap-3">
      <input type="hidden" name="providers" value={urlState.ids.join(',')} />
      {urlState.search && <input type="hidden" name="search" value={urlState.search} />}
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          {...ONLY_DIFFERENCES}
          checked={urlState.onlyDifferences}
          onChange={(event) =>
            void navigate(toCompareUrl({ ...urlState, onlyDifferences: event.target.checked }), {
              replace: true,
              preventScrollReset: true,
            })
          }
          className="size-5 accent-brand"
        />
        {m.compare_only_differences()}
      </label>
      <button type="submit" className={buttonClass('secondary', 'without-scripts')}>
        {m.compare_apply()}
      </button>
    </form>
  );
}

function ShareButtons({ path, title }: { path: string; title: string }) {
  return (
    <div className="needs-scripts flex gap-2 print:hidden">
      <ShareButton title={title} path={path} label={m.compare_share()} />
      <button type="button" onClick={() => print()} className={buttonClass('secondary', 'max-md:hidden')}>
        {m.compare_print()}
      </button>
    </div>
  );
}
