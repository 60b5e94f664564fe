/**
 * The HTTP server: what happens to a request before and after the product's own code. A stored answer is sent at once;
 * everything else passes the cap, is computed, and leaves with security headers, request id, log line and figures.
 */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, Server as NetServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { cachePolicies } from '@hakiki/contract/cache';
import { evidenceLimits } from '@hakiki/contract/limits';
import { isPersonalPage, uploadPagePattern } from '@hakiki/contract/pages';
import { canonicalQuery, pageParameters, repeatedParameters } from '@hakiki/contract/site';
import type { WebHandler } from '@hakiki/contract/web-handler';
import { AppError } from '../app-error.ts';
import { type Computed, ReplyCache } from '../cache/reply-cache.ts';
import type { Clock } from '../clock/clock.ts';
import type { Settings } from '../config/settings.ts';
import type { Log } from '../log/log.ts';
import {
  type Api,
  errorReply,
  errorResponse,
  logUnforeseen,
  type RequestContext,
  type SharedRoute,
  type Upload,
} from './api.ts';
import { clientAddress } from './client-address.ts';
import { watchProxies } from './unknown-proxies.ts';
import { mayBeSignedIn } from './cookies.ts';
import { createScriptMark } from './marked-scripts.ts';
import type { Metrics } from './metrics.ts';
import { PreparedReply, send } from './prepared-reply.ts';
import { anonymousRequest, fullRequest, isForeignWrite, onBehalfOf } from './read-request.ts';
import { requestIdOf } from './request-id.ts';
import { createSecurityHeaders, type HeaderList } from './security-headers.ts';
import type { StaticFiles } from './static-files.ts';

/** A document of the site that is neither a page nor an API answer, such as robots.txt. */
export type Documents = (path: string) => (() => Promise<Response>) | undefined;

interface ServerOptions {
  settings: Settings;
  version: { name: string; version: string };
  log: Log;
  metrics: Metrics;
  clock: Clock;
  api: Api;
  /** Where a GET under /api is one answer for many. */
  sharedRouteOf: (path: string) => SharedRoute | undefined;
  /** What an address under /api does with a file, if it takes one. */
  uploadOf: (method: string, url: string) => Upload | undefined;
  documents: Documents;
  staticFiles: StaticFiles;
  web: WebHandler;
  /** Why no request should come here right now, in a few words for whoever watches; undefined when all is well. */
  notReadyBecause: () => Promise<string | undefined>;
}

export interface RunningServer {
  port: number;
  cache: ReplyCache<PreparedReply>;
  /** Drains, then closes. Safe to call twice. */
  stop: () => Promise<void>;
}

const HEADERS_TIMEOUT_MS = 5000;
const REQUEST_TIMEOUT_MS = 8000;
const CONNECTIONS_CHECK_MS = 1000;
/** Longer than the edge keeps its connections, so that the edge never writes into one we just closed. */
const KEEP_ALIVE_MS = 75_000;
const LONGEST_WAIT_MS = 10_000;
/** How long a connection that is already open may take to send its request while we stop. */
const LAST_REQUEST_MS = 500;
/** A pool of its own (a bulkhead): the console must work while the public side is overloaded. */
const ADMIN_LANE = 60;
/** Files are read whole: so many at once, however many other requests there are. */
const UPLOAD_LANE = 20;
/** What a form sends around a file. */
const FORM_BYTES = 64 * 1024;
const unavailablePage = readFileSync(new URL('unavailable.html', import.meta.url), 'utf8');
/** Sitemaps and the like are requested rarely and are more expensive, so they are cached longer than pages. */
const DAILY_FACTOR = 60;

/** Whoever posts a page's form is admitted by what stands in it. */
const formUpload: Upload = { maxBytes: evidenceLimits.fileBytes + FORM_BYTES, admit: () => Promise.resolve() };

const isAdminPath = (path: string) => /^\/(?:api\/)?admin(?:\/|$)/.test(path);
const uploadPage = new RegExp(uploadPagePattern);
const isApiPath = (path: string) => path.startsWith('/api/') && path.length > '/api/'.length;

