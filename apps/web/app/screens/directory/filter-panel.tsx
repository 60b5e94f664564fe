import { listCountryOptions } from '../../lib/language/country-labels.ts';
import type { ProviderType, VerificationStatus } from '@hakiki/contract/directory-values';
import { textLimits } from '@hakiki/contract/limits';
import type { RiskLevel } from '@hakiki/contract/risk';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { SearchTooLong } from '../../components/lists/search-too-long.tsx';
import { riskLabel } from '../../components/providers/risk-indicator.tsx';
import { buttonClass } from '../../components/ui/button.ts';
import { getCloseButtonProps, Drawer, getOpenButtonProps } from '../../components/ui/drawer.tsx';
import { Options } from '../../components/ui/field.tsx';
import { Icon } from '../../components/ui/icon.tsx';
import { statusLabel } from '../../components/providers/verdict-badge.tsx';
import { formatNumber } from '../../lib/language/format.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { providerTypeLabel } from '../../lib/providers/labels.ts';
import { m } from '../../paraglide/messages.js';
import {
  ALL_COUNTRIES,
  filterNames,
  filterOptions,
  filtersToQuery,
  isFiltered,
  withChange,
  type FilterName,
  type Filters,
} from './filters.ts';

export const FILTER_FORM_ID = 'filters';
const DRAWER_ID = 'filter-sheet';
const DEBOUNCE_MS = 350;

const groupTitles: Record<FilterName, () => string> = {
  type: m.filter_type,
  verificationStatus: m.filter_status,
  riskScore: m.filter_risk,
};
const optionLabel = (name: FilterName, value: string): string =>
  name === 'type'
    ? providerTypeLabel(value as ProviderType)
    : name === 'verificationStatus'
      ? statusLabel(value as VerificationStatus)
      : value === 'Unassessed'
        ? m.not_assessed()
        : riskLabel(value as RiskLevel);

type ApplyChange = (change: Partial<Filters>, options?: { isTyping?: boolean }) => void;

/** The filters that the controls show, and a function that applies a change at once. */
export function useFilterControls(applied: Filters): { filters: Filters; apply: ApplyChange } {
  const navigate = useNavigate();
  const [filters, setFilters] = useUrlFilters(applied);
  const apply: ApplyChange = (change, { isTyping = false } = {}) => {
    const next = withChange(filters, change);
    setFilters(next);
    void navigate(pathTo('/directory') + filtersToQuery(next), { preventScrollReset: true, replace: isTyping });
  };
  return { filters, apply };
}

interface ControlProps {
  filters: Filters;
  apply: ApplyChange;
}

/**
 * A plain form with the search box. The filters belong to it as well, but come after the answer to a search in the
 * document, so that the keyboard reaches the answer first.
 */
export function SearchForm({ filters, apply, className }: ControlProps & { className: string }) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const search = new FormData(event.currentTarget).get('search');
    apply({ search: typeof search === 'string' ? search.trim() : '' });
  };
  return (
    <form
      id={FILTER_FORM_ID}
      method="get"
      action={pathTo('/directory')}
      role="search"
      aria-label={m.filter_form()}
      onSubmit={submit}
      className={className}
    >
      <SearchBox value={filters.search} onType={(search) => apply({ search }, { isTyping: true })} />
    </form>
  );
}

