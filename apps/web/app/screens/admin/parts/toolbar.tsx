/** Search and filters of a list: a plain form whose fields become the URL, so a change starts at page 1 again. */
import { useEffect, useRef, type ReactNode } from 'react';
import { Form, useSubmit } from 'react-router';
import { SearchTooLong } from '../../../components/lists/search-too-long.tsx';
import { buttonClass } from '../../../components/ui/button.ts';
import { controlClass, Options, type Option, type OptionGroup } from '../../../components/ui/field.tsx';
import { Icon } from '../../../components/ui/icon.tsx';
import { pathTo } from '../../../lib/pages/paths.ts';
import { m } from '../../../paraglide/messages.js';
import { useConsoleUrl } from './console-url.ts';

const SEARCH_DELAY_MS = 300;

interface Filter {
  name: string;
  label: string;
  /** Label of the empty option. */
  allLabel?: string;
  options: readonly (Option | OptionGroup)[];
}

interface Props {
  searchLabel: string;
  filters: readonly Filter[];
  /** Path of the page, if it is not one of the console's tabs. */
  path?: string;
  /** Other URL parameters to keep, e.g. a tab within the tab. */
  keptParams?: Record<string, string | undefined>;
  /** Export and other buttons. */
  children?: ReactNode;
}

export function AdminToolbar({ searchLabel, filters, path, keptParams, children }: Props) {
  const { params, tab } = useConsoleUrl();
  const action = path ?? pathTo('/admin');
  const submit = useSubmit();
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => syncFieldsWithUrl(form.current, params), [params]);
  const apply = () => {
    clearTimeout(timer.current);
    if (form.current) void submit(toSearchParams(form.current), { action, replace: true, preventScrollReset: true });
  };
  const applyDebounced = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(apply, SEARCH_DELAY_MS);
  };
  const hidden = Object.entries({ ...(!path && { tab }), ...keptParams }).filter(([, value]) => value !== undefined);
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
            onInput={applyDebounced}
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
        <Options options={options} />
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
function syncFieldsWithUrl(form: HTMLFormElement | null, params: URLSearchParams) {
  for (const control of form?.elements ?? []) {
    const isField = control instanceof HTMLSelectElement || control instanceof HTMLInputElement;
    if (!isField || control.type === 'hidden') continue;
    const isTyping = control instanceof HTMLInputElement && control === document.activeElement;
    if (!isTyping) control.value = params.get(control.name) ?? '';
  }
}

/** Omits empty values from the URL. */
function toSearchParams(form: HTMLFormElement): URLSearchParams {
  const entries = [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return new URLSearchParams(entries.filter(([, value]) => value.trim() !== ''));
}
