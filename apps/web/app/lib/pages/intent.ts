/**
 * Preloads the scripts of a page when a person is about to open it, all at once: otherwise a link fetches its module,
 * then its imports, then the data, a waterfall of round trips on a slow network.
 */
import { matchRoutes, type RouteObject, type UNSAFE_AssetsManifest as AssetsManifest } from 'react-router';
import { providerRead } from '../providers/read.ts';
import type { Read } from '../api/reads.ts';
import { readStore } from '../api/use-read.ts';

/** Delays before preloading: a moving pointer crosses links, and a scrolling finger touches them. */
const LOOKED_AT_MS = 100;
const TOUCHED_MS = 50;

/** Queries that start with the press of a link, beside the scripts. */
const firstReads: Record<string, (params: Record<string, string | undefined>) => Read<unknown>> = {
  'screens/directory/provider': ({ id = '' }) => providerRead(id),
};

declare global {
  interface Window {
    __reactRouterManifest?: AssetsManifest;
    __reactRouterRouteModules?: Record<string, unknown>;
  }
  interface Navigator {
    readonly connection?: { readonly saveData?: boolean; readonly effectiveType?: string };
  }
}

export function watchIntent(routes: RouteObject[]): () => void {
  const watching = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const forget = () => clearTimeout(timer);

  function believe(event: Event, delayMs: number, { isPressed = false } = {}) {
    forget();
    const path = destinationOf(event.target);
    if (path === undefined) return;
    const isSure = isPressed && delayMs === 0;
    if (isSure) prepare(routes, path, { isPressed });
    // With Save-Data only an opened page is loaded.
    else if (!navigator.connection?.saveData) timer = setTimeout(() => prepare(routes, path, { isPressed }), delayMs);
  }
  const on = <Kind extends keyof DocumentEventMap>(kind: Kind, hear: (event: DocumentEventMap[Kind]) => void) =>
    document.addEventListener(kind, hear, { capture: true, passive: true, signal: watching.signal });

  on('pointerover', (event) => {
    if (event.pointerType === 'mouse') believe(event, LOOKED_AT_MS);
  });
  on('pointerdown', (event) => believe(event, TOUCHED_MS, { isPressed: true }));
  on('pointercancel', forget);
  on('focusin', (event) => {
    if (event.target instanceof Element && event.target.matches(':focus-visible')) believe(event, LOOKED_AT_MS);
  });
  on('click', (event) => believe(event, 0, { isPressed: true }));
  // Without this the router would try to fetch the scripts and then reload the current page.
  document.addEventListener('click', (event) => openByDocument(event, routes), {
    capture: true,
    signal: watching.signal,
  });
  return () => {
    forget();
    watching.abort();
  };
}

/** The path of this site behind a link, or behind the search form whose field has the focus. */
function destinationOf(target: EventTarget | null): string | undefined {
  if (!(target instanceof Element)) return undefined;
  const link = target.closest<HTMLAnchorElement>('a[href]');
  // Another language has other scripts.
  if (link) return link.target || link.hreflang ? undefined : pathHere(link.href);
  const form = target.closest<HTMLFormElement>('form[method=get][action]');
  return form ? pathHere(form.action) : undefined;
}

function pathHere(address: string): string | undefined {
  const { origin, pathname } = new URL(address);
  return origin === location.origin && pathname !== location.pathname ? pathname : undefined;
}

function prepare(routes: RouteObject[], path: string, { isPressed }: { isPressed: boolean }): void {
  if (!navigator.onLine) return;
  for (const { route, params } of matchRoutes(routes, path) ?? []) {
    const id = route.id ?? '';
    const { module, clientLoaderModule, imports = [] } = window.__reactRouterManifest?.routes[id] ?? {};
    for (const file of [module, clientLoaderModule, ...imports]) if (file) preload(file);
    const firstRead = isPressed && firstReads[id];
    if (firstRead) void readStore().load(firstRead(params));
  }
}

/** Offline, a page whose scripts are not loaded is requested as a document, which the service worker serves. */
function openByDocument(event: Event, routes: RouteObject[]): void {
  if (navigator.onLine || !navigator.serviceWorker?.controller) return;
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
  const path = destinationOf(link);
  if (!link || path === undefined) return;
  const loaded = window.__reactRouterRouteModules ?? {};
  if ((matchRoutes(routes, path) ?? []).every(({ route }) => (route.id ?? '') in loaded)) return;
  event.preventDefault();
  location.assign(link.href);
}

const preloaded = new Set<string>();

function preload(file: string): void {
  if (preloaded.has(file)) return;
  preloaded.add(file);
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = file;
  document.head.append(link);
}
