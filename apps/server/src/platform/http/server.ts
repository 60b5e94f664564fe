/**
 * The HTTP server: what happens to a request before and after its response is computed (responder.ts). A cached
 * response is sent at once; everything else waits in a lane (lanes.ts), is computed, and leaves with request id, log
 * line and metrics.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, Server as NetServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ReplyCache } from '../cache/reply-cache.ts';
import type { Clock } from '../clock/clock.ts';
import { inSpan, type UpdateSpan } from '../tracing/span.ts';
import { type ResponderOptions, createResponder, isApiPath, isFormUpload } from './responder.ts';
import { errorReply, errorResponse, logUnexpectedError } from './api.ts';
import { BodyNotReceived, createBodyReader } from './body-reader.ts';
import { getClientIp, isFromTrustedProxy, toRateLimitKey } from './client-ip.ts';
import { toProblemResponse, isApiKeyPath } from './api-key-calls.ts';
import { waitForIdleEventLoop } from './idle-event-loop.ts';
import type { Release } from './lane.ts';
import { chooseLane, createLanes, createStaffSessions, type LaneName } from './lanes.ts';
import { createProxyWatch } from './unknown-proxies.ts';
import { mayBeSignedIn } from './cookies.ts';
import { methodLabel } from './metrics.ts';
import { type PreparedReply, send } from './prepared-reply.ts';
import type { RequestContext } from './request-context.ts';
import { toRequestId } from './request-id.ts';
import type { StaticFiles } from './static-files.ts';
import { unavailablePage } from './unavailable-page.ts';

interface ServerOptions extends ResponderOptions {
  /** The lane of an API call that has one of its own. */
  findCallLane: (method: string, path: string) => LaneName | undefined;
  version: { name: string; version: string };
  clock: Clock;
  staticFiles: StaticFiles;
  /** The reason why the process cannot accept requests now, for the monitoring; undefined if it can. */
  findNotReadyReason: () => Promise<string | undefined>;
}

export interface RunningServer {
  port: number;
  cache: ReplyCache<PreparedReply>;
  /** Drains, then closes. Safe to call twice. */
  stop: () => Promise<void>;
}

const HEADERS_TIMEOUT_MS = 5000;
/** As much as the edge accepts: a pasted message is part of the URL of a search. */
const MAX_HEADER_BYTES = 40 * 1024;
/** Longer than the slowest file may take; bodies have deadlines of their own (body-reader.ts). */
const REQUEST_TIMEOUT_MS = 15 * 60_000;
/** How long a rejected body is discarded, so that its sender reads the response before the connection closes. */
const DISCARD_TIMEOUT_MS = 5000;
/** Limit for all short bodies that are arriving. */
const MAX_ARRIVING_BYTES = 64 * 1024 * 1024;
const CONNECTIONS_CHECK_INTERVAL_MS = 1000;
/** Longer than the edge's keep-alive, so that the edge never writes to a connection that we just closed. */
const KEEP_ALIVE_MS = 75_000;
const CLOSE_TIMEOUT_MS = 10_000;
/** How long an open connection may take to send its request while the server stops. */
const LAST_REQUEST_TIMEOUT_MS = 500;

/** An HTML page for page requests, JSON for API calls. */
function unavailableResponse(path: string): Response | Promise<Response> {
  const reply = errorReply('UNAVAILABLE');
  if (isApiKeyPath(path)) return toProblemResponse(reply);
  if (isApiPath(path)) return reply;
  reply.headers.set('Content-Type', 'text/html; charset=utf-8');
  return new Response(unavailablePage, { status: reply.status, headers: reply.headers });
}

/**
 * Closing a connection with unread bytes resets it, and the edge would treat that as a dead process: the rest of a
 * rejected body is discarded until the edge, which has its response, closes the connection.
 */
function discardBody(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  const overdue = setTimeout(() => request.socket.destroy(), DISCARD_TIMEOUT_MS);
  request.once('close', () => clearTimeout(overdue)).resume();
}

/** A response for signed-out visitors is never sent to a request with a session cookie. */
const mayBeSent = (reply: PreparedReply, request: IncomingMessage): boolean =>
  !reply.isSignedOutOnly || !mayBeSignedIn(request.headers.cookie);

