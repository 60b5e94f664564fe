import { textLimits } from '@hakiki/contract/limits';
import { useEffect, useState } from 'react';
import { FormText } from '../../components/forms/form.tsx';
import { usePrefilledValues } from '../../lib/forms/prefilled.ts';
import { defineQuery } from '../../lib/api/queries.ts';
import { useQuery } from '../../lib/api/use-query.ts';
import { m } from '../../paraglide/messages.js';

const DEBOUNCE_MS = 300;
const MIN_SEARCH_LENGTH = 2;
const MAX_SUGGESTIONS = 5;
const LIST_ID = 'provider-suggestions';

/** Suggests providers with similar names; any other name is accepted too. */
export const suggestionsQuery = (typed: string) =>
  defineQuery('/api/providers', { query: { search: typed, limit: MAX_SUGGESTIONS } });

const isSearchable = (typed: string): boolean => typed.length >= MIN_SEARCH_LENGTH && typed.length <= textLimits.search;

export function ProviderNameField({ maxLength }: { maxLength: number }) {
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
        max={maxLength}
        required={false}
        onInput={({ currentTarget }) => setTyped(currentTarget.value.trim())}
      />
      <Suggestions typed={useDebounced(typed)} />
    </>
  );
}

export function Suggestions({ typed }: { typed: string }) {
  const suggestions = useQuery(suggestionsQuery(typed), { enabled: isSearchable(typed) });
  return (
    <datalist id={LIST_ID}>
      {isSearchable(typed) &&
        suggestions.status === 'ready' &&
        suggestions.data.items.map(({ id, name }) => <option key={id}>{name}</option>)}
    </datalist>
  );
}

function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
}
