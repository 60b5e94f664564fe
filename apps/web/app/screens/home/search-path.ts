import { pathTo } from '../../lib/pages/paths.ts';

/** The directory's URL for a search, without empty fields and without 'all' countries. */
export function toDirectoryPath(formData: FormData): string {
  const params = ['search', 'country'].flatMap((name) => {
    const value = formData.get(name);
    return typeof value === 'string' && value.trim() && value !== 'all' ? [[name, value.trim()]] : [];
  });
  const query = new URLSearchParams(params).toString();
  return pathTo('/directory') + (query && `?${query}`);
}
