import { pathTo } from '../../lib/pages/paths.ts';

/** The directory's URL for a search, without empty fields and without 'all' countries. */
export function searchPath(asked: FormData): string {
  const given = ['search', 'country'].flatMap((name) => {
    const value = asked.get(name);
    return typeof value === 'string' && value.trim() && value !== 'all' ? [[name, value.trim()]] : [];
  });
  const query = new URLSearchParams(given).toString();
  return pathTo('/directory') + (query && `?${query}`);
}