function recordRequest(
  { metrics, log }: Pick<ServerOptions, 'metrics' | 'log'>,
  request: IncomingMessage,
  {
    context,
    status,
    seconds,
    updateSpan,
  }: { context: RequestContext; status: number; seconds: number; updateSpan: UpdateSpan },
): void {
  const route = context.route ?? 'unknown';
  const method = methodLabel(request.method);
  metrics.requests.observe({ method, route, status }, seconds);
  updateSpan({
    name: `${method} ${route}`,
    attributes: { 'http.request.method': method, 'http.route': route, 'http.response.status_code': status },
    isFailed: status >= 500,
  });
  log.info({ requestId: context.requestId, method, route, status, ms: Math.round(seconds * 1000) }, 'answered');
}

const jsonResponse = (status: number, body: unknown) =>
  Promise.resolve(Response.json(body, { status, headers: { 'Cache-Control': 'no-store' } }));

/** Responses for the monitoring, by path. */
function createOperations(
  options: ServerOptions,
  proxyWatch: ReturnType<typeof createProxyWatch>,
  isDraining: () => boolean,
): Record<string, (() => Promise<Response>) | undefined> {
  return {
    '/healthz': () => jsonResponse(200, { status: 'ok' }),
    '/readyz': async () => {
      if (isDraining()) return jsonResponse(503, { status: 'draining' });
      const reason = await options.findNotReadyReason();
      return reason
        ? jsonResponse(503, { status: reason })
        : jsonResponse(200, { status: 'ready', ...proxyWatch.warning() });
    },
    '/version': () => jsonResponse(200, { ...options.version, commit: options.settings.commit }),
    '/metrics': async () =>
      new Response(await options.metrics.registry.metrics(), {
        headers: { 'Content-Type': options.metrics.registry.contentType, 'Cache-Control': 'no-store' },
      }),
  };
}

/** Closes the server after the requests that are about to arrive. */
async function closeServer(server: Server, drainSeconds: number): Promise<void> {
  await waitForIdleEventLoop(LAST_REQUEST_TIMEOUT_MS);
  // http.Server#close would also close connections that were just opened and are about to send a request.
  const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
  await sleep(Math.min(LAST_REQUEST_TIMEOUT_MS, drainSeconds * 1000));
  server.closeIdleConnections();
  const overdue = setTimeout(() => server.closeAllConnections(), CLOSE_TIMEOUT_MS);
  await closed;
  clearTimeout(overdue);
}

