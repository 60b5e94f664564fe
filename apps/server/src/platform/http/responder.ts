/**
 * Computes the response to a request: from the API, from a document of the site, or from a page. A shared response is
 * computed once and cached. Every response gets its security headers here and is prepared so that sending it only
 * writes bytes.
 */
import type { IncomingMessage } from 'node:http';
import { cachePolicies } from '@hakiki/contract/cache';
import { evidenceLimits } from '@hakiki/contract/limits';
import { isPersonalPage, isSharePage, uploadPagePattern } from '@hakiki/contract/pages';
import { canonicalQuery, pageParameters, repeatedParameters } from '@hakiki/contract/site';
import { TextResponse } from '@hakiki/contract/text-response';
import type { WebHandler } from '@hakiki/contract/web-handler';
import { AppError } from '../app-error.ts';
import type { Computed, ReplyCache } from '../cache/reply-cache.ts';
import type { Settings } from '../config/settings.ts';
import { allowReplicaReads } from '../db/replica.ts';
import type { Log } from '../log/log.ts';
import { type Api, errorResponse, logUnexpectedError, type SharedRoute, type Upload } from './api.ts';
import { mayBeSignedIn } from './cookies.ts';
import { crossSiteErrorCode, isApiKeyPath, preflightResponse } from './api-key-calls.ts';
import { createScriptHasher } from './script-hashes.ts';
import type { Metrics } from './metrics.ts';
import { PreparedReply } from './prepared-reply.ts';
import { anonymousRequest, toRequest, isCrossSiteWrite, withIdentityOf } from './read-request.ts';
import type { RequestContext } from './request-context.ts';
import { createSecurityHeaders, type HeaderList } from './security-headers.ts';

/** Finds a document of the site that is neither a page nor an API response, such as robots.txt. */
export type Documents = (path: string) => (() => Promise<Response>) | undefined;

export interface ResponderOptions {
  settings: Settings;
  log: Log;
  metrics: Metrics;
  api: Api;
  /** Finds the route of a GET under /api whose response is shared. */
  findSharedRoute: (path: string) => SharedRoute | undefined;
  /** The methods that a path under /api accepts; empty if there is none. */
  listMethods: (path: string) => readonly string[];
  /** The upload settings of a path under /api; undefined if it accepts no file. */
  findUpload: (method: string, url: string) => Upload | undefined;
  documents: Documents;
  web: WebHandler;
}

/** Allowance for the form fields around a file. */
const FORM_OVERHEAD_BYTES = 64 * 1024;
/** Sitemaps and the like are requested rarely and are more expensive, so they are cached longer than pages. */
const DAILY_CACHE_FACTOR = 60;

/** A page form is authorised by its content, so there is nothing to check before it is read. */
const formUpload: Upload = {
  maxBytes: evidenceLimits.fileBytes + FORM_OVERHEAD_BYTES,
  authorize: () => Promise.resolve(),
};
/** Whether the sender is known only from the form's content. */
export const isFormUpload = (upload: Upload): boolean => upload === formUpload;

const uploadPage = new RegExp(uploadPagePattern);
export const isApiPath = (path: string) => path.startsWith('/api/') && path.length > '/api/'.length;

/** All methods of the contract and the pages. */
const allMethods: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'];
const pageMethods: readonly string[] = ['GET', 'HEAD', 'POST'];
const readMethods: readonly string[] = ['GET', 'HEAD'];

const sharedRoute = (path: string): SharedRoute => ({ path, isSignedOutOnly: false, parameters: [] });

const isPreflight = ({ method }: IncomingMessage, path: string) => method === 'OPTIONS' && isApiKeyPath(path);

interface IncomingCall {
  url: string;
  path: string;
  isRead: boolean;
  context: RequestContext;
  /** The body of a write. */
  body?: Buffer<ArrayBuffer> | undefined;
}

