/** Links of the site, each in the page's language. */
import type { AppealSubject } from '@hakiki/contract/appeal-values';
import { alertPath, localisePath, providerPath as pathOfProvider } from '@hakiki/contract/site';
import { currentLanguage } from '../language/language.ts';

/** Any page by its English address, e.g. `to('/pricing')`. */
export const to = (path: `/${string}`): string => localisePath(currentLanguage(), path);

export const providerPath = (id: string, tab?: string): string =>
  localisePath(currentLanguage(), pathOfProvider(id)) + (tab ? `?tab=${tab}` : '');

/** Where whoever is named in a verdict appeals against it. */
export const appealPath = (subject: AppealSubject, id: string): string => to(`/appeal?${subject}=${id}`);

/** Where people read what is appealed against. */
export function verdictPath(subject: AppealSubject, id: string): string {
  if (subject === 'provider') return providerPath(id);
  return to(subject === 'alert' ? alertPath(id) : '/reports');
}

/** Where the 'Report Issue' button leads. */
export const ISSUE_ANCHOR = 'report-issue';
export const issuePath = (providerId: string): string => `${providerPath(providerId, 'report')}#${ISSUE_ANCHOR}`;

/** Where the login goes on to ask for the second factor; administrators come out at their console. */
export const codeStepPath = (isAdmin: boolean): string =>
  to(`/signup?login=true${isAdmin ? '&admin=true' : ''}&step=code`);
