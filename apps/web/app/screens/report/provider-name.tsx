import { textLimits } from '@hakiki/contract/limits';
import { useEffect, useState } from 'react';
import { FormText } from '../../components/forms/form.tsx';
import { usePrefilledValues } from '../../lib/forms/prefilled.ts';
import { defineQuery } from '../../lib/api/queries.ts';
import { useQuery } from '../../lib/api/use-query.ts';
import { m } from '../../paraglide/messages.js';

const TYPING_PAUSE_MS = 300;
const SEARCH_FROM_CHARACTERS = 2;
const SUGGESTIONS = 5;
const LIST_ID = 'provider-suggestions';

/** Suggests providers with similar names; any other name is accepted too. */
export const suggestedProviders = (typed: string) =>
  defineQuery('/api/providers', { query: { search: typed, limit: SUGGESTIONS } });

const isSearched = (typed: string): boolean =>
  typed.length >= SEARCH_FROM_CHARACTERS && typed.length <= textLimits.search;

export function ProviderName({ most }: { most: number }) {
  const { name } = usePrefilledValues();
  const [typed, setTyped] = useState('');
  return (
    <>
      <FormText
        name="affectedProvider"
        label={m.report_optional({ label: m.scam_field_provider() })}
        hint={m.scam_field_provider_hint()}
        list={LIST_ID}
        defaultValue={name}
        autoComplete="off"
        max={most}
        required={false}
        onInput={({ currentTarget }) => setTyped(currentTarget.value.trim())}
      />
      <Suggestions typed={useDebounced(typed)} />
    </>
  );
}

export function Suggestions({ typed }: { typed: string }) {
  const found = useQuery(suggestedProviders(typed), { enabled: isSearched(typed) });
  return (
    <datalist id={LIST_ID}>
      {isSearched(typed) &&
        found.status === 'ready' &&
        found.data.items.map(({ id, name }) => <option key={id}>{name}</option>)}
    </datalist>
  );
}

function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
}
