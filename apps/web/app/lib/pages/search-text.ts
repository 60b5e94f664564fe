import { textLimits } from '@hakiki/contract/limits';

/** What an address asks for: as much of it as is searched for, and how much was written. */
export function searchedIn(params: URLSearchParams): { text: string; written: number } {
  const written = (params.get('search') ?? '').trim();
  return { text: written.slice(0, textLimits.search), written: written.length };
}
