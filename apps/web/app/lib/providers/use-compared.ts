import type { Provider } from '@hakiki/contract/directory';
import { providerRead } from './read.ts';
import { useRead, type ReadState } from '../api/use-read.ts';

export interface Column {
  id: string;
  provider: ReadState<Provider>;
}

/** Loads the chosen providers, one query per column; an empty column loads nothing. */
export function useCompared(ids: readonly string[]): Column[] {
  const [first = '', second = '', third = '', fourth = ''] = ids;
  const states = [
    useRead(providerRead(first), { enabled: first !== '' }),
    useRead(providerRead(second), { enabled: second !== '' }),
    useRead(providerRead(third), { enabled: third !== '' }),
    useRead(providerRead(fourth), { enabled: fourth !== '' }),
  ];
  return ids.flatMap((id, place) => (states[place] ? { id, provider: states[place] } : []));
}

export const nameOfColumn = ({ provider }: Column): string | undefined =>
  provider.status === 'ready' ? provider.data.name : undefined;
