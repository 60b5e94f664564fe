import { compareLimits } from '@hakiki/contract/limits';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { CompareTray, type TrayEntry } from '../../components/providers/compare-tray.tsx';
import { SearchTooLong } from '../../components/lists/search-too-long.tsx';
import { ProviderLogo } from '../../components/providers/logo.tsx';
import { QueryFailure } from '../../components/query-states.tsx';
import { buttonClass } from '../../components/ui/button.ts';
import { Icon } from '../../components/ui/icon.tsx';
import { VerdictBadge } from '../../components/providers/verdict-badge.tsx';
import { addToSelection, saveSelection } from '../../lib/providers/compare-selection.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { providerTypeLabel } from '../../lib/providers/labels.ts';
import { showToast } from '../../lib/browser/toast.ts';
import { useQuery } from '../../lib/api/use-query.ts';
import { m } from '../../paraglide/messages.js';
import { TABLE_ANCHOR, toCompareUrl, ONLY_DIFFERENCES, type CompareUrlState } from './compare-url.ts';
import { nameSearchQuery, type SearchMatch } from './compare-queries.ts';

const DEBOUNCE_MS = 350;

/** Works without scripts: a <details> element with a search form. With scripts it searches while the user types. */
export function AddPanel({ urlState, selected }: { urlState: CompareUrlState; selected: readonly TrayEntry[] }) {
  const { ids, search } = urlState;
  const [isOpen, setOpen] = useState(ids.length < 2 || search !== '');
  const isFull = ids.length >= compareLimits.providers;
  return (
    <details
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group rounded-card border border-line bg-surface print:hidden"
    >
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-2 rounded-card px-4 py-2 font-semibold hover:bg-brand-soft [&::-webkit-details-marker]:hidden">
        <Icon name="search" className="text-brand" />
        {m.compare_add()}
        <Icon name="chevron-right" className="ms-auto transition-transform duration-150 group-open:rotate-90" />
      </summary>
      <div className="flex flex-col gap-3 border-t border-line p-4">
        {isFull && (
          <p className="flex items-start gap-2 font-semibold" data-testid="full">
            <Icon name="info" className="mt-0.5 text-brand" />
            {m.compare_full()}
          </p>
        )}
        <SearchForm urlState={urlState} />
        <CompareTray
          entries={selected}
          comparePath={`${toCompareUrl({ ...urlState, search: '' })}#${TABLE_ANCHOR}`}
          pathWithout={(id) => toCompareUrl({ ...urlState, ids: ids.filter((other) => other !== id) })}
          onRemove={(id) => saveSelection(ids.filter((other) => other !== id))}
        />
        {search && <SearchResults urlState={urlState} />}
      </div>
    </details>
  );
}

function SearchForm({ urlState }: { urlState: CompareUrlState }) {
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const runSearch = (search: string) =>
    void navigate(toCompareUrl({ ...urlState, search: search.trim() }), { replace: true, preventScrollReset: true });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    clearTimeout(timer.current);
    const search = new FormData(event.currentTarget).get('search');
    if (typeof search === 'string') runSearch(search);
  };
  return (
    <form method="get" action={pathTo('/compare')} role="search" aria-label={m.compare_add()} onSubmit={submit}>
      {urlState.ids.length > 0 && <input type="hidden" name="providers" value={urlState.ids.join(',')} />}
      {urlState.onlyDifferences && <input type="hidden" {...ONLY_DIFFERENCES} />}
      <label htmlFor="compare-search" className="font-semibold">
        {m.compare_search_label()}
      </label>
      <p id="compare-search-hint" className="text-sm text-muted">
        {m.compare_search_hint()}
      </p>
      <div className="mt-1.5 flex max-w-[34rem] gap-2">
        <input
          id="compare-search"
          type="search"
          name="search"
          defaultValue={urlState.search}
          aria-describedby="compare-search-hint"
          autoComplete="off"
          enterKeyHint="search"
          onChange={(event) => {
            const { value } = event.target;
            clearTimeout(timer.current);
            timer.current = setTimeout(() => runSearch(value), DEBOUNCE_MS);
          }}
          className="min-h-11 w-full min-w-0 rounded-control border border-line-strong bg-surface px-3"
        />
        <button type="submit" className={buttonClass('primary', 'px-3')}>
          <Icon name="search" />
          <span className="sr-only">{m.search()}</span>
        </button>
      </div>
      <SearchTooLong />
    </form>
  );
}

function SearchResults({ urlState }: { urlState: CompareUrlState }) {
  const { ids, search } = urlState;
  const results = useQuery(nameSearchQuery(search));
  const status = useRef<HTMLParagraphElement>(null);
  if (results.status === 'failed') return <QueryFailure message={m.providers_failed()} query={results} />;
  const others = results.status === 'ready' ? results.data.filter(({ id }) => !ids.includes(id)) : [];
  const matches = others.slice(0, compareLimits.searchResults);
  return (
    <>
      <p ref={status} tabIndex={-1} aria-live="polite" className="text-sm text-muted outline-none" data-testid="found">
        {results.status === 'loading' && m.compare_searching()}
        {results.status === 'ready' && formatResultCount(search, matches.length, others.length)}
      </p>
      {results.status === 'loading' && <div className="skeleton h-32" />}
      {results.status === 'ready' && matches.length === 0 && (
        <Link
          to={`${pathTo('/directory')}?${new URLSearchParams({ search }).toString()}`}
          className="inline-flex min-h-11 items-center self-start font-semibold text-brand underline"
        >
          {m.compare_found_none_link()}
        </Link>
      )}
      <ul className="grid gap-2 md:grid-cols-2">
        {matches.map((match) => (
          <li key={match.id}>
            <AddLink match={match} urlState={urlState} onAdded={() => status.current?.focus()} />
          </li>
        ))}
      </ul>
    </>
  );
}

function formatResultCount(search: string, shown: number, total: number): string {
  if (shown === 0) return m.compare_found_none({ search });
  return total > shown ? m.compare_found_first({ count: shown }) : m.compare_found({ count: shown });
}

/** Adds a provider. With scripts, a fifth one is rejected at once; without them, the next page rejects it. */
function AddLink({ match, urlState, onAdded }: { match: SearchMatch; urlState: CompareUrlState; onAdded: () => void }) {
  const { outcome } = addToSelection(urlState.ids, match.id);
  return (
    <Link
      to={toCompareUrl({ ...urlState, ids: [...urlState.ids, match.id] })}
      replace
      preventScrollReset
      onClick={(event) => {
        if (outcome === 'added') return onAdded();
        event.preventDefault();
        showToast({ title: m.compare_full(), isDestructive: true });
      }}
      data-match={match.id}
      className="flex min-h-14 items-center gap-3 rounded-control border border-line p-2 pe-3 hover:border-brand hover:bg-brand-soft"
    >
      <ProviderLogo name={match.name} logoUrl={match.logoUrl} />
      <span className="min-w-0 flex-1">
        <span className="sr-only">{m.compare_add_named({ name: match.name })}</span>
        <span aria-hidden="true" className="block leading-snug font-semibold">
          {match.name}
        </span>
        {match.otherNames.length > 0 && (
          <span className="block text-sm text-muted">{m.also_known_as({ names: match.otherNames.join(', ') })}</span>
        )}
        <span className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
          {providerTypeLabel(match.type)} <VerdictBadge status={match.verificationStatus} />
        </span>
      </span>
      <span aria-hidden="true" className="text-xl leading-none font-semibold text-brand">
        +
      </span>
    </Link>
  );
}
