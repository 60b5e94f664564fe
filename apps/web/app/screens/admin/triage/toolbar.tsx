/** Filters of the queue, for the list and for the next case. */
import { caseAges, caseListFilters } from '@hakiki/contract/admin-values';
import { severities } from '@hakiki/contract/alert-values';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { Link, useNavigate } from 'react-router';
import { SearchTooLong } from '../../../components/lists/search-too-long.tsx';
import { buttonClass } from '../../../components/ui/button.ts';
import { controlClass, Options, type Option, type OptionGroup } from '../../../components/ui/field.tsx';
import { Icon } from '../../../components/ui/icon.tsx';
import { severityLabel } from '../../../lib/alerts/labels.ts';
import { listCountryOptions } from '../../../lib/language/country-labels.ts';
import { useQuery } from '../../../lib/api/use-query.ts';
import { toOptions } from '../../../lib/forms/options.ts';
import { m } from '../../../paraglide/messages.js';
import { toFilterQuery, parseQueue, toQueuePath, toViewPath, type QueueUrlState } from './queue-url.ts';
import { useQueueKeys } from './keys.ts';
import { viewsQuery } from './queries.ts';
import { ageLabels, selectionLabels } from './labels.tsx';

const SEARCH_DELAY_MS = 300;
const FILTERS_ID = 'triage-filters';

const countFilters = ({ age, country, severity, search }: QueueUrlState): number =>
  [age, country, severity, search].filter(Boolean).length;

interface Props {
  urlState: QueueUrlState;
  onManageViews: () => void;
  children: ReactNode;
}

export function TriageToolbar({ urlState, onManageViews, children }: Props) {
  const [isExpanded, setExpanded] = useState(false);
  const searchField = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // A delayed search must not navigate away from a case that was opened meanwhile.
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [urlState.caseId],
  );
  // Updates the field from the URL, but not while somebody types.
  useEffect(() => {
    const field = form.current?.querySelector('input');
    if (field && field !== document.activeElement) field.value = urlState.search ?? '';
  }, [urlState.search]);

  /** Applies the filters and shows the list. */
  const apply = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    if (!form.current) return;
    const fields = [...new FormData(form.current)].flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    );
    const filter = parseQueue(new URLSearchParams(fields));
    void navigate(toQueuePath({ ...filter, page: 1, caseId: undefined }), { replace: true, preventScrollReset: true });
  };
  const applyDebounced = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(apply, SEARCH_DELAY_MS);
  };
  const countries = listCountryOptions();
  useQueueKeys({
    search: () => {
      flushSync(() => setExpanded(true));
      searchField.current?.focus();
    },
  });
  // Collapsed while a case is open, and on a phone.
  const collapsedClass = urlState.caseId ? 'hidden' : 'hidden md:flex';

  return (
    <div
      className={
        urlState.caseId && !children && !isExpanded ? 'hidden' : 'flex flex-col gap-3 border-b border-line pb-4'
      }
    >
      <form
        ref={form}
        id={FILTERS_ID}
        role="search"
        aria-label={m.triage_filters()}
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
        className={`grid-cols-2 items-end gap-x-3 gap-y-2 md:flex-wrap ${isExpanded ? 'grid md:flex' : collapsedClass}`}
      >
        {urlState.only && <input type="hidden" name="only" value={urlState.only} />}
        <label className="col-span-2 flex min-w-0 flex-col gap-1 text-sm font-semibold md:w-56">
          {m.triage_search()}
          <input
            ref={searchField}
            type="search"
            name="search"
            defaultValue={urlState.search ?? ''}
            onInput={applyDebounced}
            onBlur={() => timer.current !== undefined && apply()}
            className={controlClass(undefined, 'text-base font-normal')}
          />
          <SearchTooLong />
        </label>
        {urlState.only !== 'decided' && (
          <>
            <FilterSelect
              name="age"
              label={m.triage_age()}
              emptyLabel={m.triage_age_all()}
              chosen={urlState.age}
              options={toOptions(caseAges, (value) => ageLabels[value]())}
              onChange={apply}
            />
            <FilterSelect
              name="country"
              label={m.triage_country()}
              emptyLabel={m.triage_country_all()}
              chosen={urlState.country}
              options={countries}
              onChange={apply}
            />
            <FilterSelect
              name="severity"
              label={m.triage_severity()}
              emptyLabel={m.triage_severity_all()}
              chosen={urlState.severity}
              options={toOptions(severities, severityLabel)}
              onChange={apply}
            />
            <FilterSelect
              name="order"
              label={m.triage_order()}
              emptyLabel={m.triage_order_oldest()}
              chosen={urlState.order === 'oldest' ? undefined : urlState.order}
              options={[{ value: 'largest', label: m.triage_order_largest() }]}
              onChange={apply}
            />
          </>
        )}
      </form>
      <div className={`flex flex-wrap items-center gap-2 ${urlState.caseId ? '[&>:not(:last-child)]:hidden' : ''}`}>
        <button
          type="button"
          aria-expanded={isExpanded}
          aria-controls={FILTERS_ID}
          onClick={() => setExpanded(!isExpanded)}
          className={buttonClass('quiet', 'text-sm md:hidden')}
        >
          <Icon name="filter" className="size-4" />
          {countFilters(urlState) > 0
            ? m.triage_filters_active({ count: countFilters(urlState) })
            : m.triage_filters_fold()}
        </button>
        <SavedViews urlState={urlState} />
        <button type="button" onClick={onManageViews} className={buttonClass('quiet', 'text-sm')}>
          {toFilterQuery(urlState) ? m.triage_view_save() : m.triage_view_manage()}
        </button>
        <div className="ms-auto flex flex-wrap items-center gap-2 max-md:w-full">{children}</div>
      </div>
    </div>
  );
}

interface FilterSelectProps {
  name: string;
  label: string;
  emptyLabel: string;
  chosen: string | undefined;
  options: readonly (Option | OptionGroup)[];
  onChange: () => void;
}

const FilterSelect = ({ name, label, emptyLabel, chosen = '', options, onChange }: FilterSelectProps) => (
  <label className="flex min-w-0 flex-col gap-1 text-sm font-semibold md:w-40">
    {label}
    <select
      name={name}
      key={chosen}
      defaultValue={chosen}
      onChange={onChange}
      className={controlClass(undefined, 'text-base font-normal')}
    >
      <option value="">{emptyLabel}</option>
      <Options options={options} />
    </select>
  </label>
);

/** Named filters, each with a URL. */
function SavedViews({ urlState }: { urlState: QueueUrlState }) {
  const saved = useQuery(viewsQuery);
  const current = toFilterQuery(urlState);
  const all = [
    { id: 'all', name: m.triage_view_all(), query: '' },
    ...caseListFilters.map((only) => ({ id: only, name: selectionLabels[only](), query: `only=${only}` })),
    { id: 'decided', name: m.triage_view_decided(), query: 'only=decided' },
    ...(saved.status === 'ready' ? saved.data : []),
  ];
  return (
    <nav aria-label={m.triage_views()} className="flex flex-wrap gap-1">
      {all.map(({ id, name, query }) => (
        <Link
          key={id}
          to={toViewPath(query)}
          aria-current={current === toFilterQuery(parseQueue(new URLSearchParams(query))) ? 'true' : undefined}
          className="inline-flex min-h-11 items-center rounded-control px-2 text-sm font-semibold text-brand hover:bg-brand-soft aria-[current]:bg-brand-soft"
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
