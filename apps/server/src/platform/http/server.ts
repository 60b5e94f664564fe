/**
 * The HTTP server: what happens to a request before and after it is answered (answers.ts). A stored answer is sent at once;
 * everything else passes the cap, is computed, and leaves with request id, log line and figures.
 */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, Server as NetServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { ReplyCache } from '../cache/reply-cache.ts';
import type { Clock } from '../clock/clock.ts';
import { inSpan, type Tell } from '../tracing/span.ts';
import { type AnswerOptions, createAnswers, isApiPath } from './answers.ts';
import { errorReply, errorResponse, logUnforeseen } from './api.ts';
import { clientAddress, isFromTrusted } from './client-address.ts';
import { asProblem, isKeyedPath } from './keyed.ts';
import { idleTurn } from './idle-turn.ts';
import { watchProxies } from './unknown-proxies.ts';
import { mayBeSignedIn } from './cookies.ts';
import { methodLabel } from './metrics.ts';
import { type PreparedReply, send } from './prepared-reply.ts';
import type { RequestContext } from './request-context.ts';
import { requestIdOf } from './request-id.ts';
import type { StaticFiles } from './static-files.ts';

interface ServerOptions extends AnswerOptions {
  version: { name: string; version: string };
  clock: Clock;
  staticFiles: StaticFiles;
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
const unavailablePage = readFileSync(new URL('unavailable.html', import.meta.url), 'utf8');
const isAdminPath = (path: string) => /^\/(?:api\/)?admin(?:\/|$)/.test(path);

/** In words for people where a page was asked for. */
function refusal(path: string): Response | Promise<Response> {
  const reply = errorReply('UNAVAILABLE');
  if (isKeyedPath(path)) return asProblem(reply);
  if (isApiPath(path)) return reply;
  reply.headers.set('Content-Type', 'text/html; charset=utf-8');
  return new Response(unavailablePage, { status: reply.status, headers: reply.headers });
}

/** What was computed for visitors is never sent to a request that carries a session cookie. */
const mayBeSent = (reply: PreparedReply, request: IncomingMessage): boolean =>
  !reply.isForVisitors || !mayBeSignedIn(request.headers.cookie);

export async function startHttpServer(options: ServerOptions): Promise<RunningServer> {
  const { settings, log, metrics, clock, staticFiles } = options;
  const cache = new ReplyCache<PreparedReply>({ maxBytes: settings.replyCacheMegabytes * 1024 * 1024, clock });
  const { addressOf, uploadOf, compute, prepare } = createAnswers(options, cache);
  const lanes = {
    public: { cap: settings.maxInFlight, inFlight: 0 },
    admin: { cap: ADMIN_LANE, inFlight: 0 },
    upload: { cap: UPLOAD_LANE, inFlight: 0 },
  };
  const proxies = watchProxies({ trustedProxies: settings.trustedProxies, log, metrics, clock });
  let isDraining = false;

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
    void inSpan(
      {
        name: methodLabel(request.method),
        kind: 'server',
        // A visitor who writes it would choose which requests are kept, and in whose trace.
        parent: () =>
          isFromTrusted(request, settings.trustedProxies) ? [request.headers['traceparent']].flat()[0] : undefined,
      },
      (tell) => answer(request, response, { url, path, isRead, tell }),
    );
  };

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    { url, path, isRead, tell }: { url: string; path: string; isRead: boolean; tell: Tell },
  ): Promise<void> {
    proxies.look(request);
    const context: RequestContext = {
      requestId: requestIdOf(request.headers['x-request-id']),
      address: clientAddress(request, settings.trustedProxies),
    };
    const started = performance.now();
    const upload = isRead ? undefined : uploadOf(request.method ?? '', url, path);
    // A few bytes as they are, such as what a payment provider says, wait for no file.
    const isFile = upload !== undefined && upload.maxBytes > settings.maxBodyBytes;
    const lane = isAdminPath(path) ? lanes.admin : isFile ? lanes.upload : lanes.public;
    if (lane.inFlight >= lane.cap) {
      metrics.refused.inc();
      const old = isRead ? cache.stale(url) : undefined;
      const isUseful = old !== undefined && mayBeSent(old, request);
      if (isUseful) metrics.cacheStale.inc();
      send(isUseful ? old.asOld : await prepare(await refusal(path)), request, response, context.requestId);
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
      const refused = errorResponse(error);
      const reply = await prepare(isKeyedPath(path) ? await asProblem(refused) : refused);
      status = reply.status;
      if (!request.complete) response.shouldKeepAlive = false;
      if (!response.headersSent) send(reply, request, response, context.requestId);
    } finally {
      lane.inFlight -= 1;
      metrics.inFlight.dec();
      const seconds = (performance.now() - started) / 1000;
      const route = context.route ?? 'unknown';
      const method = methodLabel(request.method);
      metrics.requests.observe({ method, route, status }, seconds);
      tell({
        name: `${method} ${route}`,
        attributes: { 'http.request.method': method, 'http.route': route, 'http.response.status_code': status },
        isFailed: status >= 500,
      });
      log.info({ requestId: context.requestId, method, route, status, ms: Math.round(seconds * 1000) }, 'answered');
    }
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
    await idleTurn(LAST_REQUEST_MS);
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
