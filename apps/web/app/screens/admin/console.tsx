import type { User } from '@hakiki/contract/accounts';
import { Navigate, redirect, useSearchParams } from 'react-router';
import { authUser, useAuth } from '../../lib/api/auth.ts';
import { pageHead } from '../../lib/pages/head.ts';
import { to } from '../../lib/pages/paths.ts';
import { roleOf } from './parts/staff-role.ts';
import { prefetch, readStore } from '../../lib/api/use-read.ts';
import { m } from '../../paraglide/messages.js';
import type { Route } from './+types/console.ts';
import { AdminGate, gateReads } from './parts/gate.tsx';
import { parseTab } from './parts/address.ts';
import { ConsoleTabs } from './console-tabs.tsx';
import { tabReads } from './tab-reads.ts';

/** A moderator starts in the queue, unless the URL names a tab. */
const isForTheQueue = (user: User | null | undefined, params: URLSearchParams): boolean =>
  Boolean(user) && roleOf(user!) === 'moderator' && !params.has('tab');

/** Loads the data of the tab only after the access check. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const gate = await prefetch(context, gateReads);
  const isOpen = gate.reads.every((one) => 'data' in one);
  const user = gate.reads.flatMap((one) =>
    'data' in one && one.key === authUser.key ? [one.data as User | null] : [],
  )[0];
  if (isForTheQueue(user, new URL(request.url).searchParams)) throw redirect(to('/admin/queue'));
  if (!isOpen || !user?.isAdmin) return gate;
  const { reads } = await prefetch(context, tabReads(new URL(request.url).searchParams));
  return { reads: [...gate.reads, ...reads] };
}

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  void openTab(new URL(request.url).searchParams);
  return null;
}

async function openTab(params: URLSearchParams): Promise<void> {
  const store = readStore();
  await Promise.all(gateReads.map((read) => store.load(read)));
  const isOpen = gateReads.every((read) => store.outcomeOf<unknown>(read).status === 'ready');
  const user = store.outcomeOf<User | null>(authUser);
  if (isOpen && user.status === 'ready' && user.data?.isAdmin)
    for (const read of tabReads(params)) void store.load(read);
}

export const meta: Route.MetaFunction = (from) =>
  pageHead(from, { path: '/admin', title: m.admin_title(), description: m.admin_description(), isIndexed: false });

export default function AdminConsole() {
  const [params] = useSearchParams();
  const auth = useAuth();
  if (auth.status === 'signed-in' && isForTheQueue(auth.user, params))
    return <Navigate to={to('/admin/queue')} replace />;
  return (
    <AdminGate>
      <ConsoleTabs current={parseTab(params)} />
    </AdminGate>
  );
}
