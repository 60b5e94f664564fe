/** Paths of the site in the page's language. */
import type { AppealSubject } from '@hakiki/contract/appeal-values';
import { isHiddenIndicatorKind, type IndicatorKind } from '@hakiki/contract/indicator-values';
import { alertPath, disputePath, localisePath, providerPath as pathOfProvider } from '@hakiki/contract/site';
import { useLocation } from 'react-router';
import { currentLanguage } from '../language/language.ts';

/** Any page by its English path, e.g. `pathTo('/pricing')`. */
export const pathTo = (path: `/${string}`): string => localisePath(currentLanguage(), path);

export const providerPath = (id: string, tab?: string): string =>
  localisePath(currentLanguage(), pathOfProvider(id)) + (tab ? `?tab=${tab}` : '');

/** The form to appeal against a verdict. */
export const appealPath = (subject: AppealSubject, id: string): string => pathTo(`/appeal?${subject}=${id}`);

/** The form to dispute a warning. A hidden kind, such as a phone number, is typed there, never part of an address. */
export const disputePathFor = (kind: IndicatorKind, value: string | null): string =>
  value === null || isHiddenIndicatorKind(kind)
    ? pathTo(disputePath)
    : pathTo(`${disputePath}?${new URLSearchParams({ about: `${kind}:${value}` })}` as `/${string}`);

/** The page that shows the appealed verdict. */
export function verdictPath(subject: AppealSubject, id: string): string {
  if (subject === 'provider') return providerPath(id);
  return pathTo(subject === 'alert' ? alertPath(id) : '/reports');
}

/** The target of the 'Report Issue' button. */
export const ISSUE_ANCHOR = 'report-issue';
export const issuePath = (providerId: string): string => `${providerPath(providerId, 'report')}#${ISSUE_ANCHOR}`;

/** The active alerts on a provider's page. */
export const PROVIDER_ALERTS_ANCHOR = 'provider-alerts';

/** Restores the draft of the page's form at once. */
export const RESTORE_HASH = '#restore';

/** The login, which leads back to the page that asked for it. */
export const loginPathFrom = (returnPath: string): string =>
  pathTo(`/signup?login=true&next=${encodeURIComponent(returnPath)}`);

/** The registration, whose login leads back to the current page. */
export function useSignUpPath(): string {
  const { pathname, search } = useLocation();
  return pathTo(`/signup?next=${encodeURIComponent(pathname + search)}`);
}

/** The login from the current page; `anchor` is the part of it that asked. */
export function useLoginPath(anchor = ''): string {
  const { pathname, search } = useLocation();
  return loginPathFrom(pathname + search + anchor);
}
