/**
 * Makes pages available offline: the guides and the scam report form before they are visited, and home, providers and
 * alerts as they were when visited, each with its date. Only public pages are cached, fetched as a visitor, so no
 * personal data can be. A page is cached together with its files, so that offline pages are consistent. See
 * docs/decisions/0016-offline.md.
 */
import {
  checkPath,
  defaultLanguage,
  findFirstHourCountryPath,
  isKeptWhenVisited,
  isLanguage,
  offlinePages,
  languages,
  localisePath,
  offlinePath,
  visitedPagesCache,
  type Language,
} from '@hakiki/contract/site';
import { savedLists } from '@hakiki/contract/open-data-values';
import { extractAssetPaths, loadWithImports } from './asset-paths.ts';

declare const self: ServiceWorkerGlobalScope;
/** Defined by the build. */
declare const BUILD: string;

const CACHE_PREFIX = 'kept-';
const CACHE_NAME = CACHE_PREFIX + BUILD;
/** A phone with a signal but without data counts as online and never gets a response. */
const NETWORK_TIMEOUT_MS = 6000;

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('message', (event) => {
  const { keep: requestedLanguage, visited, saveList } = event.data as Record<string, unknown>;
  // If offline now, it is retried on the next visit.
  if (isLanguage(requestedLanguage))
    event.waitUntil(
      cacheLanguage(requestedLanguage)
        .catch(() => undefined)
        .then(deleteCacheIfReplaced)
        .then(refreshLists)
        .catch(() => undefined),
    );
  if (saveList === 'all') {
    const [port] = event.ports;
    event.waitUntil(
      fetchList('all').then(
        () => port?.postMessage(true),
        () => port?.postMessage(false),
      ),
    );
  }
  if (typeof visited === 'string' && isKeptWhenVisited(visited))
    event.waitUntil(runInTurn(() => cacheVisit(visited)).catch(() => undefined));
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (origin !== self.location.origin) return;
  if (request.method === 'POST' && checkPaths.has(pathname)) {
    event.respondWith(fetch(request).catch(() => redirectToCached(pathname, '')));
  }
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate') event.respondWith(servePage(event, pathname, search));
  else if (pathname.startsWith('/assets/')) event.respondWith(serveFile(request));
  else if (pathname.endsWith('.data') && isCachedPage(pathname.slice(0, -'.data'.length))) {
    event.respondWith(networkFirst(() => fetch(request), pathname));
  }
});

/** Where other apps share a text with a POST, maybe offline. */
const checkPaths = new Set(languages.map((language) => localisePath(language, checkPath)));

/** A new build caches the languages of the previous one, and takes over only when it has everything. */
async function install(): Promise<void> {
  for (const language of await listCachedLanguages()) await cacheLanguage(language);
  await self.skipWaiting();
}

