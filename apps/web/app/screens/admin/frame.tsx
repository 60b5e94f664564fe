import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { ErrorView } from '../../components/layout/error-view.tsx';
import { OfflineBanner } from '../../components/layout/offline-banner.tsx';
import { Untranslated } from '../../components/layout/untranslated.tsx';
import { rejectUnknownLanguage } from '../../lib/language/prefix.ts';
import type { PageHandle } from '../../lib/hydration/deferred-scripts.ts';
import { m } from '../../paraglide/messages.js';
import styles from '../../console.css?url';
import type { Route } from './+types/frame.ts';

export function loader(args: Route.LoaderArgs) {
  rejectUnknownLanguage(args);
  return null;
}

/** The console is used for work, so its scripts start early. */
export const handle: PageHandle = { isForm: true };

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: styles }];

export const meta: Route.MetaFunction = () => [
  { title: `${m.admin_title()} | ${m.site_name()}` },
  { name: 'robots', content: 'noindex' },
];

export const shouldRevalidate = () => false;

/** The console has neither the header nor the footer of the site. */
export default function AdminFrame() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Frame>
      <main className="mx-auto w-full max-w-300 flex-1 px-4 py-12">
        <ErrorView error={error} />
      </main>
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <Untranslated>
      <OfflineBanner />
      {children}
    </Untranslated>
  );
}