/** On a phone the filters are in a drawer. */
export function FilterPanel({ filters, apply, total }: ControlProps & { total: number | undefined }) {
  return (
    <Drawer id={DRAWER_ID} title={m.filters_open()} closeLabel={m.filters_close()} isInlineOnDesktop>
      <div className="flex flex-col gap-5">
        <label className="flex flex-col gap-1.5">
          <span className="font-semibold">{m.filter_country()}</span>
          <select
            name="country"
            form={FILTER_FORM_ID}
            value={filters.country || ALL_COUNTRIES}
            onChange={(event) => apply({ country: event.target.value === ALL_COUNTRIES ? '' : event.target.value })}
            className="min-h-11 rounded-control border border-line-strong bg-surface px-3"
          >
            <option value={ALL_COUNTRIES}>{m.all_countries()}</option>
            <Options options={listCountryOptions({ selected: [filters.country] })} />
          </select>
        </label>
        {filterNames.map((name) => (
          <fieldset key={name}>
            <legend className="font-semibold">{groupTitles[name]()}</legend>
            <div className="mt-1 flex flex-col">
              {filterOptions[name].map((value) => (
                <label key={value} className="flex min-h-11 cursor-pointer items-center gap-3 lg:min-h-8">
                  <input
                    type="checkbox"
                    name={name}
                    form={FILTER_FORM_ID}
                    value={value}
                    checked={filters[name].includes(value)}
                    onChange={(event) => apply({ [name]: toggleValue(filters[name], value, event.target.checked) })}
                    className="size-5 accent-brand lg:size-4"
                  />
                  {optionLabel(name, value)}
                </label>
              ))}
            </div>
          </fieldset>
        ))}
        {filters.view === 'grid' && <input type="hidden" name="view" value="grid" form={FILTER_FORM_ID} />}
        {isFiltered(filters) && (
          <Link to={pathTo('/directory')} className={buttonClass('quiet', 'w-full')}>
            {m.filters_clear()}
          </Link>
        )}
        <button type="submit" form={FILTER_FORM_ID} className={buttonClass('primary', 'without-scripts w-full')}>
          {m.filters_apply()}
        </button>
        <button
          type="button"
          {...getCloseButtonProps(DRAWER_ID)}
          className={buttonClass('primary', 'needs-scripts sticky bottom-4 lg:hidden')}
        >
          {total === undefined ? m.filters_show() : m.filters_show_count({ count: total, shown: formatNumber(total) })}
        </button>
      </div>
    </Drawer>
  );
}

/**
 * Holds the filters that the controls show: the latest choice at once, and the URL's filters whenever the URL changes.
 * Two quick clicks therefore add up, even before the first one has reached the URL.
 */
function useUrlFilters(applied: Filters) {
  const [filters, setFilters] = useState(applied);
  const [lastUrl, setLastUrl] = useState(filtersToQuery(applied));
  const url = filtersToQuery(applied);
  if (url !== lastUrl) {
    setLastUrl(url);
    setFilters(applied);
  }
  return [filters, setFilters] as const;
}

/** Opens the drawer on screens that have no space for the filters beside the results. */
export function FilterButton({ filters, className }: { filters: Filters; className: string }) {
  const activeCount = filterNames.reduce((sum, name) => sum + filters[name].length, filters.country ? 1 : 0);
  return (
    <button type="button" {...getOpenButtonProps(DRAWER_ID)} className={buttonClass('secondary', className)}>
      <Icon name="filter" className="size-4" />
      {activeCount > 0 ? m.filters_open_count({ count: activeCount }) : m.filters_open()}
    </button>
  );
}

const toggleValue = (values: readonly string[], value: string, isOn: boolean): string[] =>
  isOn ? [...values, value] : values.filter((other) => other !== value);

/** Debounces the search, and follows the URL when that changes elsewhere. */
function SearchBox({ value, onType }: { value: string; onType: (search: string) => void }) {
  const [typed, setTyped] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  if (value !== lastValue) {
    setLastValue(value);
    if (value !== typed.trim()) setTyped(value);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  // Uses the latest callback, so that filters chosen during the delay apply too.
  const latestCallback = useRef(onType);
  useEffect(() => {
    latestCallback.current = onType;
  });
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor="search" className="font-semibold">
        {m.search_label()}
      </label>
      <div className="flex gap-2">
        <input
          id="search"
          type="search"
          name="search"
          value={typed}
          placeholder={m.search_placeholder()}
          autoComplete="off"
          enterKeyHint="search"
          onChange={(event) => {
            const next = event.target.value;
            setTyped(next);
            clearTimeout(timer.current);
            timer.current = setTimeout(() => latestCallback.current(next.trim()), DEBOUNCE_MS);
          }}
          className="min-h-11 w-full min-w-0 rounded-control border border-line-strong bg-surface px-3 placeholder:text-muted"
        />
        <button type="submit" className={buttonClass('primary', 'px-3')} onClick={() => clearTimeout(timer.current)}>
          <Icon name="search" />
          <span className="sr-only">{m.search()}</span>
        </button>
      </div>
      <SearchTooLong max={textLimits.message} />
    </div>
  );
}
