import { useSearchParams } from 'react-router';
import { pageHead } from '../../lib/head.ts';
import { ensure, prefetch } from '../../lib/use-read.ts';
import { m } from '../../paraglide/messages.js';
import type { Route } from './+types/console.ts';
import { AdminGate, gateReads } from './admin-gate.tsx';
import { parseTab } from './console-address.ts';
import { ConsoleTabs } from './console-tabs.tsx';

export const loader = ({ context }: Route.LoaderArgs) => prefetch(context, gateReads);
export const clientLoader = ensure(() => gateReads);

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
