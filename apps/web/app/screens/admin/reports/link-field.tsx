import { textLimits } from '@hakiki/contract/limits';
import { useEffect, useState, type KeyboardEvent } from 'react';
import { LengthNote } from '../../../components/forms/length-note.tsx';
import { useField } from '../../../components/forms/form.tsx';
import { controlClass, FieldFrame } from '../../../components/ui/field.tsx';
import { formatNumber } from '../../../lib/language/format.ts';
import type { ItemPage, Query } from '../../../lib/api/queries.ts';
import { useQuery } from '../../../lib/api/use-query.ts';
import { m } from '../../../paraglide/messages.js';
import { NO_LINK, NOT_LINKED, type LinkedItem } from './new-report.ts';

const SEARCH_DELAY_MS = 300;

interface Props<Item> {
  name: string;
  label: string;
  searchLabel: string;
  hint?: string;
  createQuery: (search: string) => Query<ItemPage<Item>>;
  toLink: (item: Item) => LinkedItem;
  chosen: LinkedItem;
  /** With the item, if it is one of the matches. */
  onChoose: (link: LinkedItem, item?: Item) => void;
}

/** A select with a search for very long lists. The chosen item stays among the options. */
export function LinkField<Item extends { id: string }>({
  name,
  label,
  searchLabel,
  hint,
  createQuery,
  toLink,
  chosen,
  onChoose,
}: Props<Item>) {
  const { id, error } = useField(name);
  const [search, setSearch] = useDebounced('');
  const matches = useQuery(createQuery(search));
  const items = matches.status === 'ready' ? matches.data.items : [];
  const links = items.map(toLink);
  const isListed = chosen.id === NO_LINK || links.some((link) => link.id === chosen.id);
  const choose = (value: string) => {
    const item = items.find((match) => match.id === value);
    if (item) onChoose(toLink(item), item);
    else onChoose(value === chosen.id ? chosen : NOT_LINKED);
  };
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <div className="grid gap-2 md:grid-cols-2">
        <input
          type="search"
          aria-label={searchLabel}
          placeholder={searchLabel}
          id={`${id}-search`}
          onInput={({ currentTarget }) => setSearch(currentTarget.value)}
          onKeyDown={preventSubmit}
          className={controlClass(undefined)}
        />
        <select
          id={id}
          name={name}
          value={chosen.id}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
          aria-describedby={hint && `${id}-hint`}
          className={controlClass(error)}
        >
          <option value={NO_LINK}>{m.admin_reports_none_linked()}</option>
          {(isListed ? links : [chosen, ...links]).map((link) => (
            <option key={link.id} value={link.id}>
              {link.name}
            </option>
          ))}
        </select>
      </div>
      <LengthNote id={`${id}-search`} max={textLimits.search} />
      <p role="status" className="text-sm text-muted">
        {matches.status === 'loading' && m.admin_reports_finding()}
        {matches.status === 'ready' && search && m.admin_reports_found({ count: formatNumber(matches.data.total) })}
      </p>
    </FieldFrame>
  );
}

/** Enter searches and does not submit the report. */
const preventSubmit = (event: KeyboardEvent) => {
  if (event.key === 'Enter') event.preventDefault();
};

function useDebounced(initialValue: string): [string, (value: string) => void] {
  const [typed, setTyped] = useState(initialValue);
  const [debounced, setDebounced] = useState(initialValue);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(typed), SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return [debounced, setTyped];
}
