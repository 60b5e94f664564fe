import { useState } from 'react';
import { useConsoleUrl } from './console-url.ts';

/** The item that the URL names, e.g. `?edit=…`; kept while it is named, also if it is no longer listed. */
export function useItemFromUrl<Item extends { id: string }>(param: string, items: readonly Item[]): Item | undefined {
  const id = useConsoleUrl().params.get(param);
  const match = items.find((item) => item.id === id);
  const [lastMatch, setLastMatch] = useState(match);
  if (match && match !== lastMatch) setLastMatch(match);
  return lastMatch?.id === id ? lastMatch : undefined;
}