/** In words for people where a page was asked for. */
function refusal(path: string): Response {
  const reply = errorReply('UNAVAILABLE');
  if (isApiPath(path)) return reply;
  reply.headers.set('Content-Type', 'text/html; charset=utf-8');
  return new Response(unavailablePage, { status: reply.status, headers: reply.headers });
}

/** All that the contract and the pages know. */
const methods: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'];
const pageMethods: readonly string[] = ['GET', 'HEAD', 'POST'];

const forEveryone = (path: string): SharedRoute => ({ path, isForVisitors: false, parameters: [] });

/** What was computed for visitors is never sent to a request that carries a session cookie. */
const mayBeSent = (reply: PreparedReply, request: IncomingMessage): boolean =>
  !reply.isForVisitors || !mayBeSignedIn(request.headers.cookie);

interface Asked {
  url: string;
  path: string;
  isRead: boolean;
  upload: Upload | undefined;
  context: RequestContext;
}

export async function startHttpServer(options: ServerOptions): Promise<RunningServer> {
  const { settings, log, metrics, clock, documents, staticFiles } = options;
  const origin = new URL(settings.publicUrl).origin;
  const security = createSecurityHeaders(settings);
  const scripts = createScriptMark();
  const cache = new ReplyCache<PreparedReply>({ maxBytes: settings.replyCacheMegabytes * 1024 * 1024, clock });
  const lanes = {
    public: { cap: settings.maxInFlight, inFlight: 0 },
    admin: { cap: ADMIN_LANE, inFlight: 0 },
    upload: { cap: UPLOAD_LANE, inFlight: 0 },
  };
  const proxies = watchProxies({ trustedProxies: settings.trustedProxies, log, metrics, clock });
  let isDraining = false;

  /** The canonical form of an address, which is also the cache key; a personal address stays as it was sent. */
  function addressOf(given: string): string {
    const mark = given.indexOf('?');
    if (mark === -1) return given;
    const path = given.slice(0, mark);
    const query = given.slice(mark + 1);
    const spelled = isApiPath(path) ? ofCall(path, query) : isPersonalPage(path) ? query : ofPage(query);
    return spelled === undefined ? path : `${path}?${spelled}`;
  }

  const ofPage = (query: string) => canonicalQuery(query, pageParameters, repeatedParameters);

  /** A parameter that the call does not know is left for it to refuse; documents and calls that take none hear of none. */
  function ofCall(path: string, query: string): string | undefined {
    if (documents(path)) return undefined;
    const route = options.sharedRouteOf(path);
    if (!route) return query;
    if (route.parameters.length === 0) return undefined;
    const isKnown = query.split('&').every((one) => route.parameters.includes(one.split('=', 1)[0] ?? ''));
    return isKnown ? canonicalQuery(query, route.parameters) : query;
  }

  const listener = (request: IncomingMessage, response: ServerResponse) => {
    if (isDraining) response.shouldKeepAlive = false;
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const url = isRead ? addressOf(request.url ?? '/') : (request.url ?? '/');
    if (isRead) {
      const stored = cache.fresh(url);
      if (stored && mayBeSent(stored, request)) {
        metrics.cacheHits.inc();
        send(stored, request, response);
        return;
      }
    }
    const query = url.indexOf('?');
    const path = query === -1 ? url : url.slice(0, query);
    if (isRead) {
      const file = staticFiles(path);
      if (file) {
        send(file, request, response);
        return;
      }
      const operate = operations[path];
      if (operate) {
        void operate()
          .then(prepare)
          .then((reply) => send(reply, request, response));
        return;
      }
    }
    void answer(request, response, url, path, isRead);
  };

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    url: string,
    path: string,
    isRead: boolean,
  ): Promise<void> {
    proxies.look(request);
    const context: RequestContext = {
      requestId: requestIdOf(request.headers['x-request-id']),
      address: clientAddress(request, settings.trustedProxies),
    };
    const started = performance.now();
    const upload = isRead ? undefined : uploadOf(request.method ?? '', url, path);
    const lane = isAdminPath(path) ? lanes.admin : upload === undefined ? lanes.public : lanes.upload;
    if (lane.inFlight >= lane.cap) {
      metrics.refused.inc();
      const old = isRead ? cache.stale(url) : undefined;
      const isUseful = old !== undefined && mayBeSent(old, request);
      if (isUseful) metrics.cacheStale.inc();
      send(isUseful ? old.asOld : await prepare(refusal(path)), request, response, context.requestId);
      return;
    }
    lane.inFlight += 1;
    metrics.inFlight.inc();
    let status = 0;
    try {
      const reply = await compute(request, { url, path, isRead, upload, context });
      status = reply.status;
      if (!response.destroyed) {
        // A body we refused to read would be taken for the next request on this connection.
        if (!isRead && !request.complete) response.shouldKeepAlive = false;
        send(reply, request, response, context.requestId);
      }
    } catch (error) {
      logUnforeseen(log, error, context.requestId);
      const reply = await prepare(errorResponse(error));
      status = reply.status;
      if (!request.complete) response.shouldKeepAlive = false;
      if (!response.headersSent) send(reply, request, response, context.requestId);
    } finally {
      lane.inFlight -= 1;
      metrics.inFlight.dec();
      const seconds = (performance.now() - started) / 1000;
      const route = context.route ?? 'unknown';
      const method = request.method ?? 'GET';
      metrics.requests.observe({ method, route, status }, seconds);
      log.info({ requestId: context.requestId, method, route, status, ms: Math.round(seconds * 1000) }, 'answered');
    }
  }

  /** A file for one of our own paths, or in a form of one of our own pages. */
  function uploadOf(method: string, url: string, path: string): Upload | undefined {
    if (method === 'POST' && uploadPage.test(path)) return formUpload;
    return isApiPath(path) ? options.uploadOf(method, url) : undefined;
  }

  async function compute(
    request: IncomingMessage,
    { url, path, isRead, upload, context }: Asked,
  ): Promise<PreparedReply> {
    const maxBytes = upload?.maxBytes ?? settings.maxBodyBytes;
    if (!url.startsWith('/')) throw new AppError('NOT_FOUND');
    const known = isApiPath(path) ? methods : pageMethods;
    if (!known.includes(request.method ?? '')) {
      throw new AppError('METHOD_NOT_ALLOWED', { headers: [['Allow', known.join(', ')]] });
    }
    if (!isRead && isForeignWrite(request, origin, settings.isProduction)) throw new AppError('FORBIDDEN');

    await upload?.admit();

    if (isApiPath(path)) {
      const document = isRead ? documents(path) : undefined;
      if (document) return shared(url, context, forEveryone('document'), document);
      const route = isRead ? options.sharedRouteOf(path) : undefined;
      if (route && !(route.isForVisitors && mayBeSignedIn(request.headers.cookie))) {
        return shared(url, context, route, () => options.api(anonymousRequest(url, origin), context));
      }
      return prepare(await options.api(await fullRequest(request, origin, maxBytes), context));
    }

    const document = isRead ? documents(path) : undefined;
    if (document) return shared(url, context, forEveryone('document'), document);
    context.route = 'page';
    const render = (asked: Request) =>
      options.web(asked, {
        nonce: scripts.mark,
        api: (call) => options.api(onBehalfOf(asked, call), { requestId: context.requestId, address: context.address }),
      });
    if (isRead && !isPersonalPage(path)) {
      return shared(url, context, forEveryone('page'), () => render(anonymousRequest(url, origin)));
    }
    return prepare(await render(await fullRequest(request, origin, maxBytes)));
  }

  async function shared(
    url: string,
    context: RequestContext,
    { path: route, isForVisitors }: SharedRoute,
    ask: () => Promise<Response>,
  ): Promise<PreparedReply> {
    context.route = route;
    const work = async (): Promise<Computed<PreparedReply>> => {
      metrics.cacheMisses.inc();
      try {
        const response = await ask();
        const reply = await prepare(response, isForVisitors);
        const isPassing = response.status === 404 || url.includes('?');
        return { reply, freshMs: freshMs(response), failed: response.status >= 500, isPassing };
      } catch (error) {
        logUnforeseen(log, error, context.requestId);
        return { reply: await prepare(errorResponse(error)), freshMs: 0, failed: true };
      }
    };
    const { reply, isStale } = await cache.find(url, work);
    if (!isStale) return reply;
    metrics.cacheStale.inc();
    return reply.asOld;
  }

  /** Only answers that say they are for everybody are kept. */
  function freshMs(response: Response): number {
    const control = response.headers.get('cache-control') ?? '';
    const isKept = (response.status === 200 || response.status === 404) && /^public\b.*\bs-maxage=/.test(control);
    if (!isKept || response.headers.has('set-cookie')) return 0;
    const isDaily = control.includes(`s-maxage=${cachePolicies.daily.edgeSeconds}`);
    return settings.replyCacheSeconds * 1000 * (isDaily ? DAILY_FACTOR : 1);
  }

  async function prepare(response: Response, isForVisitors = false): Promise<PreparedReply> {
    const type = response.headers.get('content-type') ?? '';
    const own: [string, string][] = [...response.headers];
    if (!response.headers.has('cache-control')) own.push(['cache-control', 'no-store']);
    const isFile = response.headers.has('content-disposition');
    if (isFile || !type.startsWith('text/html')) {
      const headers = withSecurity(own, isFile ? security.file : security.data);
      return new PreparedReply(response.status, headers, Buffer.from(await response.arrayBuffer()), {}, isForVisitors);
    }
    const { body, hashes } = scripts.takeOff(await response.text());
    return new PreparedReply(response.status, withSecurity(own, security.page(hashes)), Buffer.from(body));
  }

  const plain = (status: number, body: unknown) =>
    Promise.resolve(Response.json(body, { status, headers: { 'Cache-Control': 'no-store' } }));

  const operations: Record<string, (() => Promise<Response>) | undefined> = {
    '/healthz': () => plain(200, { status: 'ok' }),
    '/readyz': async () => {
      if (isDraining) return plain(503, { status: 'draining' });
      const reason = await options.notReadyBecause();
      return reason ? plain(503, { status: reason }) : plain(200, { status: 'ready', ...proxies.warning() });
    },
    '/version': () => plain(200, { ...options.version, commit: settings.commit }),
    '/metrics': async () =>
      new Response(await metrics.registry.metrics(), {
        headers: { 'Content-Type': metrics.registry.contentType, 'Cache-Control': 'no-store' },
      }),
  };

  const server = createServer(
    { connectionsCheckingInterval: CONNECTIONS_CHECK_MS, keepAliveTimeout: KEEP_ALIVE_MS },
    listener,
  );
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(settings.port, settings.host, resolve);
  });

  let stopping: Promise<void> | undefined;
  const stop = async () => {
    isDraining = true;
    await pause(settings.drainSeconds * 1000);
    // http.Server#close would also cut connections that were just opened and are about to ask.
    const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
    await pause(Math.min(LAST_REQUEST_MS, settings.drainSeconds * 1000));
    server.closeIdleConnections();
    const overdue = setTimeout(() => server.closeAllConnections(), LONGEST_WAIT_MS);
    await closed;
    clearTimeout(overdue);
  };

  return { port: (server.address() as AddressInfo).port, cache, stop: () => (stopping ??= stop()) };
}

function withSecurity(own: [string, string][], security: HeaderList): HeaderList {
  const set = new Set(security.map(([name]) => name.toLowerCase()));
  // Length and encoding are decided when the answer is sent.
  for (const name of ['content-length', 'content-encoding', 'etag', 'vary', 'connection', 'transfer-encoding'])
    set.add(name);
  return [...own.filter(([name]) => !set.has(name.toLowerCase())), ...security];
}
