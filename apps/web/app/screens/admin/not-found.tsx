import { data } from 'react-router';
import { NotFoundView } from '../../components/layout/error-view.tsx';
import { unlistedPage } from '../../lib/pages/head.ts';
import { m } from '../../paraglide/messages.js';

export const meta = unlistedPage('/admin', m.not_found_title, m.not_found_text);

export const loader = () => data(null, { status: 404 });

export default function AdminNotFound() {
  return (
    <main className="mx-auto w-full max-w-300 flex-1 px-4 py-12">
      <NotFoundView />
    </main>
  );
}
