/** Search and filters of a list: a plain form whose fields become the URL, so a change starts at page 1 again. */
import { useEffect, useRef, type ReactNode } from 'react';
import { Form, useSubmit } from 'react-router';
import { SearchTooLong } from '../../../components/lists/search-too-long.tsx';
import { buttonClass } from '../../../components/ui/button.ts';
import { controlClass } from '../../../components/ui/field.tsx';
import { Icon } from '../../../components/ui/icon.tsx';
import { to } from '../../../lib/pages/paths.ts';
import { m } from '../../../paraglide/messages.js';
import { useConsoleAddress } from './address.ts';

const TYPING_PAUSE_MS = 300;

interface Filter {
  name: string;
  label: string;
  /** Label of the empty option. */
  allLabel?: string;
  options: readonly { value: string; label: string }[];
}

interface Props {
  searchLabel: string;
  filters: readonly Filter[];
  /** Path of the page, if it is not one of the console's tabs. */
  place?: string;
  /** Other URL parameters to keep, e.g. a tab within the tab. */
  kept?: Record<string, string | undefined>;
  /** Export and other buttons. */
  children?: ReactNode;
}

export function AdminToolbar({ searchLabel, filters, place, kept, children }: Props) {
  const { params, tab } = useConsoleAddress();
  const action = place ?? to('/admin');
  const submit = useSubmit();
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => followAddress(form.current, params), [params]);
  const apply = () => {
    clearTimeout(timer.current);
    if (form.current) void submit(withoutBlanks(form.current), { action, replace: true, preventScrollReset: true });
  };
  const applySoon = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(apply, TYPING_PAUSE_MS);
  };
  const hidden = Object.entries({ ...(!place && { tab }), ...kept }).filter(([, value]) => value !== undefined);
  return (
    <div className="mb-4 flex flex-wrap items-end gap-3">
      <Form
        ref={form}
        role="search"
        aria-label={m.admin_filters()}
        action={action}
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
        className="flex min-w-0 flex-wrap items-end gap-3 max-md:w-full"
      >
        {hidden.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Labelled id="console-search" label={searchLabel} className="min-w-0 max-md:w-full md:w-72">
          <input
            id="console-search"
            type="search"
            name="search"
            defaultValue={params.get('search') ?? ''}
            onInput={applySoon}
            className={controlClass(undefined)}
          />
          <SearchTooLong />
        </Labelled>
        {filters.map((filter) => (
          <FilterSelect key={filter.name} filter={filter} chosen={params.get(filter.name) ?? ''} onChange={apply} />
        ))}
        <button type="submit" className={buttonClass('secondary', 'without-scripts')}>
          <Icon name="search" className="size-4" />
          {m.admin_search_submit()}
        </button>
      </Form>
      {children && <div className="ms-auto flex flex-wrap items-center gap-3">{children}</div>}
    </div>
  );
}

interface LabelledProps {
  id: string;
  label: string;
  className: string;
  children: ReactNode;
}

function FilterSelect({ filter, chosen, onChange }: { filter: Filter; chosen: string; onChange: () => void }) {
  const { name, label, allLabel = m.admin_all(), options } = filter;
  return (
    <Labelled id={`console-${name}`} label={label} className="max-md:grow">
      <select
        id={`console-${name}`}
        name={name}
        defaultValue={chosen}
        onChange={onChange}
        className={controlClass(undefined)}
      >
        <option value="">{allLabel}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

const Labelled = ({ id, label, className, children }: LabelledProps) => (
  <div className={`flex flex-col gap-1 ${className}`}>
    <label htmlFor={id} className="text-sm font-semibold">
      {label}
    </label>
    {children}
  </div>
);

/** Updates the fields after a link or the back button, except the one in which somebody types. */
function followAddress(form: HTMLFormElement | null, params: URLSearchParams) {
  for (const control of form?.elements ?? []) {
    const isField = control instanceof HTMLSelectElement || control instanceof HTMLInputElement;
    if (!isField || control.type === 'hidden') continue;
    const isTyping = control instanceof HTMLInputElement && control === document.activeElement;
    if (!isTyping) control.value = params.get(control.name) ?? '';
  }
}

/** Omits empty values from the URL. */
function withoutBlanks(form: HTMLFormElement): URLSearchParams {
  const given = [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return new URLSearchParams(given.filter(([, value]) => value.trim() !== ''));
}
