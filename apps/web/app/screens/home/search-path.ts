import { to } from '../../lib/pages/paths.ts';

/** The directory's address for a search; what was left empty, and 'all' countries, stay out of it. */
export function searchPath(asked: FormData): string {
  const given = ['search', 'country'].flatMap((name) => {
    const value = asked.get(name);
    return typeof value === 'string' && value.trim() && value !== 'all' ? [[name, value.trim()]] : [];
  });
  const query = new URLSearchParams(given).toString();
  return to('/directory') + (query && `?${query}`);
}
