import { data } from 'react-router';
import { NotFoundView } from '../../components/layout/error-view.tsx';
import { pageHead } from '../../lib/pages/head.ts';
import { m } from '../../paraglide/messages.js';
import type { Route } from './+types/not-found.ts';

export const meta: Route.MetaFunction = (from) =>
  pageHead(from, {
    path: '/admin',
    title: m.not_found_title(),
    description: m.not_found_text(),
    isIndexed: false,
  });

export const loader = () => data(null, { status: 404 });

export default function AdminNotFound() {
  return (
    <main className="mx-auto w-full max-w-300 flex-1 px-4 py-12">
      <NotFoundView />
    </main>
  );
}
