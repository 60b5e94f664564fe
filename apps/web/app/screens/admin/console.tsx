import { useSearchParams } from 'react-router';
import { pageHead } from '../../lib/head.ts';
import { prefetch, readStore } from '../../lib/use-read.ts';
import { m } from '../../paraglide/messages.js';
import type { Route } from './+types/console.ts';
import { AdminGate, gateReads } from './admin-gate.tsx';
import { parseTab } from './console-address.ts';
import { ConsoleTabs } from './console-tabs.tsx';
import { tabReads } from './tab-reads.ts';

/** What is behind the gate is only asked for once it is open. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const gate = await prefetch(context, gateReads);
  const isOpen = gate.reads.every((one) => 'data' in one);
  if (!isOpen) return gate;
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
  if (isOpen) for (const read of tabReads(params)) void store.load(read);
}

export const meta: Route.MetaFunction = (from) =>
  pageHead(from, { path: '/admin', title: m.admin_title(), description: m.admin_description(), isIndexed: false });

export default function AdminConsole() {
  const [params] = useSearchParams();
  return (
    <AdminGate>
      <ConsoleTabs current={parseTab(params)} />
    </AdminGate>
  );
}
