/**
 * Computes the response to a request: from the API, from a document of the site, or from a page. A shared response is
 * computed once and cached. Every response gets its security headers here and is prepared so that sending it only
 * writes bytes.
 */
import type { IncomingMessage } from 'node:http';
import { cachePolicies } from '@hakiki/contract/cache';
import { evidenceLimits } from '@hakiki/contract/limits';
import { isPersonalPage, uploadPagePattern } from '@hakiki/contract/pages';
import { canonicalQuery, pageParameters, repeatedParameters } from '@hakiki/contract/site';
import type { WebHandler } from '@hakiki/contract/web-handler';
import { AppError } from '../app-error.ts';
import type { Computed, ReplyCache } from '../cache/reply-cache.ts';
import type { Settings } from '../config/settings.ts';
import { publicly } from '../db/replica.ts';
import type { Log } from '../log/log.ts';
import { type Api, errorResponse, logUnforeseen, type SharedRoute, type Upload } from './api.ts';
import { mayBeSignedIn } from './cookies.ts';
import { foreignRefusal, isKeyedPath, preflight } from './keyed.ts';
import { createScriptMark } from './marked-scripts.ts';
import type { Metrics } from './metrics.ts';
import { PreparedReply } from './prepared-reply.ts';
import { anonymousRequest, fullRequest, isForeignWrite, onBehalfOf } from './read-request.ts';
import type { RequestContext } from './request-context.ts';
import { createSecurityHeaders, type HeaderList } from './security-headers.ts';

/** Finds a document of the site that is neither a page nor an API response, such as robots.txt. */
export type Documents = (path: string) => (() => Promise<Response>) | undefined;

export interface AnswerOptions {
  settings: Settings;
  log: Log;
  metrics: Metrics;
  api: Api;
  /** Finds the route of a GET under /api whose response is shared. */
  sharedRouteOf: (path: string) => SharedRoute | undefined;
  /** The methods that a path under /api accepts; empty if there is none. */
  methodsAt: (path: string) => readonly string[];
  /** The upload settings of a path under /api; undefined if it accepts no file. */
  uploadOf: (method: string, url: string) => Upload | undefined;
  documents: Documents;
  web: WebHandler;
}

/** Allowance for the form fields around a file. */
const FORM_BYTES = 64 * 1024;
/** Sitemaps and the like are requested rarely and are more expensive, so they are cached longer than pages. */
const DAILY_FACTOR = 60;

/** A page form is authorised by its content, so there is nothing to check before it is read. */
const formUpload: Upload = { maxBytes: evidenceLimits.fileBytes + FORM_BYTES, admit: () => Promise.resolve() };
/** Whether only the form's content tells who sends it. */
export const isFormUpload = (upload: Upload): boolean => upload === formUpload;

const uploadPage = new RegExp(uploadPagePattern);
export const isApiPath = (path: string) => path.startsWith('/api/') && path.length > '/api/'.length;

/** All methods of the contract and the pages. */
const methods: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'];
const pageMethods: readonly string[] = ['GET', 'HEAD', 'POST'];
const readMethods: readonly string[] = ['GET', 'HEAD'];

const forEveryone = (path: string): SharedRoute => ({ path, isForVisitors: false, parameters: [] });

interface Asked {
  url: string;
  path: string;
  isRead: boolean;
  context: RequestContext;
  /** The body of a write. */
  body?: Buffer<ArrayBuffer> | undefined;
}

