import type { Provider } from '@hakiki/contract/directory';
import { compareLimits } from '@hakiki/contract/limits';
import { useEffect, useRef, useState } from 'react';
import { Link, redirect, useLocation, useNavigate } from 'react-router';
import { buttonClass } from '../../components/ui/button.ts';
import { Icon } from '../../components/ui/icon.tsx';
import { Notice } from '../../components/ui/notice.tsx';
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
import {
  CHOSEN_ANCHOR,
  compareAddress,
  ONLY_DIFFERENCES,
  parseCompareAddress,
  type CompareAddress,
} from './compare-address.ts';
import { isUnknown, nameSearch } from './compare-reads.ts';
import { COLUMNS_ON_PHONE, CompareTable } from './compare-table.tsx';
import { ExtremeMark } from './extremes.tsx';
import { ShareButtons } from './share-buttons.tsx';

function readsOf(request: Request) {
  const { ids, search } = parseCompareAddress(new URL(request.url).searchParams);
  return [...ids.map(providerQuery), ...(search ? [nameSearch(search)] : [])];
}

export const loader = ({ request, context }: Route.LoaderArgs) => prefetch(context, readsOf(request));

const startReads = startQueries(({ request }: { request: Request; params: object }) => readsOf(request));

/** The menu's link carries no selection, so it redirects to the selection of the visit. */
export function clientLoader(given: Route.ClientLoaderArgs) {
  const kept = readSelection();
  if (new URL(given.request.url).search === '' && kept.length > 0) return redirect(comparePath(kept));
  return startReads(given);
}

export const meta: Route.MetaFunction = (from) => {
  const names = namesOf(from.loaderData);
  return pageHead(from, {
    path: '/compare',
    title: names.length > 1 ? m.compare_title_of({ names: names.join(' – ') }) : m.compare_title(),
    description: m.compare_description({ count: compareLimits.providers }),
    isIndexed: from.location.search === '',
  });
};

const namesOf = (prefetched: Prefetched | null | undefined): string[] =>
  (prefetched?.reads ?? []).flatMap((one) => ('data' in one && isProvider(one.data) ? one.data.name : []));

const isProvider = (data: unknown): data is Provider => typeof data === 'object' && data !== null && 'name' in data;

export default function Compare() {
  const { isCut, ...address } = parseCompareAddress(new URLSearchParams(useLocation().search));
  const all = useComparedProviders(address.ids);
  const columns = all.filter((column) => !isUnknown(column));
  const known = { ...address, ids: columns.map(({ id }) => id) };
  const skipped = useTidyAddress(known, all.length - columns.length, isCut);
  return (
    <>
      <h1 className="text-2xl font-bold md:text-3xl">{m.compare_title()}</h1>
      <p className="mt-2 max-w-[68ch] text-muted print:hidden">{m.compare_lead({ count: compareLimits.providers })}</p>
      <div className="mt-6 flex flex-col gap-6">
        {skipped > 0 && <Note text={m.compare_skipped({ count: skipped })} />}
        {isCut && <Note text={m.compare_full()} className="without-scripts" />}
        <AddPanel address={known} chosen={columns.map((column) => ({ id: column.id, name: getColumnName(column) }))} />
        <Comparison address={known} columns={columns} />
      </div>
    </>
  );
}

/**
 * Removes providers that cannot be compared from the URL, says so, and stores the selection for the visit. The number
 * of removed providers is shown until the selection changes.
 */
function useTidyAddress(known: CompareAddress, unknown: number, isCut: boolean): number {
  const navigate = useNavigate();
  const selection = known.ids.join(',');
  const tidy = compareAddress(known);
  const [skipped, setSkipped] = useState({ count: unknown, selection });
  if (unknown > 0 && (skipped.count !== unknown || skipped.selection !== selection)) {
    setSkipped({ count: unknown, selection });
  }
  useEffect(() => {
    if (selection) saveSelection(selection.split(','));
    if (isCut) showToast({ title: m.compare_full(), isDestructive: true });
    if (isCut || unknown > 0) void navigate(tidy, { replace: true, preventScrollReset: true });
  }, [selection, tidy, unknown, isCut, navigate]);
  return skipped.selection === selection ? skipped.count : 0;
}

const Note = ({ text, className = '' }: { text: string; className?: string }) => (
  <p role="status" className={`flex gap-3 rounded-card bg-brand-soft p-4 ${className}`}>
    <Icon name="info" className="mt-0.5 text-brand" />
    {text}
  </p>
);

const Empty = () => (
  <Notice icon="compare" title={m.compare_empty()}>
    <p className="max-w-[50ch] text-muted">{m.compare_empty_text()}</p>
    <Link to={pathTo('/directory')} className={buttonClass('secondary')}>
      {m.home_browse()}
    </Link>
  </Notice>
);

function Comparison({ address, columns }: { address: CompareAddress; columns: readonly Column[] }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const without = (removed: string) => address.ids.filter((id) => id !== removed);
  const count = columns.length;
  return (
    <section aria-labelledby={CHOSEN_ANCHOR} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2
          id={CHOSEN_ANCHOR}
          ref={heading}
          tabIndex={-1}
          aria-live="polite"
          className="text-lg font-semibold outline-none"
        >
          {m.compare_chosen({ count, max: compareLimits.providers })}
        </h2>
        {count > 0 && <ShareButtons path={compareAddress({ ...address, search: '' })} title={m.compare_title()} />}
      </div>
      {count === 0 && <Empty />}
      {count === 1 && <p className="text-muted print:hidden">{m.compare_one_more()}</p>}
      {count > 1 && <TableControls address={address} />}
      {count > 0 && (
        <CompareTable
          columns={columns}
          onlyDifferences={address.onlyDifferences && count > 1}
          pathWithout={(id) => compareAddress({ ...address, ids: without(id) })}
          onRemove={(id) => {
            saveSelection(without(id));
            heading.current?.focus();
          }}
        />
      )}
    </section>
  );
}

const TableControls = ({ address }: { address: CompareAddress }) => (
  <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 print:hidden">
    <DifferencesSwitch address={address} />
    <p className="text-sm text-muted">
      <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
        <ExtremeMark extreme="best" /> <ExtremeMark extreme="worst" /> {m.compare_legend()}
      </span>{' '}
      <span>
        {address.ids.length > COLUMNS_ON_PHONE && (
          <span className="md:hidden">{m.compare_swipe({ count: address.ids.length })}</span>
        )}
      </span>
    </p>
  </div>
);

/** A plain form; with scripts the checkbox applies at once. */
function DifferencesSwitch({ address }: { address: CompareAddress }) {
  const navigate = useNavigate();
  return (
    <form method="get" action={pathTo('/compare')} className="flex flex-wrap items-center gap-3">
      <input type="hidden" name="providers" value={address.ids.join(',')} />
      {address.search && <input type="hidden" name="search" value={address.search} />}
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          {...ONLY_DIFFERENCES}
          checked={address.onlyDifferences}
          onChange={(event) =>
            void navigate(compareAddress({ ...address, onlyDifferences: event.target.checked }), {
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
