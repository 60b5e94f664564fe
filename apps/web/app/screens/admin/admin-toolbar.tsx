/** Search and filters of a list. They are a plain form whose fields become the address, so a change starts at page 1 again. */
import { textLimits } from '@hakiki/contract/limits';
import { useEffect, useRef, type ReactNode } from 'react';
import { Form, useSubmit } from 'react-router';
import { buttonClass } from '../../components/ui/button.ts';
import { controlClass } from '../../components/ui/field.tsx';
import { Icon } from '../../components/ui/icon.tsx';
import { to } from '../../lib/paths.ts';
import { m } from '../../paraglide/messages.js';
import { useConsoleAddress } from './console-address.ts';

const TYPING_PAUSE_MS = 300;

export interface Filter {
  name: string;
  label: string;
  /** What stands for no choice. */
  allLabel?: string;
  options: readonly { value: string; label: string }[];
}

interface Props {
  searchLabel: string;
  filters: readonly Filter[];
  /** Kept in the address besides, e.g. a tab within the tab. */
  kept?: Record<string, string | undefined>;
  /** Export and other buttons. */
  children?: ReactNode;
}

export function AdminToolbar({ searchLabel, filters, kept, children }: Props) {
  const { params, tab } = useConsoleAddress();
  const submit = useSubmit();
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const apply = () => {
    clearTimeout(timer.current);
    if (form.current)
      void submit(withoutBlanks(form.current), { action: to('/admin'), replace: true, preventScrollReset: true });
  };
  const applySoon = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(apply, TYPING_PAUSE_MS);
  };
  const hidden = Object.entries({ tab, ...kept }).filter(([, value]) => value !== undefined);
  return (
    <div className="mb-4 flex flex-wrap items-end gap-3">
      <Form
        ref={form}
        role="search"
        aria-label={m.admin_filters()}
        action={to('/admin')}
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
        className="flex min-w-0 flex-wrap items-end gap-3 max-md:w-full"
      >
        {hidden.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <label className="flex min-w-0 flex-col gap-1 text-sm font-semibold max-md:w-full md:w-72">
          {searchLabel}
          <input
            type="search"
            name="search"
            maxLength={textLimits.search}
            // Another list, or a link with another search, begins the field anew; typing does not.
            key={tab}
            defaultValue={params.get('search') ?? ''}
            onInput={applySoon}
            className={controlClass(undefined, 'font-normal text-base')}
          />
        </label>
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

function FilterSelect({ filter, chosen, onChange }: { filter: Filter; chosen: string; onChange: () => void }) {
  const { name, label, allLabel = m.admin_all(), options } = filter;
  return (
    <label className="flex flex-col gap-1 text-sm font-semibold max-md:grow">
      {label}
      <select
        name={name}
        key={chosen}
        defaultValue={chosen}
        onChange={onChange}
        className={controlClass(undefined, 'font-normal text-base')}
      >
        <option value="">{allLabel}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}

/** An address without empty values. */
function withoutBlanks(form: HTMLFormElement): URLSearchParams {
  const given = [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return new URLSearchParams(given.filter(([, value]) => value.trim() !== ''));
}
