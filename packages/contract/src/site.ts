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
/** What to do in the first hour after a loss. */
export const firstHourPath = '/first-hour';

/** Where the worker is that keeps pages on the device, and the page that it shows in place of one it does not keep. */
export const serviceWorkerPath = '/service-worker.js';
export const offlinePath = '/offline';
/** All that is kept on a device for when there is no line, in the languages it was visited in; /privacy names them. */
export const keptPages = ['/safety', firstHourPath, offlinePath] as const;

/** Public pages that search engines should know, apart from those of single providers. */
export const indexedPages = [
  '/',
  '/directory',
  '/compare',
  '/pricing',
  '/contact',
  '/alerts',
  '/reports',
  '/report',
  '/report-scam',
  '/submit-provider',
  '/safety',
  firstHourPath,
  '/help',
  '/about',
  '/privacy',
  '/terms',
] as const;

const personalPages = [
  '/account',
  '/admin',
  '/api',
  '/business',
  '/dashboard',
  '/my-reports',
  '/news',
  '/referrals',
  '/regtech',
  '/subscribe',
];
const prefixes = languages.filter((language) => language !== defaultLanguage).join('|');

/**
 * Pages about the person who asks: rendered with their cookie and kept by nobody, their data (`.data`) included. All other
 * pages are the same for everyone. The edge reads the same pattern.
 */
export const personalPagePattern = `^(?:/(?:${prefixes}))?(?:(?:${personalPages.join('|')})(?:[.]data)?$|/admin/)`;

/** Pages whose form sends a file where no scripts run. The edge reads the same pattern. */
export const uploadPagePattern = `^(?:/(?:${prefixes}))?/follow$`;

const personalPage = new RegExp(personalPagePattern);
export const isPersonalPage = (path: string): boolean => personalPage.test(path);
