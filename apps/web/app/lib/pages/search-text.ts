import { textLimits } from '@hakiki/contract/limits';

/** The search text of a URL, cut to the maximum, and its original length. */
export function parseSearch(params: URLSearchParams): { text: string; written: number } {
  const written = (params.get('search') ?? '').trim();
  return { text: written.slice(0, textLimits.search), written: written.length };
}
