import { Link } from 'react-router';
import { buttonClass } from '../../components/ui/button.ts';
import { useAuth } from '../../lib/auth.ts';
import { pageHead } from '../../lib/head.ts';
import { refuseUnknownLanguage } from '../../lib/language-prefix.ts';
import { to } from '../../lib/paths.ts';
import { m } from '../../paraglide/messages.js';
import type { Route } from './+types/console.ts';

export function loader(given: Route.LoaderArgs) {
  refuseUnknownLanguage(given);
  return null;
}

export const meta: Route.MetaFunction = (from) =>
  pageHead(from, { path: '/admin', title: m.admin_title(), description: m.coming_text(), isIndexed: false });

/** The console's gate; what stands behind it comes with the console. */
export default function AdminConsole() {
  const auth = useAuth();
  return (
    <main className="mx-auto flex w-full max-w-300 flex-1 flex-col gap-4 px-4 py-12">
      {auth.status === 'loading' ? (
        <p>{m.admin_loading()}</p>
      ) : (
        <>
          <h1 className="text-2xl font-bold">{m.admin_title()}</h1>
          <p className="text-lg text-muted">{m.coming_text()}</p>
          <p>
            <Link to={to('/')} className={buttonClass('secondary')}>
              {m.go_home()}
            </Link>
          </p>
        </>
      )}
    </main>
  );
}
