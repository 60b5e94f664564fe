/**
 * All pages of the site. The routes, the sitemap, the cache rules, the patterns of the edge, and the lists of pages for
 * size and visual checks are derived from it.
 */
import { africanCountries } from './country-codes.ts';
import { toFirstHourPath } from './rescue-values.ts';
import {
  askPath,
  checkPath,
  decisionsPath,
  defaultLanguage,
  developersPath,
  disputePath,
  figuresPath,
  evidencePackPath,
  firstHourPath,
  getLanguageSettings,
  type Language,
  languages,
  languagesPath,
  licencesPath,
  offlinePath,
  openDataPath,
  riskMethodPath,
  transparencyPath,
} from './site.ts';

export interface SitePage {
  /** In English; every other language has a prefix. A segment with a colon is an id. */
  path: string;
  /** The file in apps/web/app/screens. */
  screen: string;
  /** Public pages are the same for everybody and cached. The others depend on the user, or are for staff. */
  audience: 'public' | 'personal' | 'staff';
  /** Listed in the sitemap. Pages of single items have their own sitemaps. */
  isIndexed?: true;
  /** Its form uploads a file without scripts. */
  takesFile?: true;
  /** Its form signs somebody in or up, or works by an emailed link. */
  signsIn?: true;
  /** Other apps share texts with it. Its form changes nothing, so that a request from anywhere is accepted. */
  takesShares?: true;
  /** For businesses and developers: in English where a language is partial. */
  isForExperts?: true;
  /** Only outside production. */
  isSandbox?: true;
}

