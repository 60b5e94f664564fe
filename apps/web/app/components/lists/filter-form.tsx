import { useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { m } from '../../paraglide/messages.js';
import { buttonClass } from '../ui/button.ts';
import { Options, type Option, type OptionGroup } from '../ui/field.tsx';

interface Filter {
  name: string;
  label: string;
  /** Label of the empty option. */
  allLabel: string;
  value: string;
  options: readonly (Option | OptionGroup)[];
}

interface Props {
  label: string;
  /** Path of the unfiltered list. */
  action: string;
  /** Path of the list with these filters. */
  toPath: (chosen: URLSearchParams) => string;
  isFiltered: boolean;
  /** Query parameters of the list that are no filters, such as its tab. */
  fixed?: Readonly<Record<string, string>>;
  /** A field for words, which are searched on Enter. */
  search?: { label: string; value: string; max: number };
  /** The first has the longest labels. */
  filters: readonly Filter[];
}

const NOTHING_FIXED = {};

/** A plain form that works without scripts; with scripts each choice applies at once. */
export function FilterForm({ label, action, toPath, isFiltered, fixed = NOTHING_FIXED, search, filters }: Props) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const apply = () => {
    const chosen = [...new FormData(form.current!)].flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    );
    void navigate(toPath(new URLSearchParams(chosen)), { preventScrollReset: true });
  };
  return (
    <form
      ref={form}
      // Resets the fields when the filters were changed by a link or by going back.
      key={[search, ...filters].map((filter) => filter?.value).join('\n')}
      method="get"
      action={action}
      role="search"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
      className="mt-6 grid grid-cols-2 @max-[18rem]/page:grid-cols-1 gap-3 md:grid-cols-3 lg:grid-cols-[1fr_1fr_1fr_auto] lg:items-end"
    >
      {Object.entries(fixed).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {search && (
        <label className="col-span-full flex min-w-0 flex-col gap-1.5">
          <span className="font-semibold">{search.label}</span>
          <input
            type="search"
            name="search"
            defaultValue={search.value}
            maxLength={search.max}
            className="min-h-11 w-full min-w-0 rounded-control border border-line-strong bg-surface px-3"
          />
        </label>
      )}
      {filters.map((filter) => (
        <FilterChoice key={filter.name} {...filter} onChange={apply} />
      ))}
      <div className="col-span-full flex gap-2 lg:col-span-1">
        <button type="submit" className={buttonClass('primary', search ? undefined : 'without-scripts')}>
          {m.filters_apply()}
        </button>
        {isFiltered && (
          <Link to={action} className={buttonClass('quiet')}>
            {m.filters_clear()}
          </Link>
        )}
      </div>
    </form>
  );
}

const FilterChoice = ({ name, label, allLabel, value, options, onChange }: Filter & { onChange: () => void }) => (
  <label className="flex min-w-0 flex-col gap-1.5 max-md:first:col-span-full max-md:even:last-of-type:col-span-full">
    <span className="font-semibold">{label}</span>
    <select
      name={name}
      defaultValue={value}
      onChange={onChange}
      className="min-h-11 w-full min-w-0 rounded-control border border-line-strong bg-surface px-3"
    >
      <option value="">{allLabel}</option>
      <Options options={options} />
    </select>
  </label>
);
