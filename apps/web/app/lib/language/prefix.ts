/** The first path segment may be a language or part of the page's path; the loaders of the routes check it. */
import { data, redirect } from 'react-router';
import { isLanguagePrefix } from './language.ts';

/**
 * Responds 404 for an unknown language and redirects /en to the path without a prefix. Several slashes after the prefix
 * become one: '/en//elsewhere.example' must not redirect off the site.
 */
export function rejectUnknownLanguage({ params, request }: { params: { locale?: string }; request: Request }): void {
  const { pathname, search } = new URL(request.url);
  if (/^\/en(?:\/|$)/.test(pathname)) throw redirect(pathname.replace(/^\/en\/*/, '/') + search, 301);
  if (!isLanguagePrefix(params.locale)) throw data(null, { status: 404 });
}
