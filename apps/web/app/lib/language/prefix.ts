/** The first part of an address is a language or part of the page's own path; the routes cannot tell, so their loaders do. */
import { data, redirect } from 'react-router';
import { isLanguagePrefix } from './language.ts';

/**
 * An unknown language is an unknown page; English has one address, the one without a prefix. All slashes behind the prefix
 * become one: '/en//elsewhere.example' must not lead off the site.
 */
export function refuseUnknownLanguage({ params, request }: { params: { locale?: string }; request: Request }): void {
  const { pathname, search } = new URL(request.url);
  if (params.locale === 'en') throw redirect(pathname.replace(/^\/en\/*/, '/') + search, 301);
  if (!isLanguagePrefix(params.locale)) throw data(null, { status: 404 });
}
