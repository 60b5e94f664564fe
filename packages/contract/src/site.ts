/** Addresses of the site that more than one side must spell alike. */

/** English has no prefix; every other language stands before the path. */
export const languages = ['en', 'fr'] as const;
export type Language = (typeof languages)[number];
export const defaultLanguage: Language = 'en';

export const localisePath = (language: Language, path: string): string => {
  if (language === defaultLanguage) return path;
  return path === '/' ? `/${language}` : `/${language}${path}`;
};

export const providerPath = (id: string): string => `/provider/${id}`;
export const alertPath = (id: string): string => `/alerts/${id}`;
/** What to do in the first hour after a loss. */
export const firstHourPath = '/first-hour';

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
