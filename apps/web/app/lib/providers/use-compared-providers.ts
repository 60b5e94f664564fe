import type { Provider } from '@hakiki/contract/directory';
import { providerQuery } from './queries.ts';
import { useQuery, type QueryState } from '../api/use-query.ts';

export interface Column {
  id: string;
  provider: QueryState<Provider>;
}

/** Loads the chosen providers, one query per column; an empty column loads nothing. */
export function useComparedProviders(ids: readonly string[]): Column[] {
  const [first = '', second = '', third = '', fourth = ''] = ids;
  const states = [
    useQuery(providerQuery(first), { enabled: first !== '' }),
    useQuery(providerQuery(second), { enabled: second !== '' }),
    useQuery(providerQuery(third), { enabled: third !== '' }),
    useQuery(providerQuery(fourth), { enabled: fourth !== '' }),
  ];
  return ids.flatMap((id, index) => (states[index] ? { id, provider: states[index] } : []));
}

export const getColumnName = ({ provider }: Column): string | undefined =>
  provider.status === 'ready' ? provider.data.name : undefined;