/** Creates the functions that compute responses, on top of the cache of shared responses. */
export function createAnswers(options: AnswerOptions, cache: ReplyCache<PreparedReply>) {
  const { settings, log, metrics, documents } = options;
  const origin = new URL(settings.publicUrl).origin;
  const security = createSecurityHeaders(settings);
  const scripts = createScriptMark();

  /** The canonical URL, which is also the cache key; a personal URL stays unchanged. */
  function canonicalizeUrl(given: string): string {
    const mark = given.indexOf('?');
    if (mark === -1) return given;
    const path = given.slice(0, mark);
    const query = given.slice(mark + 1);
    const spelled = isApiPath(path) ? ofCall(path, query) : isPersonalPage(path) ? query : ofPage(query);
    return spelled === undefined ? path : `${path}?${spelled}`;
  }

  const ofPage = (query: string) => canonicalQuery(query, pageParameters, repeatedParameters);

  /** The call itself rejects unknown parameters; documents and calls without parameters drop the query. */
  function ofCall(path: string, query: string): string | undefined {
    if (documents(path)) return undefined;
    const route = options.sharedRouteOf(path);
    if (!route) return query;
    if (route.parameters.length === 0) return undefined;
    const isKnown = query.split('&').every((one) => route.parameters.includes(one.split('=', 1)[0] ?? ''));
    return isKnown ? canonicalQuery(query, route.parameters) : query;
  }

  /** An upload to an API path or in a form of a page. Other forms of that page are short. */
  function findUpload(request: IncomingMessage, url: string, path: string): Upload | undefined {
    const { method = '' } = request;
    if (isApiPath(path)) return options.uploadOf(method, url);
    const length = Number(request.headers['content-length'] ?? Infinity);
    return method === 'POST' && length > settings.maxBodyBytes && uploadPage.test(path) ? formUpload : undefined;
  }

  /** Whether the response is the same for everybody. */
  function isShared(path: string, cookies: string | undefined): boolean {
    if (!isApiPath(path)) return !isPersonalPage(path);
    if (documents(path)) return true;
    const route = options.sharedRouteOf(path);
    return route !== undefined && !(route.isForVisitors && mayBeSignedIn(cookies));
  }

  function methodsAt(path: string): readonly string[] {
    if (documents(path)) return readMethods;
    if (!isApiPath(path)) return pageMethods;
    const allowed = options.methodsAt(path);
    // An unknown path gets 404, not 405.
    return allowed.length > 0 ? allowed : methods;
  }

  const isPreflight = ({ method }: IncomingMessage, path: string) => method === 'OPTIONS' && isKeyedPath(path);

  /** Rejects by throwing, before the request gets a slot or its body is read. */
  async function checkRequest(
    request: IncomingMessage,
    { url, path, isRead, upload }: Pick<Asked, 'url' | 'path' | 'isRead'> & { upload: Upload | undefined },
  ): Promise<void> {
    if (!url.startsWith('/')) throw new AppError('NOT_FOUND');
    if (isPreflight(request, path)) return;
    const known = methodsAt(path);
    if (!known.includes(request.method ?? '')) {
      throw new AppError('METHOD_NOT_ALLOWED', { headers: [['Allow', known.join(', ')]] });
    }
    if (!isRead && isForeignWrite(request, origin, settings.isProduction)) {
      const code = foreignRefusal(path, request.headers.authorization);
      if (code) throw new AppError(code);
    }
    await upload?.admit(() => fullRequest(request, origin));
  }

  async function computeReply(
    request: IncomingMessage,
    { url, path, isRead, context, body }: Asked,
  ): Promise<PreparedReply> {
    if (isPreflight(request, path)) return prepareReply(preflight());
    if (isApiPath(path)) {
      const document = isRead ? documents(path) : undefined;
      if (document) return shared(url, context, forEveryone('document'), document);
      const route = isRead ? options.sharedRouteOf(path) : undefined;
      if (route && !(route.isForVisitors && mayBeSignedIn(request.headers.cookie))) {
        return shared(url, context, route, () => options.api(anonymousRequest(url, origin), context));
      }
      return prepareReply(await options.api(fullRequest(request, origin, body), context));
    }

    const document = isRead ? documents(path) : undefined;
    if (document) return shared(url, context, forEveryone('document'), document);
    context.route = 'page';
    const render = (asked: Request) =>
      options.web(asked, {
        nonce: scripts.nonce,
        api: async (call) => {
          const inner: RequestContext = { requestId: context.requestId, address: context.address };
          const reply = await options.api(onBehalfOf(asked, call), inner);
          if (inner.isStaff) context.isStaff = true;
          return reply;
        },
      });
    if (isRead && !isPersonalPage(path)) {
      return shared(url, context, forEveryone('page'), () => render(anonymousRequest(url, origin)));
    }
    return prepareReply(await render(fullRequest(request, origin, body)));
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
        const response = await publicly(ask);
        const reply = await prepareReply(response, isForVisitors);
        const isPassing = response.status === 404 || url.includes('?');
        return { reply, freshMs: freshMs(response), failed: response.status >= 500, isPassing };
      } catch (error) {
        logUnforeseen(log, error, context.requestId);
        return { reply: await prepareReply(errorResponse(error)), freshMs: 0, failed: true };
      }
    };
    const { reply, isStale } = await cache.find(url, work);
    if (!isStale) return reply;
    metrics.cacheStale.inc();
    return reply.asOld;
  }

  /** Only responses marked as public are cached. */
  function freshMs(response: Response): number {
    const control = response.headers.get('cache-control') ?? '';
    const isKept = (response.status === 200 || response.status === 404) && /^public\b.*\bs-maxage=/.test(control);
    if (!isKept || response.headers.has('set-cookie')) return 0;
    const isDaily = control.includes(`s-maxage=${cachePolicies.daily.edgeSeconds}`);
    return settings.replyCacheSeconds * 1000 * (isDaily ? DAILY_FACTOR : 1);
  }

  async function prepareReply(response: Response, isForVisitors = false): Promise<PreparedReply> {
    const type = response.headers.get('content-type') ?? '';
    const own: [string, string][] = [...response.headers];
    if (!response.headers.has('cache-control')) own.push(['cache-control', 'no-store']);
    const isFile = response.headers.has('content-disposition');
    if (isFile || !type.startsWith('text/html')) {
      const headers = withSecurity(own, isFile ? security.file : security.data, response.status);
      return new PreparedReply(response.status, headers, Buffer.from(await response.arrayBuffer()), {}, isForVisitors);
    }
    const { body, hashes } = scripts.takeOff(await response.text());
    return new PreparedReply(
      response.status,
      withSecurity(own, security.page(hashes), response.status),
      Buffer.from(body),
    );
  }

  return { canonicalizeUrl, findUpload, isShared, checkRequest, computeReply, prepareReply };
}

function withSecurity(own: [string, string][], security: HeaderList, status: number): HeaderList {
  const set = new Set(security.map(([name]) => name.toLowerCase()));
  // Length and encoding are set when the response is sent, and so is the ETag of a response with a body.
  for (const name of ['content-length', 'content-encoding', 'connection', 'transfer-encoding']) set.add(name);
  if (status !== 304) set.add('etag');
  return [...own.filter(([name]) => !set.has(name.toLowerCase())), ...security];
}
