/** Filters of the queue, for the list and for the next case. */
import { caseAges, caseSelections } from '@hakiki/contract/admin-values';
import { severities } from '@hakiki/contract/alert-values';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { Link, useNavigate } from 'react-router';
import { SearchTooLong } from '../../../components/lists/search-too-long.tsx';
import { buttonClass } from '../../../components/ui/button.ts';
import { controlClass } from '../../../components/ui/field.tsx';
import { Icon } from '../../../components/ui/icon.tsx';
import { severityLabel } from '../../../lib/alerts/words.ts';
import { countryChoices } from '../../../lib/language/country-words.ts';
import { useRead } from '../../../lib/api/use-read.ts';
import { m } from '../../../paraglide/messages.js';
import { filterQuery, parseQueue, queuePath, viewPath, type QueueAddress } from './address.ts';
import { useQueueKeys } from './keys.ts';
import { views } from './reads.ts';
import { ageLabels, selectionLabels } from './words.tsx';

const TYPING_PAUSE_MS = 300;
const FILTERS_ID = 'triage-filters';

const filterCount = ({ age, country, severity, search }: QueueAddress): number =>
  [age, country, severity, search].filter(Boolean).length;

interface Props {
  address: QueueAddress;
  onManageViews: () => void;
  children: ReactNode;
}

export function TriageToolbar({ address, onManageViews, children }: Props) {
  const [isUnfolded, setUnfolded] = useState(false);
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
    [address.caseId],
  );
  // Updates the field from the URL, but not while somebody types.
  useEffect(() => {
    const field = form.current?.querySelector('input');
    if (field && field !== document.activeElement) field.value = address.search ?? '';
  }, [address.search]);

  /** Applies the filters and shows the list. */
  const apply = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    if (!form.current) return;
    const fields = [...new FormData(form.current)].flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    );
    const asked = parseQueue(new URLSearchParams(fields));
    void navigate(queuePath({ ...asked, page: 1, caseId: undefined }), { replace: true, preventScrollReset: true });
  };
  const applySoon = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(apply, TYPING_PAUSE_MS);
  };
  const countries = countryChoices();
  useQueueKeys({
    search: () => {
      flushSync(() => setUnfolded(true));
      searchField.current?.focus();
    },
  });
  // Collapsed while a case is open, and on a phone.
  const folded = address.caseId ? 'hidden' : 'hidden md:flex';

  return (
    <div className="flex flex-col gap-3 border-b border-line pb-4">
      <form
        ref={form}
        id={FILTERS_ID}
        role="search"
        aria-label={m.triage_filters()}
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
        className={`grid-cols-2 items-end gap-x-3 gap-y-2 md:flex-wrap ${isUnfolded ? 'grid md:flex' : folded}`}
      >
        {address.only && <input type="hidden" name="only" value={address.only} />}
        <label className="col-span-2 flex min-w-0 flex-col gap-1 text-sm font-semibold md:w-56">
          {m.triage_search()}
          <input
            ref={searchField}
            type="search"
            name="search"
            defaultValue={address.search ?? ''}
            onInput={applySoon}
            onBlur={() => timer.current !== undefined && apply()}
            className={controlClass(undefined, 'text-base font-normal')}
          />
          <SearchTooLong />
        </label>
        <Choice
          name="age"
          label={m.triage_age()}
          emptyLabel={m.triage_age_all()}
          chosen={address.age}
          options={caseAges.map((value) => ({ value, label: ageLabels[value]() }))}
          onChange={apply}
        />
        <Choice
          name="country"
          label={m.triage_country()}
          emptyLabel={m.triage_country_all()}
          chosen={address.country}
          options={countries}
          onChange={apply}
        />
        <Choice
          name="severity"
          label={m.triage_severity()}
          emptyLabel={m.triage_severity_all()}
          chosen={address.severity}
          options={severities.map((value) => ({ value, label: severityLabel(value) }))}
          onChange={apply}
        />
        <Choice
          name="order"
          label={m.triage_order()}
          emptyLabel={m.triage_order_oldest()}
          chosen={address.order === 'oldest' ? undefined : address.order}
          options={[{ value: 'largest', label: m.triage_order_largest() }]}
          onChange={apply}
        />
      </form>
      <div
        className={`flex flex-wrap items-center gap-2 ${address.caseId ? 'max-md:[&>:not(:last-child)]:hidden' : ''}`}
      >
        <button
          type="button"
          aria-expanded={isUnfolded}
          aria-controls={FILTERS_ID}
          onClick={() => setUnfolded(!isUnfolded)}
          className={buttonClass('quiet', `text-sm ${address.caseId ? '' : 'md:hidden'}`)}
        >
          <Icon name="filter" className="size-4" />
          {filterCount(address) > 0
            ? m.triage_filters_active({ count: filterCount(address) })
            : m.triage_filters_fold()}
        </button>
        <SavedViews address={address} />
        <button type="button" onClick={onManageViews} className={buttonClass('quiet', 'text-sm')}>
          {filterQuery(address) ? m.triage_view_save() : m.triage_view_manage()}
        </button>
        <div className="ms-auto flex flex-wrap items-center gap-2 max-md:w-full">{children}</div>
      </div>
    </div>
  );
}

interface ChoiceProps {
  name: string;
  label: string;
  emptyLabel: string;
  chosen: string | undefined;
  options: readonly { value: string; label: string }[];
  onChange: () => void;
}

const Choice = ({ name, label, emptyLabel, chosen = '', options, onChange }: ChoiceProps) => (
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
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  </label>
);

/** Named filters, each with a URL. */
function SavedViews({ address }: { address: QueueAddress }) {
  const saved = useRead(views);
  const current = filterQuery(address);
  const all = [
    { id: 'all', name: m.triage_view_all(), query: '' },
    ...caseSelections.map((only) => ({ id: only, name: selectionLabels[only](), query: `only=${only}` })),
    ...(saved.status === 'ready' ? saved.data : []),
  ];
  return (
    <nav aria-label={m.triage_views()} className="flex flex-wrap gap-1">
      {all.map(({ id, name, query }) => (
        <Link
          key={id}
          to={viewPath(query)}
          aria-current={current === filterQuery(parseQueue(new URLSearchParams(query))) ? 'true' : undefined}
          className="inline-flex min-h-11 items-center rounded-control px-3 text-sm font-semibold text-brand hover:bg-brand-soft aria-[current]:bg-brand-soft"
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
