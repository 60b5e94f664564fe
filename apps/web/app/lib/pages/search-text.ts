import { textLimits } from '@hakiki/contract/limits';

/** The search text of a URL, cut to the maximum, and its original length. */
export function parseSearch(
  params: URLSearchParams,
  max: number = textLimits.search,
): { text: string; written: number } {
  const written = (params.get('search') ?? '').trim();
  return { text: written.slice(0, max), written: written.length };
}
