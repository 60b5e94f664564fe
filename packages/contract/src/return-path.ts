/** The page to which a login leads back. */
import { defaultLanguage, languages } from './site.ts';

/** Only the path matters; no real site has this name. */
const BASE_URL = 'https://return.invalid';
const MAX_LENGTH = 1000;

const languagePrefix = `(?:/(?:${languages.filter((language) => language !== defaultLanguage).join('|')}))?`;
const accountPages =
  'signup|verify-email|forgot-password|reset-password|confirm-email|keep-factor|account-deleted|confirm-submission';
/** The start page asks for nothing, the pages of an account would lead in a circle, and /api/ belongs to the server. */
const noReturn = new RegExp(`^${languagePrefix}/?(?:(?:${accountPages})?$|api/|admin/login$)`);

/**
 * A path of this site, or undefined. Everything else is refused, because a link to the real login that ends on a copy
 * of the site would serve fraudsters. Browsers read `/\host`, `//host` and `/<tab>/host` as other hosts, so the value
 * is parsed as browsers do.
 */
export function parseReturnPath(value: string | null | undefined): string | undefined {
  if (!value?.startsWith('/') || value.length > MAX_LENGTH || !URL.canParse(value, BASE_URL)) return undefined;
  const { origin, pathname, search, hash } = new URL(value, BASE_URL);
  if (origin !== BASE_URL || pathname.startsWith('//') || noReturn.test(pathname)) return undefined;
  return pathname + search + hash;
}
