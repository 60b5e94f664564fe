/** What the console shows is in its address: `/admin?tab=users&page=2&search=amina`. */
import { ADMIN_MAX_OFFSET } from '@hakiki/contract/admin-values';
import { listLimits } from '@hakiki/contract/limits';
import { useSearchParams } from 'react-router';
import { to } from '../../../lib/pages/paths.ts';
import { searchedIn } from '../../../lib/pages/search-text.ts';

export const consoleTabs = ['overview', 'users', 'providers', 'alerts', 'reports'] as const;
export type ConsoleTab = (typeof consoleTabs)[number];

export const parseTab = (params: URLSearchParams): ConsoleTab =>
  consoleTabs.find((tab) => tab === params.get('tab')) ?? 'overview';

/** A tab with what is looked at in it; values that are left out or empty are not in the address. */
export function consolePath(tab: ConsoleTab, given: Record<string, string | number | undefined> = {}): string {
  const params = new URLSearchParams(tab === 'overview' ? {} : { tab });
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined && value !== '') params.set(name, String(value));
  }
  const query = params.toString();
  return to(query ? `/admin?${query}` : '/admin');
}

const LAST_PAGE = Math.floor(ADMIN_MAX_OFFSET / listLimits.adminPage) + 1;

/** A tab with a second list gives the page of that another name. */
export function parsePage(params: URLSearchParams, name = 'page'): number {
  const page = Number(params.get(name));
  return Number.isInteger(page) && page > 1 ? Math.min(page, LAST_PAGE) : 1;
}

/** How many pages there are to turn. */
export const pagesOf = (total: number): number =>
  Math.min(LAST_PAGE, Math.max(1, Math.ceil(total / listLimits.adminPage)));

/** What waits for a moderator is worked off first in, first out, so that nothing starves. */
export const workedOff = { order: 'oldest', limit: listLimits.adminWaiting } as const;

/** The part of a list's query that every list has. */
export const pagedQuery = (params: URLSearchParams) => ({
  search: searchedIn(params).text,
  limit: listLimits.adminPage,
  offset: (parsePage(params) - 1) * listLimits.adminPage,
});

/** One of the values a filter offers; anything else in the address counts as no choice. */
export const chosenIn = <Value extends string>(
  params: URLSearchParams,
  name: string,
  values: readonly Value[],
): Value | undefined => values.find((value) => value === params.get(name));

/** The address as it is, with some values changed: for a page of the list, or a dialog on top of it. */
export function useConsoleAddress() {
  const [params] = useSearchParams();
  const tab = parseTab(params);
  const withChanges = (changes: Record<string, string | number | undefined>): string => {
    const { tab: _, ...given } = Object.fromEntries(params);
    return consolePath(tab, { ...given, ...changes });
  };
  return {
    params,
    tab,
    page: parsePage(params),
    withChanges,
    pageAddress: (page: number) => withChanges({ page: page === 1 ? undefined : page }),
  };
}
