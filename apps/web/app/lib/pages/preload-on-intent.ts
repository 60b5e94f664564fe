/**
 * Preloads the scripts of a page when a person is about to open it, all at once: otherwise a link fetches its module,
 * then its imports, then the data, a waterfall of round trips on a slow network.
 */
import { matchRoutes, type RouteObject, type UNSAFE_AssetsManifest as AssetsManifest } from 'react-router';
import { loadProviderLicences } from '../../components/licences/load-provider-licences.ts';
import { providerQuery } from '../providers/queries.ts';
import { getQueryStore } from '../api/use-query.ts';

/** Delays before preloading: a moving pointer crosses links, and a scrolling finger touches them. */
const HOVER_DELAY_MS = 100;
const TOUCH_DELAY_MS = 50;

/** Queries and lazy parts that start with the press of a link, beside the scripts. */
const startPage: Record<string, (params: Record<string, string | undefined>) => void> = {
  'screens/directory/provider': ({ id = '' }) => {
    void getQueryStore().load(providerQuery(id));
    // A failure shows where the part is rendered.
    loadProviderLicences().catch(() => undefined);
  },
};

declare global {
  interface Window {
    __reactRouterManifest?: AssetsManifest;
  }
  interface Navigator {
    readonly connection?: { readonly saveData?: boolean; readonly effectiveType?: string };
  }
}

export function preloadOnIntent(routes: RouteObject[]): () => void {
  const listening = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cancel = () => clearTimeout(timer);

  function schedulePreload(event: Event, delayMs: number, { isPressed = false } = {}) {
    cancel();
    const path = getDestination(event.target);
    if (path === undefined) return;
    const isClick = isPressed && delayMs === 0;
    if (isClick) preloadPage(routes, path, { isPressed });
    // With Save-Data only an opened page is loaded.
    else if (!navigator.connection?.saveData)
      timer = setTimeout(() => preloadPage(routes, path, { isPressed }), delayMs);
  }
  const on = <Kind extends keyof DocumentEventMap>(kind: Kind, handle: (event: DocumentEventMap[Kind]) => void) =>
    document.addEventListener(kind, handle, { capture: true, passive: true, signal: listening.signal });

  on('pointerover', (event) => {
    if (event.pointerType === 'mouse') schedulePreload(event, HOVER_DELAY_MS);
  });
  on('pointerdown', (event) => schedulePreload(event, TOUCH_DELAY_MS, { isPressed: true }));
  on('pointercancel', cancel);
  on('focusin', (event) => {
    if (event.target instanceof Element && event.target.matches(':focus-visible'))
      schedulePreload(event, HOVER_DELAY_MS);
  });
  on('click', (event) => schedulePreload(event, 0, { isPressed: true }));
  return () => {
    cancel();
    listening.abort();
  };
}

/** The path of this site behind a link, or behind the search form whose field has the focus. */
function getDestination(target: EventTarget | null): string | undefined {
  if (!(target instanceof Element)) return undefined;
  const link = target.closest<HTMLAnchorElement>('a[href]');
  // Another language has other scripts.
  if (link) return link.target || link.hreflang ? undefined : toSitePath(link.href);
  const form = target.closest<HTMLFormElement>('form[method=get][action]');
  return form ? toSitePath(form.action) : undefined;
}

function toSitePath(url: string): string | undefined {
  const { origin, pathname } = new URL(url);
  return origin === location.origin && pathname !== location.pathname ? pathname : undefined;
}

function preloadPage(routes: RouteObject[], path: string, { isPressed }: { isPressed: boolean }): void {
  if (!navigator.onLine) return;
  for (const { route, params } of matchRoutes(routes, path) ?? []) {
    const id = route.id ?? '';
    const { module, clientLoaderModule, imports = [] } = window.__reactRouterManifest?.routes[id] ?? {};
    for (const file of [module, clientLoaderModule, ...imports]) if (file) preload(file);
    if (isPressed) startPage[id]?.(params);
  }
}

/**
 * Offline, a page is requested as a document: the service worker has a copy of it, or says what it has. The router
 * would try to fetch the scripts and then reload the current page. Called before hydration, because a click during it
 * reaches the router, but no listener that is added by it.
 */
export function openLinksAsDocumentsOffline(): void {
  document.addEventListener(
    'click',
    (event) => {
      if (navigator.onLine || !navigator.serviceWorker?.controller) return;
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
      if (!link || getDestination(link) === undefined) return;
      event.preventDefault();
      location.assign(link.href);
    },
    { capture: true },
  );
}

const preloadedFiles = new Set<string>();

function preload(file: string): void {
  if (preloadedFiles.has(file)) return;
  preloadedFiles.add(file);
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = file;
  document.head.append(link);
}
