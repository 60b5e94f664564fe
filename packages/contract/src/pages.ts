/**
 * All pages of the site. The sitemap, the cache rules, the patterns of the edge, and the lists of pages for size and
 * visual checks are derived from it. A test compares it with the routes.
 */
import { decisionsPath, defaultLanguage, firstHourPath, languages, offlinePath, transparencyPath } from './site.ts';

export interface SitePage {
  /** In English; every other language has a prefix. A segment with a colon is an id. */
  path: string;
  /** Public pages are the same for everybody and cached. The others depend on the user, or are for staff. */
  audience: 'public' | 'personal' | 'staff';
  /** Listed in the sitemap. Pages of single items have their own sitemaps. */
  isIndexed?: true;
  /** Its form uploads a file without scripts. */
  takesFile?: true;
  /** Its form signs somebody in or up, or works by an emailed link. */
  signsIn?: true;
  /** Only outside production. */
  isSandbox?: true;
}

export const pages = [
  { path: '/', audience: 'public', isIndexed: true },
  { path: '/directory', audience: 'public', isIndexed: true },
  { path: '/provider/:id', audience: 'public' },
  { path: '/compare', audience: 'public', isIndexed: true },
  { path: '/pricing', audience: 'public', isIndexed: true },
  { path: '/contact', audience: 'public', isIndexed: true },
  { path: '/alerts', audience: 'public', isIndexed: true },
  { path: '/alerts/:id', audience: 'public' },
  { path: '/reports', audience: 'public', isIndexed: true },
  { path: '/report', audience: 'public', isIndexed: true },
  { path: '/report-scam', audience: 'public', isIndexed: true },
  { path: '/submit-provider', audience: 'public', isIndexed: true },
  { path: '/appeal', audience: 'public', isIndexed: true },
  { path: '/safety', audience: 'public', isIndexed: true },
  { path: firstHourPath, audience: 'public', isIndexed: true },
  { path: '/help', audience: 'public', isIndexed: true },
  { path: '/about', audience: 'public', isIndexed: true },
  { path: decisionsPath, audience: 'public', isIndexed: true },
  { path: transparencyPath, audience: 'public', isIndexed: true },
  { path: '/privacy', audience: 'public', isIndexed: true },
  { path: '/terms', audience: 'public', isIndexed: true },

  { path: '/follow', audience: 'public', takesFile: true },
  { path: '/signup', audience: 'public', signsIn: true },
  { path: '/verify-email', audience: 'public', signsIn: true },
  { path: '/forgot-password', audience: 'public', signsIn: true },
  { path: '/reset-password', audience: 'public', signsIn: true },
  { path: '/confirm-email', audience: 'public', signsIn: true },
  { path: '/keep-factor', audience: 'public', signsIn: true },
  { path: '/leave-letter', audience: 'public' },
  { path: '/confirm-submission', audience: 'public' },
  { path: '/account-deleted', audience: 'public' },
  { path: offlinePath, audience: 'public' },
  { path: '/test-payment', audience: 'public', isSandbox: true },

  { path: '/account', audience: 'personal' },
  { path: '/dashboard', audience: 'personal' },
  { path: '/my-reports', audience: 'personal' },
  { path: '/referrals', audience: 'personal' },
  { path: '/api', audience: 'personal' },
  { path: '/business', audience: 'personal' },
  { path: '/join-business', audience: 'personal' },
  { path: '/news', audience: 'personal' },
  { path: '/regtech', audience: 'personal' },
  { path: '/subscribe', audience: 'personal' },

  { path: '/admin', audience: 'staff' },
  { path: '/admin/queue', audience: 'staff' },
  { path: '/admin/appeals', audience: 'staff' },
  { path: '/admin/news', audience: 'staff' },
  { path: '/admin/masks', audience: 'staff' },
  { path: '/admin/login', audience: 'staff', signsIn: true },
] as const satisfies readonly SitePage[];

const allPages: readonly SitePage[] = pages;
const listPaths = (predicate: (page: SitePage) => unknown): string[] =>
  allPages.filter(predicate).map(({ path }) => path);

export const indexedPages = listPaths(({ isIndexed }) => isIndexed);
/** Pages without parameters. */
export const listPages = (audience: SitePage['audience']): string[] =>
  listPaths((page) => page.audience === audience && !page.isSandbox && !page.path.includes(':'));

const languagePrefix = `^(?:/(?:${languages.filter((language) => language !== defaultLanguage).join('|')}))?`;

/**
 * Personal pages: rendered with the user's cookie and never cached, including their data (`.data`) and everything below
 * /admin. All other pages are the same for everyone. The edge uses the same pattern.
 */
export const personalPagePattern = `${languagePrefix}(?:(?:${listPaths(({ audience }) => audience !== 'public').join('|')})(?:[.]data)?$|/admin/)`;

/** The edge uses the same pattern. */
export const uploadPagePattern = `${languagePrefix}(?:${listPaths(({ takesFile }) => takesFile).join('|')})$`;

const signInPageRegExp = new RegExp(
  `${languagePrefix}(?:${listPaths(({ signsIn }) => signsIn).join('|')})(?:[.]data)?$`,
);
export const isSignInPage = (path: string): boolean => signInPageRegExp.test(path);

const personalPageRegExp = new RegExp(personalPagePattern);
export const isPersonalPage = (path: string): boolean => personalPageRegExp.test(path);