/** The rules for a request before its response is computed: its cache key, its size and whether it is accepted. */
function createRequestRules(options: ResponderOptions) {
  const { settings, documents } = options;
  const origin = new URL(settings.publicUrl).origin;

  /** The canonical URL, which is also the cache key; a personal URL stays unchanged. */
  function canonicalizeUrl(url: string): string {
    const queryStart = url.indexOf('?');
    if (queryStart === -1) return url;
    const path = url.slice(0, queryStart);
    const query = url.slice(queryStart + 1);
    const canonical = isApiPath(path)
      ? canonicalizeCallQuery(path, query)
      : isPersonalPage(path)
        ? query
        : canonicalizePageQuery(query);
    return canonical === undefined ? path : `${path}?${canonical}`;
  }

  const canonicalizePageQuery = (query: string) => canonicalQuery(query, pageParameters, repeatedParameters);

  /** The call itself rejects unknown parameters; documents and calls without parameters drop the query. */
  function canonicalizeCallQuery(path: string, query: string): string | undefined {
    if (documents(path)) return undefined;
    const route = options.findSharedRoute(path);
    if (!route) return query;
    if (route.parameters.length === 0) return undefined;
    const isKnown = query.split('&').every((one) => route.parameters.includes(one.split('=', 1)[0] ?? ''));
    return isKnown ? canonicalQuery(query, route.parameters) : query;
  }

  /** An upload to an API path or in a form of a page. Other forms of that page are short. */
  function findUpload(request: IncomingMessage, url: string, path: string): Upload | undefined {
    const { method = '' } = request;
    if (isApiPath(path)) return options.findUpload(method, url);
    const length = Number(request.headers['content-length'] ?? Infinity);
    return method === 'POST' && length > settings.maxBodyBytes && uploadPage.test(path) ? formUpload : undefined;
  }

  /** Whether the response is the same for everybody. */
  function isShared(path: string, cookies: string | undefined): boolean {
    if (!isApiPath(path)) return !isPersonalPage(path);
    if (documents(path)) return true;
    const route = options.findSharedRoute(path);
    return route !== undefined && !(route.isSignedOutOnly && mayBeSignedIn(cookies));
  }

  function listMethods(path: string): readonly string[] {
    if (documents(path)) return readMethods;
    if (!isApiPath(path)) return pageMethods;
    const allowed = options.listMethods(path);
    // An unknown path gets 404, not 405.
    return allowed.length > 0 ? allowed : allMethods;
  }

  /** Rejects by throwing, before the request gets a slot or its body is read. */
  async function checkRequest(
    request: IncomingMessage,
    { url, path, isRead, upload }: Pick<IncomingCall, 'url' | 'path' | 'isRead'> & { upload: Upload | undefined },
  ): Promise<void> {
    if (!url.startsWith('/')) throw new AppError('NOT_FOUND');
    if (isPreflight(request, path)) return;
    const allowedMethods = listMethods(path);
    if (!allowedMethods.includes(request.method ?? '')) {
      throw new AppError('METHOD_NOT_ALLOWED', { headers: [['Allow', allowedMethods.join(', ')]] });
    }
    if (!isRead && !isSharePage(path) && isCrossSiteWrite(request, origin, settings.isProduction)) {
      const code = crossSiteErrorCode(path, request.headers.authorization);
      if (code) throw new AppError(code);
    }
    await upload?.authorize(() => toRequest(request, origin));
  }

  return { canonicalizeUrl, findUpload, isShared, checkRequest };
}

/** Adds the security headers, and prepares a response so that sending it only writes bytes. */
function createReplyPreparer(settings: Settings) {
  const security = createSecurityHeaders(settings);
  const scripts = createScriptHasher();
  async function prepareReply(response: Response, isSignedOutOnly = false): Promise<PreparedReply> {
    const type = response.headers.get('content-type') ?? '';
    const ownHeaders: [string, string][] = [...response.headers];
    if (!response.headers.has('cache-control')) ownHeaders.push(['cache-control', 'no-store']);
    const isFile = response.headers.has('content-disposition');
    if (isFile || !type.startsWith('text/html')) {
      const headers = withSecurityHeaders(ownHeaders, isFile ? security.file : security.data, response.status);
      return new PreparedReply(
        response.status,
        headers,
        response instanceof TextResponse
          ? Buffer.from(await response.text())
          : Buffer.from(await response.arrayBuffer()),
        {},
        isSignedOutOnly,
      );
    }
    const { body, hashes } = scripts.replaceNonces(await response.text());
    return new PreparedReply(
      response.status,
      withSecurityHeaders(ownHeaders, security.page(hashes), response.status),
      Buffer.from(body),
    );
  }

  return { nonce: scripts.nonce, prepareReply };
}

