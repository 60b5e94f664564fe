/** Addresses of the site that more than one side must spell alike. */

/** English has no prefix; every other language stands before the path. */
export const languages = ['en', 'fr'] as const;
export type Language = (typeof languages)[number];
export const defaultLanguage: Language = 'en';
export const isLanguage = (given: unknown): given is Language => languages.some((language) => language === given);

export const localisePath = (language: Language, path: string): string => {
  if (language === defaultLanguage) return path;
  return path === '/' ? `/${language}` : `/${language}${path}`;
};

export const providerPath = (id: string): string => `/provider/${id}`;
export const alertPath = (id: string): `/alerts/${string}` => `/alerts/${id}`;
/** The public log of decisions, and what it adds up to. */
export const decisionsPath = '/decisions';
export const transparencyPath = '/transparency';
/** What to do in the first hour after a loss. */
export const firstHourPath = '/first-hour';

/** The service worker, which keeps pages on the device, and the page that it shows in place of one it does not keep. */
export const serviceWorkerPath = '/service-worker.js';
export const offlinePath = '/offline';
/** All that the service worker keeps on a device for offline use, in the languages it was visited in; /privacy names them. */
export const keptPages = ['/safety', firstHourPath, offlinePath] as const;

/**
 * The query parameters of public pages. Anything else there (`fbclid`, `utm_source`, what a mail program adds) is dropped before
 * the cache is asked and the page is rendered, so that a shared link does not miss the cache.
 */
export const pageParameters = [
  '_routes',
  'admin',
  'alert',
  'before',
  'category',
  'confirmed',
  'country',
  'created',
  'days',
  'differences',
  'error',
  'login',
  'mailed',
  'month',
  'outcome',
  'page',
  'provider',
  'providers',
  'ref',
  'report',
  'reset',
  'riskScore',
  'search',
  'sent',
  'severity',
  'shared',
  'sort',
  'step',
  'subject',
  'tab',
  'token',
  'type',
  'verificationStatus',
  'verified',
  'view',
  'website',
] as const;
/** Several boxes of one name, as a form without scripts sends them. */
export const repeatedParameters = ['riskScore', 'type', 'verificationStatus'] as const;

/**
 * The canonical form of a query, which is the cache key: known names in the order of the alphabet, each once unless it may be
 * repeated. Undefined if there is none left. Names and values stay as they are spelled; the edge does the same.
 */
export function canonicalQuery(
  query: string,
  known: readonly string[],
  repeated: readonly string[] = [],
): string | undefined {
  const kept: { name: string; text: string }[] = [];
  for (const text of query.split('&')) {
    const end = text.indexOf('=');
    const name = end === -1 ? text : text.slice(0, end);
    const isAgain = kept.some((one) => one.name === name) && !repeated.includes(name);
    if (known.includes(name) && !isAgain) kept.push({ name, text });
  }
  kept.sort((one, other) => (one.name < other.name ? -1 : Number(one.name > other.name)));
  return kept.length === 0 ? undefined : kept.map(({ text }) => text).join('&');
}
