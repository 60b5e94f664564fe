/**
 * Prefetches the scripts of a page when someone is about to go there, all of them at once: without it, a link fetches its module,
 * then its imports, then the data, a waterfall of round trips on a slow network. Nobody downloads a page they show no sign of
 * opening.
 */
import { matchRoutes, type RouteObject, type UNSAFE_AssetsManifest as AssetsManifest } from 'react-router';
import { providerRead } from '../providers/read.ts';
import type { Read } from '../api/reads.ts';
import { readStore } from '../api/use-read.ts';

/** How long a sign lasts before it is believed: a pointer on its way crosses links, and a finger that scrolls touches them. */
const LOOKED_AT_MS = 100;
const TOUCHED_MS = 50;

/** What is read as soon as a link is pressed, beside the scripts: what people come for. */
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
    // Who saves data pays for what they open, not for what they touch.
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
  // The router would try to fetch the scripts and, in vain, load the page anew that is open.
  document.addEventListener('click', (event) => openByDocument(event, routes), {
    capture: true,
    signal: watching.signal,
  });
  return () => {
    forget();
    watching.abort();
  };
}

/** The page of this site behind a link, or behind the form of a search whose field is being filled in. */
function destinationOf(target: EventTarget | null): string | undefined {
  if (!(target instanceof Element)) return undefined;
  const link = target.closest<HTMLAnchorElement>('a[href]');
  // Another language has scripts of its own.
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

/** Offline, a page whose scripts are not loaded is requested as a document: the service worker answers. */
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