/** Creates the functions that compute responses, on top of the cache of shared responses. */
export function createResponder(options: ResponderOptions, cache: ReplyCache<PreparedReply>) {
  const { settings, log, metrics, documents } = options;
  const origin = new URL(settings.publicUrl).origin;
  const { nonce, prepareReply } = createReplyPreparer(settings);

  async function computeReply(
    request: IncomingMessage,
    { url, path, isRead, context, body }: IncomingCall,
  ): Promise<PreparedReply> {
    if (isPreflight(request, path)) return prepareReply(preflightResponse());
    if (isApiPath(path)) {
      const document = isRead ? documents(path) : undefined;
      if (document) return respondShared(url, context, sharedRoute('document'), document);
      const route = isRead ? options.findSharedRoute(path) : undefined;
      if (route && !(route.isSignedOutOnly && mayBeSignedIn(request.headers.cookie))) {
        return respondShared(url, context, route, () => options.api(anonymousRequest(url, origin), context));
      }
      return prepareReply(await options.api(toRequest(request, origin, body), context));
    }

    const document = isRead ? documents(path) : undefined;
    if (document) return respondShared(url, context, sharedRoute('document'), document);
    context.route = 'page';
    const render = (pageRequest: Request) =>
      options.web(pageRequest, {
        nonce,
        api: async (call) => {
          const innerContext: RequestContext = { requestId: context.requestId, clientIp: context.clientIp };
          const reply = await options.api(withIdentityOf(pageRequest, call), innerContext);
          if (innerContext.isStaff) context.isStaff = true;
          return reply;
        },
      });
    if (isRead && !isPersonalPage(path)) {
      return respondShared(url, context, sharedRoute('page'), () => render(anonymousRequest(url, origin)));
    }
    return prepareReply(await render(toRequest(request, origin, body)));
  }

  async function respondShared(
    url: string,
    context: RequestContext,
    { path: route, isSignedOutOnly }: SharedRoute,
    computeResponse: () => Promise<Response>,
  ): Promise<PreparedReply> {
    context.route = route;
    const work = async (): Promise<Computed<PreparedReply>> => {
      metrics.cacheMisses.inc();
      try {
        const response = await allowReplicaReads(computeResponse);
        const reply = await prepareReply(response, isSignedOutOnly);
        const isUnboundedKey = response.status === 404 || url.includes('?');
        return { reply, freshMs: freshMs(response), failed: response.status >= 500, isUnboundedKey };
      } catch (error) {
        logUnexpectedError(log, error, context.requestId);
        return { reply: await prepareReply(errorResponse(error)), freshMs: 0, failed: true };
      }
    };
    const { reply, isStale } = await cache.getOrCompute(url, work);
    if (!isStale) return reply;
    metrics.cacheStale.inc();
    return reply.asStale;
  }

  /** Only responses marked as public are cached. */
  function freshMs(response: Response): number {
    const control = response.headers.get('cache-control') ?? '';
    const isCacheable = (response.status === 200 || response.status === 404) && /^public\b.*\bs-maxage=/.test(control);
    if (!isCacheable || response.headers.has('set-cookie')) return 0;
    const isDaily = control.includes(`s-maxage=${cachePolicies.daily.edgeSeconds}`);
    return settings.replyCacheSeconds * 1000 * (isDaily ? DAILY_CACHE_FACTOR : 1);
  }

  return { ...createRequestRules(options), computeReply, prepareReply };
}

function withSecurityHeaders(ownHeaders: [string, string][], security: HeaderList, status: number): HeaderList {
  const replacedNames = new Set(security.map(([name]) => name.toLowerCase()));
  // Length and encoding are set when the response is sent, and so is the ETag of a response with a body.
  for (const name of ['content-length', 'content-encoding', 'connection', 'transfer-encoding']) replacedNames.add(name);
  if (status !== 304) replacedNames.add('etag');
  return [...ownHeaders.filter(([name]) => !replacedNames.has(name.toLowerCase())), ...security];
}