export const pages = [
  { path: '/', screen: 'home/home', audience: 'public', isIndexed: true },
  { path: '/directory', screen: 'directory/directory', audience: 'public', isIndexed: true },
  { path: '/provider/:id', screen: 'directory/provider', audience: 'public' },
  { path: checkPath, screen: 'check/check', audience: 'public', isIndexed: true, takesShares: true },
  { path: `${checkPath}/:kind/:value`, screen: 'check/public-answer', audience: 'public' },
  { path: askPath, screen: 'ask/ask', audience: 'public', isIndexed: true },
  { path: '/compare', screen: 'compare/compare', audience: 'public', isIndexed: true },
  { path: licencesPath, screen: 'licences/licences', audience: 'public', isIndexed: true },
  { path: `${licencesPath}/:country`, screen: 'licences/country', audience: 'public' },
  { path: '/pricing', screen: 'pricing/pricing', audience: 'public', isIndexed: true },
  { path: '/contact', screen: 'contact/contact', audience: 'public', isIndexed: true },
  { path: '/alerts', screen: 'alerts/alerts', audience: 'public', isIndexed: true },
  { path: '/alerts/:id', screen: 'alerts/alert', audience: 'public' },
  { path: '/reports', screen: 'reports/reports', audience: 'public', isIndexed: true },
  { path: '/report', screen: 'report/contribute', audience: 'public', isIndexed: true },
  { path: '/report-scam', screen: 'report/report-scam', audience: 'public', isIndexed: true },
  { path: '/submit-provider', screen: 'report/submit-provider', audience: 'public', isIndexed: true },
  { path: '/appeal', screen: 'report/appeal', audience: 'public', isIndexed: true },
  { path: disputePath, screen: 'report/dispute', audience: 'public', isIndexed: true },
  { path: '/safety', screen: 'info/info', audience: 'public', isIndexed: true },
  { path: firstHourPath, screen: 'first-hour/first-hour', audience: 'public', isIndexed: true },
  { path: `${firstHourPath}/:country`, screen: 'first-hour/country', audience: 'public' },
  { path: `${firstHourPath}/:country/:rail`, screen: 'first-hour/rail', audience: 'public' },
  { path: evidencePackPath, screen: 'first-hour/evidence-pack', audience: 'public', isIndexed: true },
  { path: '/help', screen: 'info/info', audience: 'public', isIndexed: true },
  { path: '/about', screen: 'info/info', audience: 'public', isIndexed: true },
  { path: riskMethodPath, screen: 'info/info', audience: 'public', isIndexed: true },
  { path: figuresPath, screen: 'info/info', audience: 'public', isIndexed: true },
  { path: decisionsPath, screen: 'decisions/decisions', audience: 'public', isIndexed: true },
  { path: transparencyPath, screen: 'decisions/transparency', audience: 'public', isIndexed: true },
  { path: developersPath, screen: 'api/developers', audience: 'public', isIndexed: true, isForExperts: true },
  { path: openDataPath, screen: 'open-data/open-data', audience: 'public', isIndexed: true },
  { path: languagesPath, screen: 'languages/languages', audience: 'public' },
  { path: `${languagesPath}/:language`, screen: 'languages/language', audience: 'public' },
  { path: '/privacy', screen: 'info/info', audience: 'public', isIndexed: true },
  { path: '/terms', screen: 'info/info', audience: 'public', isIndexed: true },

  { path: '/follow', screen: 'follow/follow', audience: 'public', takesFile: true },
  { path: '/signup', screen: 'account/sign-up', audience: 'public', signsIn: true },
  { path: '/verify-email', screen: 'account/verify-email', audience: 'public', signsIn: true },
  { path: '/forgot-password', screen: 'account/forgot-password', audience: 'public', signsIn: true },
  { path: '/reset-password', screen: 'account/reset-password', audience: 'public', signsIn: true },
  { path: '/confirm-email', screen: 'account/confirm-email', audience: 'public', signsIn: true },
  { path: '/keep-factor', screen: 'account/keep-factor', audience: 'public', signsIn: true },
  { path: '/leave-letter', screen: 'account/unsubscribe-newsletter', audience: 'public' },
  { path: '/confirm-submission', screen: 'account/confirm-submission', audience: 'public' },
  { path: '/account-deleted', screen: 'account/account-deleted', audience: 'public' },
  { path: offlinePath, screen: 'site/offline', audience: 'public' },
  { path: '/test-payment', screen: 'test-payment/test-payment', audience: 'public', isSandbox: true },

  { path: '/account', screen: 'account/account-page', audience: 'personal' },
  { path: '/dashboard', screen: 'dashboard/dashboard', audience: 'personal' },
  { path: '/my-reports', screen: 'follow/my-reports', audience: 'personal' },
  { path: '/referrals', screen: 'referrals/referrals', audience: 'personal' },
  { path: '/api', screen: 'api/api', audience: 'personal', isForExperts: true },
  { path: '/business', screen: 'business/business', audience: 'personal', isForExperts: true },
  { path: '/join-business', screen: 'business/join', audience: 'personal', isForExperts: true },
  { path: '/news', screen: 'news/news', audience: 'personal' },
  { path: '/regtech', screen: 'regtech/regtech', audience: 'personal', isForExperts: true },
  { path: '/subscribe', screen: 'subscribe/subscribe', audience: 'personal', takesFile: true },

  { path: '/admin', screen: 'admin/console', audience: 'staff' },
  { path: '/admin/queue', screen: 'admin/triage/triage', audience: 'staff' },
  { path: '/admin/appeals', screen: 'admin/appeals/appeals', audience: 'staff' },
  { path: '/admin/disputes', screen: 'admin/disputes/disputes', audience: 'staff' },
  { path: '/admin/families', screen: 'admin/families/families', audience: 'staff' },
  { path: '/admin/lookalikes', screen: 'admin/lookalikes/lookalikes', audience: 'staff' },
  { path: '/admin/news', screen: 'admin/news/news', audience: 'staff' },
  { path: '/admin/provider', screen: 'admin/providers/provider', audience: 'staff' },
  { path: '/admin/licences', screen: 'admin/licences/licences', audience: 'staff' },
  { path: '/admin/sources', screen: 'admin/sources/sources', audience: 'staff' },
  { path: '/admin/contacts', screen: 'admin/contacts/contacts', audience: 'staff' },
  { path: '/admin/masks', screen: 'admin/masks/masks', audience: 'staff' },
  { path: '/admin/login', screen: 'admin/login', audience: 'staff', signsIn: true },
] as const satisfies readonly SitePage[];

const allPages: readonly SitePage[] = pages;
const listPaths = (predicate: (page: SitePage) => unknown): string[] =>
  allPages.filter(predicate).map(({ path }) => path);

const expertPaths = new Set(listPaths(({ isForExperts }) => isForExperts));
/** The languages in which a page is written, by its English path. */
export const listPageLanguages = (path: string): Language[] =>
  languages.filter((language) => !(getLanguageSettings(language).isPartial && expertPaths.has(path)));

/** The pages that search engines list, with those of each country. */
export const indexedPages = [...listPaths(({ isIndexed }) => isIndexed), ...africanCountries.map(toFirstHourPath)];
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

const sharePageRegExp = new RegExp(`${languagePrefix}(?:${listPaths(({ takesShares }) => takesShares).join('|')})$`);
export const isSharePage = (path: string): boolean => sharePageRegExp.test(path);

const personalPageRegExp = new RegExp(personalPagePattern);
export const isPersonalPage = (path: string): boolean => personalPageRegExp.test(path);
