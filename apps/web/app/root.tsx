import { defaultLanguage, type Language, languageTable } from '@hakiki/contract/site';
import { use, useEffect, useState, type ReactNode } from 'react';
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches } from 'react-router';
import type { Route } from './+types/root.ts';
import rightToLeftStyles from './rtl.css?url';
import styles from './site.css?url';
import { DemoBanner } from './components/layout/demo-banner.tsx';
import { ErrorView } from './components/layout/error-view.tsx';
import { RouteAnnouncer } from './components/layout/route-announcer.tsx';
import { iconSprite } from './components/ui/icon.tsx';
import { currentLanguage, LANGUAGE_STORAGE_KEY, languages } from './lib/language/language.ts';
import { NonceContext } from './lib/pages/nonce.ts';
import { THEME_KEY } from './lib/browser/theme.ts';
import { getQueryStore, QueryStoreContext, hydrateStore, type Prefetched } from './lib/api/use-query.ts';
import { getPreHydrationScript, HYDRATED_EVENT } from './lib/hydration/pre-hydration.ts';
import { whenLazyPartsLoaded } from './lib/hydration/lazy-parts.ts';
import { MAX_REFERRAL_LENGTH, REFERRAL_STORAGE_KEY } from './lib/pages/referral.ts';

export const links: Route.LinksFunction = () => [
  { rel: 'stylesheet', href: styles },
  ...(languageTable[currentLanguage()].direction === 'rtl' ? [{ rel: 'stylesheet', href: rightToLeftStyles }] : []),
  { rel: 'preload', href: iconSprite, as: 'image', type: 'image/svg+xml' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'apple-touch-icon', href: '/icon-192.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
];

/**
 * Runs before the first paint: marks that scripts work and applies the chosen theme. Stores the referral code, because
 * the person may leave before anything else runs. The page itself stays the same for everybody.
 */
const getBeforePaintScript = (language: Language): string =>
  `(function(d){d.dataset.scripts='';var l;try{var t=localStorage.getItem('${THEME_KEY}');if(t==='dark'||t==='light')d.dataset.theme=t;l=localStorage.getItem('${LANGUAGE_STORAGE_KEY}');var r=(new URLSearchParams(location.search).get('ref')||'').trim();if(r&&r.length<=${MAX_REFERRAL_LENGTH})sessionStorage.setItem('${REFERRAL_STORAGE_KEY}',r)}catch(e){}${language === defaultLanguage ? getLanguageScript() : ''}})(document.documentElement)`;

/**
 * In the default language: redirects a person who chose another language, and offers one to a browser that prefers it
 * and has not been asked. Whoever comes from that other page chose this language before its scripts ran.
 */
const getLanguageScript = (): string =>
  `if(!l){var o=((navigator.languages||[]).map(function(p){return/^(?:${languages.join('|')})\\b/i.exec(p)}).find(Boolean)||[''])[0].toLowerCase();if(o&&o!==d.lang){d.dataset.offer='';try{var s=new CSSStyleSheet;s.replaceSync('.language-offer:not([lang='+o+']){display:none}');document.adoptedStyleSheets=[s]}catch(e){}}}
else if(l!=='${defaultLanguage}'&&${JSON.stringify(languages)}.includes(l)&&location.pathname.split('/')[1]!==l){var u='/'+l+(location.pathname==='/'?'':location.pathname)+location.search;if(document.referrer===location.origin+u)localStorage.setItem('${LANGUAGE_STORAGE_KEY}',d.lang);else location.replace(u+location.hash)}`;

/** Empty in the browser: the scripts have already run and need not be downloaded again. */
const getHeadScript = (language: Language): string =>
  import.meta.env.SSR ? `${getBeforePaintScript(language)};${getPreHydrationScript()}` : '';

export function Layout({ children }: { children: ReactNode }) {
  const nonce = use(NonceContext);
  const language = currentLanguage();
  // From here on React handles clicks; browser tests wait for this.
  useEffect(() => {
    whenLazyPartsLoaded(() => {
      document.documentElement.dataset['ready'] = '';
      dispatchEvent(new Event(HYDRATED_EVENT));
    });
  }, []);
  return (
    <html lang={language} dir={languageTable[language].direction} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#322c85" />
        {/* oxlint-disable-next-line react/no-danger -- our own constant, marked as the server's */}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: getHeadScript(language) }} />
        <Meta />
        <Links nonce={nonce} />
      </head>
      <body className="flex min-h-dvh flex-col font-sans text-base antialiased">
        <DemoBanner />
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function App() {
  const [store] = useState(getQueryStore);
  for (const { loaderData } of useMatches()) {
    if (isPrefetched(loaderData)) hydrateStore(store, loaderData);
  }
  return (
    <QueryStoreContext value={store}>
      <Outlet />
      <RouteAnnouncer />
    </QueryStoreContext>
  );
}

const isPrefetched = (data: unknown): data is Prefetched =>
  typeof data === 'object' && data !== null && 'reads' in data;

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <main className="mx-auto w-full max-w-300 flex-1 px-4 py-12">
      <ErrorView error={error} />
    </main>
  );
}
