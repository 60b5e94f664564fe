/** The state of the console is in its URL: `/admin?tab=users&page=2&search=amina`. */
import { ADMIN_MAX_OFFSET } from '@hakiki/contract/admin-values';
import { listLimits } from '@hakiki/contract/limits';
import { useNavigate, useSearchParams } from 'react-router';
import { pathTo } from '../../../lib/pages/paths.ts';
import { parseSearch } from '../../../lib/pages/search-text.ts';

export const consoleTabs = ['overview', 'users', 'providers', 'alerts', 'reports'] as const;
export type ConsoleTab = (typeof consoleTabs)[number];

export const parseTab = (params: URLSearchParams): ConsoleTab =>
  consoleTabs.find((tab) => tab === params.get('tab')) ?? 'overview';

/** Work of a tab that has a page of its own: `/admin?tab=users&list=payments`. */
const workLists = {
  users: ['payments', 'refunds', 'invoices', 'differences', 'referrals'],
  providers: ['reviews', 'replies', 'claims', 'documents'],
} as const;

export const parseWorkList = <Tab extends keyof typeof workLists>(
  tab: Tab,
  params: URLSearchParams,
): (typeof workLists)[Tab][number] | undefined => parseChoice(params, 'list', workLists[tab]);

/** The path of a tab with its parameters; undefined and empty values are omitted. */
export function consolePath(tab: ConsoleTab, params: Record<string, string | number | undefined> = {}): string {
  const searchParams = new URLSearchParams(tab === 'overview' ? {} : { tab });
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined && value !== '') searchParams.set(name, String(value));
  }
  const query = searchParams.toString();
  return pathTo(query ? `/admin?${query}` : '/admin');
}

const LAST_REACHABLE_PAGE = Math.floor(ADMIN_MAX_OFFSET / listLimits.adminPage) + 1;

/** `name` is the page parameter, for a tab with a second list. */
export function parsePage(params: URLSearchParams, name = 'page'): number {
  const page = Number(params.get(name));
  return Number.isInteger(page) && page > 1 ? Math.min(page, LAST_REACHABLE_PAGE) : 1;
}

export const countPages = (total: number): number =>
  Math.min(LAST_REACHABLE_PAGE, Math.max(1, Math.ceil(total / listLimits.adminPage)));

/** Pending items are listed oldest first, so that none waits forever. */
export const oldestFirst = { order: 'oldest', limit: listLimits.adminPendingPage } as const;

/** The query parameters that every list has. */
export const toPageQuery = (params: URLSearchParams) => ({
  search: parseSearch(params).text,
  limit: listLimits.adminPage,
  offset: (parsePage(params) - 1) * listLimits.adminPage,
});

/** A filter value of the URL; an unknown value counts as none. */
export const parseChoice = <Value extends string>(
  params: URLSearchParams,
  name: string,
  values: readonly Value[],
): Value | undefined => values.find((value) => value === params.get(name));

/** The current URL with changed parameters: for another page, or a dialog. */
export function useConsoleUrl() {
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
    toPagePath: (page: number) => withChanges({ page: page === 1 ? undefined : page }),
  };
}

/** Closes the dialog that these parameters open; the list stays as it is. */
export function useCloseDialog(...names: string[]) {
  const { withChanges } = useConsoleUrl();
  const navigate = useNavigate();
  const closed = Object.fromEntries(names.map((name) => [name, undefined]));
  return () => void navigate(withChanges(closed), { replace: true, preventScrollReset: true });
}
