import { useEffect, type ReactNode } from 'react';
import { isRouteErrorResponse, Outlet, useLocation, useRouteLoaderData } from 'react-router';
import { AlertNotifier } from '../../components/alerts/notifier.tsx';
import { ErrorView } from '../../components/layout/error-view.tsx';
import { Footer } from '../../components/layout/footer.tsx';
import { Header } from '../../components/layout/header.tsx';
import { LanguageOffer } from '../../components/layout/language-offer.tsx';
import { OfflineBanner } from '../../components/layout/offline-banner.tsx';
import { Toaster } from '../../components/layout/toaster.tsx';
import { restoreScrollPosition } from '../../lib/language/scroll-position.ts';
import { translatePath } from '../../lib/language/language.ts';
import { rejectUnknownLanguage } from '../../lib/language/prefix.ts';
import { siteContext } from '../../lib/pages/context.ts';
import { m } from '../../paraglide/messages.js';
import type { Route } from './+types/frame.ts';

export function loader(args: Route.LoaderArgs) {
  rejectUnknownLanguage(args);
  const { origin, social } = args.context.get(siteContext);
  return { site: { origin, social } };
}

/** Used only if a page fails, since every page has its own metadata. */
export const meta: Route.MetaFunction = ({ error }) => {
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  return [
    { title: `${isMissing ? m.not_found_title() : m.error_title()} | ${m.site_name()}` },
    { name: 'robots', content: 'noindex' },
  ];
};

export const shouldRevalidate = () => false;

export default function SiteFrame() {
  return (
    <PageFrame>
      <Outlet />
    </PageFrame>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <PageFrame>
      <ErrorView error={error} />
    </PageFrame>
  );
}

/** The first focusable element, for keyboard users who want to skip the navigation. */
const SkipLink = ({ to, children }: { to: `#${string}`; children: string }) => (
  <a
    href={to}
    className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:bg-surface focus:p-3"
  >
    {children}
  </a>
);

function PageFrame({ children }: { children: ReactNode }) {
  const site = useRouteLoaderData<typeof loader>('screens/site/frame')?.site;
  const isHome = translatePath(useLocation().pathname, 'en') === '/';
  useEffect(restoreScrollPosition, []);
  return (
    <>
      {isHome && <SkipLink to="#search">{m.skip_to_search()}</SkipLink>}
      <SkipLink to="#content">{m.skip_to_content()}</SkipLink>
      <LanguageOffer />
      <Header />
      <OfflineBanner />
      <main id="content" tabIndex={-1} className="mx-auto w-full max-w-300 flex-1 px-4 py-6 outline-none md:py-10">
        {children}
      </main>
      <Footer social={site?.social ?? {}} />
      <Toaster />
      <AlertNotifier />
    </>
  );
}
