/** Links of the site, each in the page's language. */
import { href } from 'react-router';
import { localeParam } from './language.ts';

/** Any page by its English address, e.g. `to('/pricing')`. */
export function to(path: `/${string}`): string {
  const locale = localeParam();
  if (!locale) return path;
  return path === '/' ? `/${locale}` : `/${locale}${path}`;
}

export const providerPath = (id: string, tab?: string): string =>
  href('/:locale?/provider/:id', { locale: localeParam(), id }) + (tab ? `?tab=${tab}` : '');