/** Processes a request that no cache has: it waits in its lane, is computed, sent and recorded. */
function createRequestProcessor(
  options: ServerOptions,
  cache: ReplyCache<PreparedReply>,
  { findUpload, isShared, checkRequest, computeReply, prepareReply }: ReturnType<typeof createResponder>,
) {
  const { settings, log, metrics } = options;
  const lanes = createLanes(settings.maxInFlight);
  const staffSessions = createStaffSessions();
  const bodyReader = createBodyReader({ maxTotalBytes: MAX_ARRIVING_BYTES });
  const fileReader = createBodyReader({ maxTotalBytes: Infinity });

  /** Sends a stale copy if there is one, otherwise 503. */
  async function respondWithoutSlot(
    request: IncomingMessage,
    { url, path, isRead }: { url: string; path: string; isRead: boolean },
  ): Promise<PreparedReply> {
    const stale = isRead ? cache.getAny(url) : undefined;
    if (!stale || !mayBeSent(stale, request)) return prepareReply(await unavailableResponse(path));
    metrics.cacheStale.inc();
    return stale.asStale;
  }

  return async function processRequest(
    request: IncomingMessage,
    response: ServerResponse,
    { url, path, isRead, updateSpan }: { url: string; path: string; isRead: boolean; updateSpan: UpdateSpan },
  ): Promise<void> {
    const context: RequestContext = {
      requestId: toRequestId(request.headers['x-request-id']),
      clientIp: getClientIp(request, settings.trustedProxies),
    };
    const started = performance.now();
    const { method = 'GET' } = request;
    const { cookie: cookies } = request.headers;
    const client = toRateLimitKey(context.clientIp);
    const upload = isRead ? undefined : findUpload(request, url, path);
    const maxBytes = upload?.maxBytes ?? settings.maxBodyBytes;
    // Small raw bodies, such as payment notifications, do not wait behind files.
    const isFile = upload !== undefined && maxBytes > settings.maxBodyBytes;
    const lane = isFile
      ? lanes[isFormUpload(upload) ? 'forms' : 'uploads']
      : lanes[
          chooseLane(
            { method, path, isRead, isShared: isRead && isShared(path, cookies), isStaff: staffSessions.has(cookies) },
            options.findCallLane,
          )
        ];
    const disconnected = new AbortController();
    response.once('close', () => disconnected.abort());
    let release: Release | undefined;
    let status = 0;
    metrics.inFlight.inc();
    try {
      await checkRequest(request, { url, path, isRead, upload });
      // A slow sender occupies no slot: short bodies are read before, files after their sender was authorised.
      let body = isRead || isFile ? undefined : await bodyReader.read(request, { client, maxBytes });
      release = await lane.acquire(client, disconnected.signal);
      if (!release) {
        metrics.rejected.inc();
        const reply = await respondWithoutSlot(request, { url, path, isRead });
        send(reply, request, response, context.requestId);
        return;
      }
      if (isFile) body = await fileReader.read(request, { client, maxBytes });
      // Another request may have computed it while this one waited.
      const cached = isRead ? cache.getFresh(url) : undefined;
      const reply =
        cached && mayBeSent(cached, request)
          ? cached
          : await computeReply(request, { url, path, isRead, context, body });
      status = reply.status;
      if (!response.destroyed) send(reply, request, response, context.requestId);
    } catch (error) {
      if (!(error instanceof BodyNotReceived)) logUnexpectedError(log, error, context.requestId);
      const failure = errorResponse(error);
      const reply = await prepareReply(isApiKeyPath(path) ? await toProblemResponse(failure) : failure);
      status = reply.status;
      if (!response.headersSent) send(reply, request, response, context.requestId);
    } finally {
      release?.();
      discardBody(request);
      if (context.isStaff) staffSessions.remember(cookies);
      metrics.inFlight.dec();
      // A rejection for lack of a slot is counted above and not logged: there may be thousands in a second.
      if (status !== 0)
        recordRequest(options, request, { context, status, seconds: (performance.now() - started) / 1000, updateSpan });
    }
  };
}

export async function startHttpServer(options: ServerOptions): Promise<RunningServer> {
  const { settings, log, metrics, clock, staticFiles } = options;
  const cache = new ReplyCache<PreparedReply>({ maxBytes: settings.replyCacheMegabytes * 1024 * 1024, clock });
  const responder = createResponder(options, cache);
  const proxyWatch = createProxyWatch({ trustedProxies: settings.trustedProxies, log, metrics, clock });
  const processRequest = createRequestProcessor(options, cache, responder);
  let isDraining = false;
  const operations = createOperations(options, proxyWatch, () => isDraining);

  const listener = (request: IncomingMessage, response: ServerResponse) => {
    if (isDraining) response.shouldKeepAlive = false;
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const url = isRead ? responder.canonicalizeUrl(request.url ?? '/') : (request.url ?? '/');
    if (isRead) {
      const stored = cache.getFresh(url);
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
      const operation = operations[path];
      if (operation) {
        void operation()
          .then((found) => responder.prepareReply(found))
          .then((reply) => send(reply, request, response));
        return;
      }
    }
    void inSpan(
      {
        name: methodLabel(request.method),
        kind: 'server',
        // A visitor who sends this header would choose which requests are traced, and in whose trace.
        parent: () =>
          isFromTrustedProxy(request, settings.trustedProxies) ? [request.headers['traceparent']].flat()[0] : undefined,
      },
      (updateSpan) => {
        proxyWatch.check(request);
        return processRequest(request, response, { url, path, isRead, updateSpan });
      },
    );
  };

  const server = createServer(
    {
      connectionsCheckingInterval: CONNECTIONS_CHECK_INTERVAL_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
    },
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
    await sleep(settings.drainSeconds * 1000);
    await closeServer(server, settings.drainSeconds);
  };

  return { port: (server.address() as AddressInfo).port, cache, stop: () => (stopping ??= stop()) };
}
