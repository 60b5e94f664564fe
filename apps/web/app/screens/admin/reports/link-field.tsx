import { textLimits } from '@hakiki/contract/limits';
import { useEffect, useState, type KeyboardEvent } from 'react';
import { LengthNote } from '../../../components/forms/length-note.tsx';
import { useField } from '../../../components/forms/form.tsx';
import { controlClass, Surrounded } from '../../../components/ui/field.tsx';
import { formatNumber } from '../../../lib/language/format.ts';
import type { Page, Read } from '../../../lib/api/reads.ts';
import { useRead } from '../../../lib/api/use-read.ts';
import { m } from '../../../paraglide/messages.js';
import { NONE, notLinked, type Linked } from './draft.ts';

const TYPING_PAUSE_MS = 300;

interface Props<Item> {
  name: string;
  label: string;
  searchLabel: string;
  hint?: string;
  found: (search: string) => Read<Page<Item>>;
  asLink: (item: Item) => Linked;
  chosen: Linked;
  /** With the item, if it is one of the matches. */
  onChoose: (link: Linked, item?: Item) => void;
}

/** A select with a search for very long lists. The chosen item stays among the options. */
export function LinkField<Item extends { id: string }>({
  name,
  label,
  searchLabel,
  hint,
  found,
  asLink,
  chosen,
  onChoose,
}: Props<Item>) {
  const { id, error } = useField(name);
  const [search, setSearch] = useDebounced('');
  const matches = useRead(found(search));
  const items = matches.status === 'ready' ? matches.data.items : [];
  const links = items.map(asLink);
  const isListed = chosen.id === NONE || links.some((link) => link.id === chosen.id);
  const choose = (value: string) => {
    const item = items.find((one) => one.id === value);
    if (item) onChoose(asLink(item), item);
    else onChoose(value === chosen.id ? chosen : notLinked);
  };
  return (
    <Surrounded id={id} label={label} hint={hint} error={error}>
      <div className="grid gap-2 md:grid-cols-2">
        <input
          type="search"
          aria-label={searchLabel}
          placeholder={searchLabel}
          id={`${id}-search`}
          onInput={({ currentTarget }) => setSearch(currentTarget.value)}
          onKeyDown={keepInForm}
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
          <option value={NONE}>{m.admin_reports_none_linked()}</option>
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
    </Surrounded>
  );
}

/** Enter searches and does not submit the report. */
const keepInForm = (event: KeyboardEvent) => {
  if (event.key === 'Enter') event.preventDefault();
};

function useDebounced(first: string): [string, (value: string) => void] {
  const [typed, setTyped] = useState(first);
  const [debounced, setDebounced] = useState(first);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(typed), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return [debounced, setTyped];
}
