import { useState } from 'react';
import { useConsoleAddress } from './address.ts';

/** The item of a list that the address names, e.g. `?edit=…`. It stays while it is named, also when a change takes it off the list. */
export function useNamed<Item extends { id: string }>(param: string, items: readonly Item[]): Item | undefined {
  const id = useConsoleAddress().params.get(param);
  const found = items.find((item) => item.id === id);
  const [kept, setKept] = useState(found);
  if (found && found !== kept) setKept(found);
  return kept?.id === id ? kept : undefined;
}
