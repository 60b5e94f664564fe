/**
 * Keeps the pages somebody needs offline: what to do after a loss, how not to be cheated, and a page that leads to them. Nothing
 * else is ever stored, so nothing about a person can be. Each build has a worker and a store of its own, and a page is stored
 * together with the files it names: what opens offline is consistent. See docs/decisions/0016-offline.md.
 */
import {
  defaultLanguage,
  isLanguage,
  keptPages,
  languages,
  localisePath,
  offlinePath,
  type Language,
} from '@hakiki/contract/site';
import { filesOf } from './files-of.ts';

declare const self: ServiceWorkerGlobalScope;
/** Filled in by the build. */
declare const BUILD: string;

const PREFIX = 'kept-';
const STORE = PREFIX + BUILD;
/** A phone with a signal but without data counts as online and never answers. */
const PATIENCE_MS = 6000;

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('message', (event) => {
  const asked = (event.data as { keep?: unknown }).keep;
  // Offline now: retried on the next visit.
  if (isLanguage(asked))
    event.waitUntil(
      keep(asked)
        .catch(() => undefined)
        .then(forgetIfReplaced),
    );
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(openPage(event, pathname, search));
  else if (pathname.startsWith('/assets/')) event.respondWith(openFile(request));
  else if (pathname.endsWith('.data') && isKept(pathname.slice(0, -'.data'.length))) {
    event.respondWith(newest(() => fetch(request), pathname));
  }
});

/** A new build fetches anew what the one before it kept, and takes over only when it has everything. */
async function install(): Promise<void> {
  for (const language of await keptLanguages()) await keep(language);
  await self.skipWaiting();
}

async function activate(): Promise<void> {
  const stores = await caches.keys();
  await Promise.all(
    stores.filter((name) => name.startsWith(PREFIX) && name !== STORE).map((old) => caches.delete(old)),
  );
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

/** The next build removes our store when it takes over. Asked by a page in that very moment, we would have opened it again. */
async function forgetIfReplaced(): Promise<void> {
  if (self.serviceWorker?.state === 'redundant') await caches.delete(STORE);
}

async function keptLanguages(): Promise<Language[]> {
  const found = await Promise.all(languages.map((language) => caches.match(localisePath(language, offlinePath))));
  return languages.filter((_, place) => found[place]);
}

async function keep(language: Language): Promise<void> {
  const store = await caches.open(STORE);
  const marker = localisePath(language, offlinePath);
  if (await store.match(marker)) return;
  const paths = keptPages.map((page) => localisePath(language, page));
  const pages = await Promise.all(paths.map((path) => fetchAnew(path)));
  const data = await Promise.all(paths.filter((path) => path !== marker).map((path) => fetchAnew(`${path}.data`)));
  const texts = await Promise.all(pages.map((page) => page.clone().text()));
  // Most of them came with the page that is open, and are taken from the browser's own cache.
  const files = await Promise.all([...new Set(texts.flatMap(filesOf))].map((file) => fetchWhole(file)));
  const fetched = [...files, ...data, ...pages];
  // The page that leads to the others is last: where it is, all of them are.
  for (const answer of fetched) await store.put(new URL(answer.url).pathname, answer);
}

const fetchAnew = (path: string) => fetchWhole(path, { cache: 'no-cache' });

/** As a visitor, and only if it is what was asked for. */
async function fetchWhole(path: string, options: RequestInit = {}): Promise<Response> {
  const answer = await fetch(path, { ...options, credentials: 'omit', redirect: 'error' });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer;
}

const allKept = new Set(languages.flatMap((language) => keptPages.map((page) => localisePath(language, page))));
const isKept = (path: string): boolean => allKept.has(path);

async function openPage(event: FetchEvent, path: string, search: string): Promise<Response> {
  const ask = async () => ((await event.preloadResponse) as Response | undefined) ?? (await fetch(event.request));
  try {
    return await (isKept(path) ? newest(ask, path) : ask());
  } catch {
    return leadOn(path, search);
  }
}

/** Network first, with a timeout; the cache when the network fails or does not answer. */
async function newest(ask: () => Promise<Response>, path: string): Promise<Response> {
  const kept = await caches.match(path);
  if (!kept) return ask();
  try {
    const answer = await Promise.race([ask(), silence()]);
    return answer.status < 500 ? answer : kept;
  } catch {
    return kept;
  }
}

const silence = () => new Promise<never>((_, reject) => setTimeout(() => reject(new Error('Silence')), PATIENCE_MS));

/** To the same page in the language that is kept, or to the page that leads to what is; it remembers where it was to go. */
async function leadOn(path: string, search: string): Promise<Response> {
  const own = languages.find((language) => language !== defaultLanguage && `${path}/`.startsWith(`/${language}/`));
  const [language] = (await keptLanguages()).toSorted((one) => (one === (own ?? defaultLanguage) ? -1 : 1));
  if (!language) return Response.error();
  const inEnglish = own ? path.slice(`/${own}`.length) : path;
  const isGuide = keptPages.some((page) => page === inEnglish);
  return Response.redirect(
    isGuide ? localisePath(language, inEnglish) : `${localisePath(language, offlinePath)}#${path}${search}`,
  );
}

/** Cache first: the name of a file is a hash of its content, so a cached one never goes stale. */
const openFile = async (request: Request): Promise<Response> => (await caches.match(request)) ?? fetch(request);
