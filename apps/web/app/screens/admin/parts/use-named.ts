import { useState } from 'react';
import { useConsoleAddress } from './address.ts';

/** The item that the URL names, e.g. `?edit=…`; kept while it is named, also if it is no longer listed. */
export function useNamed<Item extends { id: string }>(param: string, items: readonly Item[]): Item | undefined {
  const id = useConsoleAddress().params.get(param);
  const found = items.find((item) => item.id === id);
  const [kept, setKept] = useState(found);
  if (found && found !== kept) setKept(found);
  return kept?.id === id ? kept : undefined;
}
