import type { User } from '@hakiki/contract/accounts';
import { Navigate, redirect, useSearchParams } from 'react-router';
import { authUser, useAuth } from '../../lib/api/auth.ts';
import { unlistedPage } from '../../lib/pages/head.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { getStaffRole } from './parts/staff-role.ts';
import { prefetch, getQueryStore } from '../../lib/api/use-query.ts';
import { m } from '../../paraglide/messages.js';
import type { Route } from './+types/console.ts';
import { AdminGate, gateQueries } from './parts/gate.tsx';
import { parseTab, type ConsoleTab } from './parts/console-url.ts';
import { ConsoleTabs } from './console-tabs.tsx';
import type { Query } from '../../lib/api/queries.ts';
import { alertCountsQuery, alertsQuery } from './alerts/queries.ts';
import { overviewQueries } from './overview/queries.ts';
import { providersTabQueries } from './providers/queries.ts';
import { reportsQuery } from './reports/queries.ts';
import { usersTabQueries } from './users/queries.ts';

/** The first queries of each tab, to prefetch them on the server. */
const queriesByTab: Record<ConsoleTab, (params: URLSearchParams) => Query<unknown>[]> = {
  overview: () => overviewQueries,
  users: usersTabQueries,
  providers: providersTabQueries,
  alerts: (params) => [alertsQuery(params)],
  reports: (params) => [reportsQuery(params)],
};

/** The badge of pending alerts is on every tab. */
const getTabQueries = (params: URLSearchParams): Query<unknown>[] => [
  ...new Set([alertCountsQuery, ...queriesByTab[parseTab(params)](params)]),
];

/** A moderator starts in the queue, unless the URL names a tab. */
const shouldOpenQueue = (user: User | null | undefined, params: URLSearchParams): boolean =>
  Boolean(user) && getStaffRole(user!) === 'moderator' && !params.has('tab');

/** Loads the data of the tab only after the access check. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const gate = await prefetch(context, gateQueries);
  const isOpen = gate.reads.every((result) => 'data' in result);
  const user = gate.reads.flatMap((result) =>
    'data' in result && result.key === authUser.key ? [result.data as User | null] : [],
  )[0];
  if (shouldOpenQueue(user, new URL(request.url).searchParams)) throw redirect(pathTo('/admin/queue'));
  if (!isOpen || !user?.isAdmin) return gate;
  const { reads } = await prefetch(context, getTabQueries(new URL(request.url).searchParams));
  return { reads: [...gate.reads, ...reads] };
}

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  void loadTab(new URL(request.url).searchParams);
  return null;
}

async function loadTab(params: URLSearchParams): Promise<void> {
  const store = getQueryStore();
  await Promise.all(gateQueries.map((read) => store.load(read)));
  const isOpen = gateQueries.every((read) => store.getOutcome<unknown>(read).status === 'ready');
  const user = store.getOutcome<User | null>(authUser);
  if (isOpen && user.status === 'ready' && user.data?.isAdmin)
    for (const read of getTabQueries(params)) void store.load(read);
}

export const meta = unlistedPage('/admin', m.admin_title, m.admin_description);

export default function AdminConsole() {
  const [params] = useSearchParams();
  const auth = useAuth();
  if (auth.status === 'signed-in' && shouldOpenQueue(auth.user, params))
    return <Navigate to={pathTo('/admin/queue')} replace />;
  return (
    <AdminGate>
      <ConsoleTabs current={parseTab(params)} />
    </AdminGate>
  );
}
