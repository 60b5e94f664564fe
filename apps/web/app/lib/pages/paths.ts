/** Paths of the site in the page's language. */
import type { AppealSubject } from '@hakiki/contract/appeal-values';
import { alertPath, localisePath, providerPath as pathOfProvider } from '@hakiki/contract/site';
import { currentLanguage } from '../language/language.ts';

/** Any page by its English path, e.g. `pathTo('/pricing')`. */
export const pathTo = (path: `/${string}`): string => localisePath(currentLanguage(), path);

export const providerPath = (id: string, tab?: string): string =>
  localisePath(currentLanguage(), pathOfProvider(id)) + (tab ? `?tab=${tab}` : '');

/** The form to appeal against a verdict. */
export const appealPath = (subject: AppealSubject, id: string): string => pathTo(`/appeal?${subject}=${id}`);

/** The page that shows the appealed verdict. */
export function verdictPath(subject: AppealSubject, id: string): string {
  if (subject === 'provider') return providerPath(id);
  return pathTo(subject === 'alert' ? alertPath(id) : '/reports');
}

/** The target of the 'Report Issue' button. */
export const ISSUE_ANCHOR = 'report-issue';
export const issuePath = (providerId: string): string => `${providerPath(providerId, 'report')}#${ISSUE_ANCHOR}`;

/** The login step for the second factor; administrators continue to the console. */
export const codeStepPath = (isAdmin: boolean): string =>
  pathTo(`/signup?login=true${isAdmin ? '&admin=true' : ''}&step=code`);
