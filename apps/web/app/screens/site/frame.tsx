import { defaultLanguage, getLanguageSettings, type Language } from '@hakiki/contract/site';
import { useEffect, type ReactNode } from 'react';
import { isRouteErrorResponse, Outlet, useLocation, useRouteLoaderData } from 'react-router';
import { ErrorView } from '../../components/layout/error-view.tsx';
import { Footer } from '../../components/layout/footer.tsx';
import { Header } from '../../components/layout/header.tsx';
import { OfflineBanner } from '../../components/layout/offline-banner.tsx';
import { cacheVisitedPage } from '../../lib/browser/cache-guides.ts';
import { restoreScrollPosition, saveScrollPosition } from '../../lib/language/scroll-position.ts';
import { currentLanguage, languages, saveLanguage, translatePath } from '../../lib/language/language.ts';
import { rejectUnknownLanguage } from '../../lib/language/prefix.ts';
import { siteContext } from '../../lib/pages/context.ts';
import { SiteOriginContext } from '../../lib/pages/site-origin.ts';
import { m } from '../../paraglide/messages.js';
import type { Route } from './+types/frame.ts';
import { startNotifier } from '../../lib/alerts/notifier.ts';
import { useQueryStore } from '../../lib/api/use-query.ts';
import { buttonClass } from '../../components/ui/button.ts';
import { Icon } from '../../components/ui/icon.tsx';

export function loader(args: Route.LoaderArgs) {
  rejectUnknownLanguage(args);
  const { origin, social, sourceUrl } = args.context.get(siteContext);
  return { site: { origin, social, sourceUrl } };
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
  const { pathname } = useLocation();
  const isHome = translatePath(pathname, 'en') === '/';
  useEffect(() => void cacheVisitedPage(pathname), [pathname]);
  useEffect(restoreScrollPosition, []);
  return (
    <>
      {isHome && <SkipLink to="#search">{m.skip_to_search()}</SkipLink>}
      <SkipLink to="#content">{m.skip_to_content()}</SkipLink>
      <LanguageOffers />
      <Header />
      <OfflineBanner />
      <main id="content" tabIndex={-1} className="mx-auto w-full max-w-300 flex-1 px-4 py-6 outline-none md:py-10">
        {/* Layouts that depend on the size of the letters, too, ask this container for its width in rem. */}
        <div className="@container/page">
          <SiteOriginContext value={site?.origin ?? ''}>{children}</SiteOriginContext>
        </div>
      </main>
      <Footer social={site?.social ?? {}} sourceUrl={site?.sourceUrl} />
      <AlertNotifier />
    </>
  );
}

/** For browsers without requestIdleCallback. */
const IDLE_TIMEOUT_MS = 2000;

/** Announces new alerts on whichever page is open. Starts when the browser is idle. */
function AlertNotifier() {
  const store = useQueryStore();
  useEffect(() => {
    let stop: (() => void) | undefined;
    const cancel = whenIdle(() => {
      stop = startNotifier(store);
    });
    return () => {
      cancel();
      stop?.();
    };
  }, [store]);
  return null;
}

function whenIdle(callback: () => void): () => void {
  if ('requestIdleCallback' in globalThis) {
    const request = requestIdleCallback(callback, { timeout: IDLE_TIMEOUT_MS });
    return () => cancelIdleCallback(request);
  }
  const timer = setTimeout(callback, IDLE_TIMEOUT_MS);
  return () => clearTimeout(timer);
}

/**
 * Offers the page in each other language. Every English page contains the offers, hidden, so that the page is the same
 * for everybody; an inline script (root.tsx) shows one before the first paint to a browser that prefers its language
 * and has not answered, so that nothing shifts.
 */
const LanguageOffers = () =>
  currentLanguage() === defaultLanguage && languages.map((language) => <LanguageOffer key={language} to={language} />);

function LanguageOffer({ to }: { to: Language }) {
  const { pathname, search } = useLocation();
  const { offer } = getLanguageSettings(to);
  if (!offer) return null;
  const decline = () => {
    saveLanguage(currentLanguage());
    delete document.documentElement.dataset['offer'];
  };
  return (
    <aside
      lang={to}
      aria-label={offer.accept}
      className="language-offer border-b border-line bg-accent-soft print:hidden"
    >
      <div className="mx-auto flex max-w-300 items-center justify-between gap-2 px-4">
        <a
          href={translatePath(pathname, to) + search}
          hrefLang={to}
          onClick={(event) => {
            saveLanguage(to);
            saveScrollPosition(event.currentTarget);
          }}
          className={buttonClass('quiet', '-ms-4 underline')}
        >
          {offer.accept}
        </a>
        <button type="button" onClick={decline} className={buttonClass('quiet', '-me-4')}>
          <Icon name="close" className="size-4" />
          <span className="sr-only">{offer.decline}</span>
        </button>
      </div>
    </aside>
  );
}
