import { data } from 'react-router';
import { NotFoundView } from '../../components/error-view.tsx';

export const loader = () => data(null, { status: 404 });

export default function AdminNotFound() {
  return (
    <main className="mx-auto w-full max-w-300 flex-1 px-4 py-12">
      <NotFoundView />
    </main>
  );
}
