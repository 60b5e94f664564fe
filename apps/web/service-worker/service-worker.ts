/**
 * Caches the guides for offline reading: what to do after a loss, how to avoid scams, and an offline page that links to
 * them. Nothing else is cached, so no personal data can be. Each build has its own worker and cache, and a page is
 * cached together with its files, so that offline pages are consistent. See docs/decisions/0016-offline.md.
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
/** Defined by the build. */
declare const BUILD: string;

const PREFIX = 'kept-';
const STORE = PREFIX + BUILD;
/** A phone with a signal but without data counts as online and never gets a response. */
const PATIENCE_MS = 6000;

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('message', (event) => {
  const asked = (event.data as { keep?: unknown }).keep;
  // If offline now, it is retried on the next visit.
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

/** A new build caches the languages of the previous one, and takes over only when it has everything. */
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

/** Deletes the cache of a replaced worker again, because a message at that moment may have recreated it. */
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
  // Most files are already in the browser's HTTP cache.
  const files = await Promise.all([...new Set(texts.flatMap(filesOf))].map((file) => fetchWhole(file)));
  const fetched = [...files, ...data, ...pages];
  // The offline page is stored last: if it is there, all of them are.
  for (const answer of fetched) await store.put(new URL(answer.url).pathname, answer);
}

const fetchAnew = (path: string) => fetchWhole(path, { cache: 'no-cache' });

/** Without credentials, and fails on redirects and errors. */
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

/** Network first, with a timeout; the cache if the network fails or does not respond. */
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

/** Redirects to the same guide in a cached language, or to the offline page, with the requested path in the hash. */
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

/** Cache first: a file's name contains a hash of its content, so it never goes stale. */
const openFile = async (request: Request): Promise<Response> => (await caches.match(request)) ?? fetch(request);