async function activate(): Promise<void> {
  const stores = await caches.keys();
  await Promise.all(
    stores.filter((name) => name.startsWith(CACHE_PREFIX) && name !== CACHE_NAME).map((old) => caches.delete(old)),
  );
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

/** Deletes the cache of a replaced worker again, because a message at that moment may have recreated it. */
async function deleteCacheIfReplaced(): Promise<void> {
  if (self.serviceWorker?.state === 'redundant') await caches.delete(CACHE_NAME);
}

async function listCachedLanguages(): Promise<Language[]> {
  const offlinePages = await Promise.all(
    languages.map((language) => caches.match(localisePath(language, offlinePath))),
  );
  return languages.filter((_, index) => offlinePages[index]);
}

async function cacheLanguage(language: Language): Promise<void> {
  const cache = await caches.open(CACHE_NAME);
  const markerPath = localisePath(language, offlinePath);
  if (await cache.match(markerPath)) return;
  const paths = offlinePages.map((page) => localisePath(language, page));
  const pages = await Promise.all(paths.map((path) => fetchFresh(path)));
  const data = await Promise.all(paths.filter((path) => path !== markerPath).map((path) => fetchFresh(`${path}.data`)));
  const texts = await Promise.all(pages.map((page) => page.clone().text()));
  // Most files are already in the browser's HTTP cache.
  const files = await loadWithImports(texts.flatMap(extractAssetPaths), async (path) => {
    const file = await fetchOrThrow(path);
    return { file, text: await file.clone().text() };
  });
  const fetched = [...[...files.values()].map(({ file }) => file), ...data, ...pages];
  // The offline page is stored last: if it is there, all of them are.
  for (const response of fetched) await cache.put(new URL(response.url).pathname, response);
}

/** Two pages at a time could delete each other's files. */
let lastRun: Promise<unknown> = Promise.resolve();
function runInTurn(run: () => Promise<void>): Promise<void> {
  const next = lastRun.then(run, run);
  lastRun = next;
  return next;
}

/** With a country's page of the first hour, the steps of each way of paying are kept. */
async function cacheVisit(path: string): Promise<void> {
  await cacheVisitedPage(path);
  const countryPath = findFirstHourCountryPath(path);
  if (!countryPath) return;
  const cache = await caches.open(visitedPagesCache.name);
  if (path !== countryPath) {
    if (await cache.match(countryPath)) return;
    await cacheVisitedPage(countryPath);
  }
  const text = (await (await cache.match(countryPath))?.text()) ?? '';
  const paths = new Set([...text.matchAll(/href="([^"?#]+)"/g)].map(([, link = '']) => link));
  for (const link of paths) {
    if (link !== path && link.startsWith(`${countryPath}/`)) await cacheVisitedPage(link);
  }
}

/**
 * Most pages and files are in the browser's HTTP cache. Files are stored here even if a guide has them: the guides of
 * this build are deleted with the next one.
 */
async function cacheVisitedPage(path: string): Promise<void> {
  const page = await fetchFresh(path);
  const cache = await caches.open(visitedPagesCache.name);
  for (const file of extractAssetPaths(await page.clone().text())) {
    if (!(await cache.match(file))) await cache.put(file, await fetchOrThrow(file));
  }
  // Moves it behind the others: the keys are in the order of insertion.
  await cache.delete(path);
  await cache.put(path, page);
  await deleteOldestPages(cache);
}

/** Half a day: a new list is at most 50 kB, and smaller than a record of the changes since the last one. */
const LIST_FRESH_MS = 12 * 3_600_000;

/** The short list always, the long one if somebody saved it. */
async function refreshLists(): Promise<void> {
  const cache = await caches.open(savedLists.cache);
  const isFresh = (saved: Response) => Date.now() - Date.parse(saved.headers.get('Date') ?? '') < LIST_FRESH_MS;
  for (const name of ['core', 'all'] as const) {
    const saved = await cache.match(savedLists.paths[name]);
    if (saved ? !isFresh(saved) : name === 'core') await fetchList(name);
  }
}

async function fetchList(name: keyof typeof savedLists.paths): Promise<void> {
  const path = savedLists.paths[name];
  const list = await fetchFresh(path);
  await (await caches.open(savedLists.cache)).put(path, list);
}

const isFile = ({ url }: Request): boolean => new URL(url).pathname.startsWith('/assets/');

/** Keeps the newest pages, and the files that they name. */
async function deleteOldestPages(cache: Cache): Promise<void> {
  const keys = await cache.keys();
  const pages = keys.filter((key) => !isFile(key));
  const oldest = pages.slice(0, -visitedPagesCache.maxPages);
  if (oldest.length === 0) return;
  await Promise.all(oldest.map((key) => cache.delete(key)));
  const texts = await Promise.all(
    pages.slice(oldest.length).map(async (key) => (await cache.match(key))?.text() ?? ''),
  );
  const named = new Set(texts.flatMap(extractAssetPaths));
  const unused = keys.filter((key) => isFile(key) && !named.has(new URL(key.url).pathname));
  await Promise.all(unused.map((key) => cache.delete(key)));
}

const fetchFresh = (path: string) => fetchOrThrow(path, { cache: 'no-cache' });

/** Without credentials, and fails on redirects and errors. */
async function fetchOrThrow(path: string, options: RequestInit = {}): Promise<Response> {
  const response = await fetch(path, { ...options, credentials: 'omit', redirect: 'error' });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response;
}

const guidePaths = new Set(languages.flatMap((language) => offlinePages.map((page) => localisePath(language, page))));
const isCachedPage = (path: string, search = ''): boolean =>
  guidePaths.has(path) || (isKeptWhenVisited(path) && (search === '' || findFirstHourCountryPath(path) !== undefined));

async function servePage(event: FetchEvent, path: string, search: string): Promise<Response> {
  const fetchPage = async () => ((await event.preloadResponse) as Response | undefined) ?? (await fetch(event.request));
  try {
    return await (isCachedPage(path, search) ? networkFirst(fetchPage, path, markAsSaved) : fetchPage());
  } catch {
    return redirectToCached(path, search);
  }
}

/** Network first, with a timeout; the cache if the network fails or does not respond. */
async function networkFirst(
  fetchPage: () => Promise<Response>,
  path: string,
  mark: (cached: Response) => Response | Promise<Response> = (cached) => cached,
): Promise<Response> {
  const cached = await findCached(path);
  if (!cached) return fetchPage();
  try {
    const response = await Promise.race([fetchPage(), rejectAfterTimeout()]);
    return response.status < 500 ? response : mark(cached);
  } catch {
    return mark(cached);
  }
}

/** The guides of this build rather than older copies. */
const findCached = async (path: string): Promise<Response | undefined> =>
  (await (await caches.open(CACHE_NAME)).match(path)) ?? caches.match(path);

/** The page shows the date of a copy, because what it says may have changed since (offline-banner.tsx). */
async function markAsSaved(cached: Response): Promise<Response> {
  const text = await cached.text();
  const savedAt = new Date(cached.headers.get('Date') ?? Date.now()).toISOString();
  return new Response(text.replace('<html ', `<html data-saved="${savedAt}" `), cached);
}

const rejectAfterTimeout = () =>
  new Promise<never>((_, reject) => setTimeout(() => reject(new Error('Silence')), NETWORK_TIMEOUT_MS));

/** Redirects to the same guide in a cached language, or to the offline page, with the requested path in the hash. */
async function redirectToCached(path: string, search: string): Promise<Response> {
  const pathLanguage = languages.find(
    (language) => language !== defaultLanguage && `${path}/`.startsWith(`/${language}/`),
  );
  const [language] = (await listCachedLanguages()).toSorted((one) =>
    one === (pathLanguage ?? defaultLanguage) ? -1 : 1,
  );
  if (!language) return Response.error();
  const englishPath = pathLanguage ? path.slice(`/${pathLanguage}`.length) : path;
  const isGuide = offlinePages.some((page) => page === englishPath);
  return Response.redirect(
    isGuide ? localisePath(language, englishPath) : `${localisePath(language, offlinePath)}#${path}${search}`,
  );
}

/** Cache first: a file's name contains a hash of its content, so it never goes stale. */
const serveFile = async (request: Request): Promise<Response> => (await caches.match(request)) ?? fetch(request);
