/**
 * The JSON API under /api: routes of the contract, validation, access and errors. Only this folder uses the HTTP
 * library.
 */
import { cacheControl, type CachePolicy, isShared, getEffectivePolicy } from '@hakiki/contract/cache';
import { type EndpointDefinition, IDEMPOTENCY_KEY_HEADER, listParameters } from '@hakiki/contract/endpoint';
import { type ErrorCode, errorKinds, type ErrorReply, errors } from '@hakiki/contract/errors';
import { parseFieldError } from '@hakiki/contract/field-error';
import { fieldErrors, toSentence } from '@hakiki/contract/field-errors';
import { rateLimits } from '@hakiki/contract/limits';
import { PRIVATE_DATA_HEADER, type PrivateDataError, parseAcknowledged } from '@hakiki/contract/private-data';
import { listAllowed } from '@hakiki/contract/schema';
import { TextResponse } from '@hakiki/contract/text-response';
import { Hono } from 'hono';
import * as z from 'zod';
import { AppError, type FieldProblem, invalidInput, unavailable } from '../app-error.ts';
import { isOutage } from '../db/retry.ts';
import { type IdempotencyContext, createIdempotencyContext } from '../idempotency/idempotency.ts';
import type { Log } from '../log/log.ts';
import type { RateLimiter } from '../rate-limit/rate-limiter.ts';
import { type Actor, type Authenticate, guard, visitor } from './actor.ts';
import { toRateLimitKey } from './client-ip.ts';
import { mayBeSignedIn } from './cookies.ts';
import { createDeprecationHeaders } from './deprecation-headers.ts';
import {
  respondToApiKeyCall,
  toProblemResponse,
  requiresApiKey,
  isApiKeyPath,
  type ApiKeyAuth,
} from './api-key-calls.ts';
import { pagingHeaders, corsHeaders } from './shared-response-headers.ts';
import { createReplyWriter } from './reply-writer.ts';
import type { RequestContext } from './request-context.ts';
import { Page, Reply, type Route } from './route.ts';

const RETRY_AFTER_SECONDS = 2;

export interface ApiOptions {
  routes: readonly Route[];
  authenticate: Authenticate;
  /** Authenticates API keys; without it every key is rejected. */
  apiKeyAuth?: ApiKeyAuth;
  limiter: RateLimiter;
  log: Log;
  /** Fails on fields that the contract does not name. Production skips the check and omits such fields. */
  checkReplies: boolean;
}

export type Api = (request: Request, context: RequestContext) => Promise<Response>;

export function createApi({
  routes,
  authenticate,
  apiKeyAuth = rejectAllKeys,
  limiter,
  log,
  checkReplies,
}: ApiOptions): Api {
  const app = new Hono<{ Bindings: RequestContext; Variables: { cache?: CachePolicy } }>();

  for (const { endpoint, handler } of routes) {
    const send = createResponseBuilder(endpoint, checkReplies);
    if (requiresApiKey(endpoint)) {
      const deprecationHeaders = createDeprecationHeaders(endpoint);
      app.on(endpoint.method, endpoint.path, (c) => {
        c.env.route = endpoint.path;
        const request = c.req.raw;
        return respondToApiKeyCall({
          apiKeyAuth,
          endpoint,
          deprecationHeaders,
          request,
          context: c.env,
          compute: async (actor) => {
            const call = await readCall(endpoint, request, c.req.param(), actor, c.env);
            return send(await handler(call), endpoint.cache, call);
          },
          toErrorResponse: (error) => {
            logUnexpectedError(log, error, c.env.requestId);
            return errorResponse(error);
          },
        });
      });
      continue;
    }
    app.on(endpoint.method, endpoint.path, async (c) => {
      c.env.route = endpoint.path;
      const request = c.req.raw;
      const cache = getEffectivePolicy(endpoint.cache, mayBeSignedIn(request.headers.get('cookie')));
      c.set('cache', cache);
      const limit = rateLimits[endpoint.rateLimit];
      const countRequest = (limitKey: string) =>
        limit.enforcedBy === 'origin' ? limiter.consume(endpoint.rateLimit, limit, limitKey) : Promise.resolve();
      if (!('per' in limit && limit.per === 'person')) await countRequest(toRateLimitKey(c.env.clientIp));
      // A shared response is the same for everybody: it is computed for an anonymous visitor.
      const actor = isShared(cache) ? visitor : await authenticate(request, { isPolled: endpoint.isPolled ?? false });
      if (actor.kind === 'user' && actor.canModerate) c.env.isStaff = true;
      guard(endpoint, actor);
      if ('per' in limit && limit.per === 'person' && actor.kind === 'user') await countRequest(actor.user.id);
      const call = await readCall(
        endpoint,
        request,
        c.req.param(),
        withAcknowledgements(endpoint, request, actor),
        c.env,
      );
      return send(await handler(call), cache, call);
    });
  }
  app.notFound((c) => {
    const notFound = errorReply('NOT_FOUND');
    return isApiKeyPath(c.req.path) ? toProblemResponse(notFound) : notFound;
  });
  app.onError((error, c) => {
    logUnexpectedError(log, error, c.env.requestId);
    return errorResponse(error, c.get('cache'));
  });

  return async (request, context) => app.fetch(request, context);
}

/** Adds the private details that the caller has confirmed for publication. */
const withAcknowledgements = ({ errors: errorCodes }: EndpointDefinition, request: Request, actor: Actor): Actor =>
  actor.kind === 'user' && errorCodes.includes('PRIVATE_DATA_FOUND')
    ? { ...actor, acknowledged: parseAcknowledged(request.headers.get(PRIVATE_DATA_HEADER)) }
    : actor;

const rejectAllKeys: ApiKeyAuth = {
  authenticate: () => Promise.reject(new AppError('API_KEY_INVALID')),
  countCall: () => Promise.reject(new AppError('API_KEY_INVALID')),
  record: () => undefined,
};

async function readCall(
  endpoint: EndpointDefinition,
  request: Request,
  params: Record<string, string>,
  actor: Actor,
  { clientIp }: RequestContext,
): Promise<Parameters<Route['handler']>[0]> {
  const call = {
    params: readParams(endpoint, params),
    query: readQuery(endpoint, request.url),
    ...(await readBody(endpoint, request, actor)),
    actor,
    request,
    clientIp,
  };
  return call as Parameters<Route['handler']>[0];
}

const toBody = (result: unknown): unknown =>
  result instanceof Page ? result.rows : result instanceof Reply ? result.body : result;

const hasJsonBody = ({ status, isDownload }: EndpointDefinition): boolean => status !== 302 && !isDownload;

type RequestedCall = Pick<Parameters<Route['handler']>[0], 'query' | 'request'>;

/** Creates the function that turns this endpoint's results into responses. */
function createResponseBuilder(
  endpoint: EndpointDefinition,
  isChecked: boolean,
): (result: unknown, cache: CachePolicy, call: RequestedCall) => Response {
  const write = hasJsonBody(endpoint) ? createWriter(endpoint, isChecked) : undefined;
  return (result, cache, call) => {
    if (isChecked) assertMatchesContract(endpoint, result);
    if (write) return jsonReply(endpoint, result, cache, write, call);
    return endpoint.isDownload ? fileReply(result, cache) : redirectResponse(result, cache);
  };
}

const contractError = ({ method, path }: EndpointDefinition, cause: unknown) =>
  new Error(`Reply of ${method} ${path} breaks the contract`, { cause });

function createWriter(endpoint: EndpointDefinition, isStrict: boolean): (body: unknown) => string {
  const withContractError = <Result>(work: () => Result): Result => {
    try {
      return work();
    } catch (cause) {
      throw contractError(endpoint, cause);
    }
  };
  const write = withContractError(() => createReplyWriter(endpoint.reply, { isStrict }));
  return (body) => withContractError(() => write(body));
}

function assertMatchesContract(endpoint: EndpointDefinition, result: unknown): void {
  const checked = z.core.safeParse(endpoint.reply, toBody(result));
  if (!checked.success) throw contractError(endpoint, checked.error);
}

function buildHeaders(result: unknown, cache: CachePolicy): Headers {
  const headers = result instanceof Reply ? result.headers : new Headers();
  headers.set('Cache-Control', cacheControl(cache));
  if (isShared(cache)) for (const [name, value] of corsHeaders) headers.set(name, value);
  return headers;
}

const redirectResponse = (result: unknown, cache: CachePolicy): Response =>
  new Response(null, { status: 302, headers: buildHeaders(result, cache) });

function jsonReply(
  endpoint: EndpointDefinition,
  result: unknown,
  cache: CachePolicy,
  write: (body: unknown) => string,
  { query, request }: RequestedCall,
): Response {
  const headers = buildHeaders(result, cache);
  headers.set('Content-Type', 'application/json; charset=utf-8');
  if (result instanceof Page) {
    for (const [name, value] of pagingHeaders(request.url, query, result)) headers.set(name, value);
  }
  return new TextResponse(write(toBody(result)), { status: endpoint.status ?? 200, headers });
}

/** Sends the bytes unchanged, as an attachment unless the handler sets another disposition. */
function fileReply(result: unknown, cache: CachePolicy): Response {
  const headers = buildHeaders(result, cache);
  if (!headers.has('Content-Type')) headers.set('Content-Type', 'application/octet-stream');
  if (!headers.has('Content-Disposition')) headers.set('Content-Disposition', 'attachment');
  const status = (result instanceof Reply && result.status) || 200;
  return new Response(toBody(result) as Uint8Array<ArrayBuffer>, { status, headers });
}

/** An id that cannot exist gets the same response as one that does not exist. */
function readParams(endpoint: EndpointDefinition, params: Record<string, string>): unknown {
  if (!endpoint.params) return undefined;
  const parsed = z.core.safeParse(endpoint.params, params);
  if (parsed.success) return parsed.data;
  throw new AppError(endpoint.errors.find((code) => code.endsWith('_NOT_FOUND')) ?? 'NOT_FOUND');
}

/** Rejects unknown parameters: a misspelt filter would return everything, each as its own cache entry. */
function readQuery(endpoint: EndpointDefinition, url: string): unknown {
  if (!endpoint.query) return undefined;
  const query: Record<string, string> = {};
  for (const [name, value] of new URL(url).searchParams) query[name] ??= value;
  const knownNames = listParameters(endpoint);
  const [known, unknown] = [true, false].map((isKnown) =>
    Object.entries(query).filter(([name]) => knownNames.includes(name) === isKnown),
  ) as [[string, string][], [string, string][]];
  const message = `${fieldErrors.UNKNOWN_PARAMETER} Its parameters are: ${knownNames.join(', ')}.`;
  const problems = unknown
    .slice(0, MAX_REPORTED.parameters)
    .map(([name]) => [name.slice(0, MAX_REPORTED.characters), { code: 'UNKNOWN_PARAMETER', message }] as const);
  return readInput(endpoint.query, Object.fromEntries(known), Object.fromEntries(problems));
}

async function readBody(
  endpoint: EndpointDefinition,
  request: Request,
  actor: Actor,
): Promise<{ body: unknown; idempotency: IdempotencyContext | undefined }> {
  const { body: schema, uploadBytes, mayBeEmpty = false } = endpoint;
  if (!schema) return { body: undefined, idempotency: undefined };
  if (uploadBytes !== undefined) return { body: await readFile(request, uploadBytes), idempotency: undefined };
  const json = await readJson(request, mayBeEmpty);
  const body = readInput(schema, json);
  const key = endpoint.idempotencyKey ? request.headers.get(IDEMPOTENCY_KEY_HEADER) : null;
  if (key === null) return { body, idempotency: undefined };
  const call = `${endpoint.method} ${new URL(request.url).pathname}`;
  return { body, idempotency: createIdempotencyContext({ call, who: accountIdOf(actor), key, body: json }) };
}

/** The account, whether the caller uses a session or a key: idempotent replies are stored per account. */
function accountIdOf(actor: Actor): string | undefined {
  if (actor.kind === 'visitor') return undefined;
  return actor.kind === 'user' ? actor.user.id : actor.accountId;
}

async function readFile(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (bytes.length > maxBytes) throw new AppError('TOO_LARGE');
  return bytes;
}

async function readJson(request: Request, mayBeEmpty: boolean): Promise<unknown> {
  const text = await request.text();
  if (text === '' && mayBeEmpty) return {};
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('INVALID_INPUT', { cause, fields: { body: { code: 'NOT_JSON' } } });
  }
}

function readInput(
  schema: z.core.$ZodType,
  input: unknown,
  earlierProblems: Readonly<Record<string, FieldProblem>> = {},
): unknown {
  const unstorablePaths = findUnstorablePaths(input);
  const parsed = z.core.safeParse(schema, input);
  const fields = { ...earlierProblems };
  for (const issue of parsed.error?.issues ?? []) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys.slice(0, MAX_REPORTED.fields)) {
        fields[[...issue.path, key].join('.').slice(0, MAX_REPORTED.characters)] = { code: 'UNKNOWN_FIELD' };
      }
    } else {
      fields[issue.path.join('.') || 'body'] ??= toFieldError(issue);
    }
  }
  for (const path of unstorablePaths) fields[path] ??= { code: 'NOT_TEXT' };
  if (Object.keys(fields).length > 0) throw invalidInput(fields);
  return parsed.data;
}

/** Where the contract has no message of its own, it says what is allowed. */
function toFieldError(issue: z.core.$ZodIssue): FieldProblem {
  const fieldError = parseFieldError(issue.message);
  return fieldError.code === 'INVALID_VALUE' ? { ...fieldError, message: describeIssue(issue) } : fieldError;
}

const typeNames: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  object: 'an object',
  string: 'text',
};

function describeIssue(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_value') return listAllowed(issue.values);
  const name = issue.code === 'invalid_type' && typeNames[issue.expected];
  if (!name) return issue.message;
  return issue.message.endsWith('received undefined') ? `Required: ${name}.` : `Must be ${name}.`;
}

/** More than twice as deep as any call of ours; recursive code such as JSON.stringify handles far more. */
const MAX_NESTING_DEPTH = 32;
/** Limits for the field names in an error response. */
const MAX_REPORTED = { fields: 20, parameters: 5, characters: 100 };

/**
 * PostgreSQL stores neither the character NUL nor half a surrogate pair, and nobody types them. Values that could not
 * even be validated are rejected at once: an object with its own `valueOf` cannot be compared with a number. It is
 * iterative, because arrays may be nested as deep as a body is long.
 */
function findUnstorablePaths(input: unknown): string[] {
  const paths: string[] = [];
  const stack: { value: unknown; path: string; depth: number }[] = [{ value: input, path: '', depth: 0 }];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { value, path, depth } = next;
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) {
      if (paths.length < MAX_REPORTED.fields) paths.push(path.slice(0, MAX_REPORTED.characters) || 'body');
    }
    if (typeof value !== 'object' || value === null) continue;
    if (depth === MAX_NESTING_DEPTH) throw invalidInput({ body: 'NESTED_TOO_DEEP' });
    for (const [key, inner] of Object.entries(value)) {
      if (key in Object.prototype) throw invalidInput({ [key]: 'UNKNOWN_NAME' });
      stack.push({ value: inner, path: path ? `${path}.${key}` : key, depth: depth + 1 });
    }
  }
  return paths;
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return isOutage(error) ? unavailable(error) : new AppError('UNEXPECTED');
}

/** An AppError keeps its own message, an outage becomes 503, and everything else one general message. */
export function errorResponse(error: unknown, cache: CachePolicy = 'never'): Response {
  const appError = toAppError(error);
  const { kind, message } = errors[appError.code];
  const status = errorKinds[kind];
  const body: ErrorReply & Partial<Pick<PrivateDataError, 'privateData'>> = {
    message,
    code: appError.code,
    ...(status === 400 && appError.fields && toFieldMessages(appError.fields)),
    ...(appError.privateData && { privateData: [...appError.privateData] }),
  };
  const headers = new Headers(appError.headers);
  headers.set('Content-Type', 'application/json; charset=utf-8');
  // A shared 404 is cached too, so that a thousand requests for a missing page cost as little as one. It may end.
  const missing = cache === 'immutable' ? 'shared' : cache;
  headers.set('Cache-Control', cacheControl(kind === 'not_found' && isShared(cache) ? missing : 'never'));
  if (isShared(cache)) for (const [name, value] of corsHeaders) headers.set(name, value);
  if (kind === 'unavailable' || kind === 'limited') {
    headers.set('Retry-After', String(appError.retryAfterSeconds ?? RETRY_AFTER_SECONDS));
  }
  return new TextResponse(JSON.stringify(body), { status, headers });
}

/** The problem of each field, as a sentence and as a code for clients with their own texts. */
function toFieldMessages(fieldErrors: Record<string, FieldProblem>): Pick<ErrorReply, 'fields' | 'fieldErrors'> {
  const entries = Object.entries(fieldErrors);
  return {
    fields: Object.fromEntries(entries.map(([name, { message, ...error }]) => [name, message ?? toSentence(error)])),
    fieldErrors: Object.fromEntries(entries.map(([name, { message: _, ...error }]) => [name, error])),
  };
}

export const errorReply = (code: ErrorCode): Response => errorResponse(new AppError(code));

export function logUnexpectedError(log: Log, error: unknown, requestId: string): void {
  if (error instanceof AppError && error.code !== 'UNEXPECTED' && error.code !== 'UNAVAILABLE') return;
  log.error({ requestId, err: error, cause: error instanceof Error ? error.cause : undefined }, 'request failed');
}

/** A GET whose response is shared by many requests. */
export interface SharedRoute {
  path: string;
  /** A signed-in user gets a response of their own. */
  isSignedOutOnly: boolean;
  /** The query parameters that it accepts. */
  parameters: readonly string[];
}

const toPathPattern = ({ path }: EndpointDefinition): RegExp => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`);

const toNamedPathPattern = ({ path }: EndpointDefinition): RegExp =>
  new RegExp(`^${path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`);

export function createSharedRouteFinder(routes: readonly Route[]): (path: string) => SharedRoute | undefined {
  const shared = routes
    .filter(({ endpoint }) => endpoint.method === 'GET' && isShared(endpoint.cache))
    .map(({ endpoint }) => ({
      pattern: toPathPattern(endpoint),
      route: {
        path: endpoint.path,
        isSignedOutOnly: endpoint.cache === 'sharedWhenSignedOut',
        parameters: listParameters(endpoint),
      },
    }));
  return (path) => shared.find(({ pattern }) => pattern.test(path))?.route;
}

/** An upload that is about to be received. */
export interface Upload {
  maxBytes: number;
  /** Checks access by throwing, before the file is read. The request has no body. */
  authorize: (request: () => Request) => Promise<void>;
}

/** Finds the upload settings of a path; undefined if it accepts no file. */
export function createUploadFinder(
  routes: readonly Route[],
  authenticate: Authenticate,
): (method: string, url: string) => Upload | undefined {
  const uploads = routes.flatMap(({ endpoint, authorizeUpload }) =>
    endpoint.uploadBytes === undefined
      ? []
      : [{ endpoint, admit: authorizeUpload, pattern: toNamedPathPattern(endpoint), maxBytes: endpoint.uploadBytes }],
  );
  return (method, url) => {
    const { pathname } = new URL(url, 'http://any');
    for (const { endpoint, admit, pattern, maxBytes } of uploads) {
      const match = endpoint.method === method ? pattern.exec(pathname) : null;
      if (!match) continue;
      const readCallWithoutBody = () => ({
        params: readParams(endpoint, { ...match.groups }),
        query: readQuery(endpoint, new URL(url, 'http://any').href),
      });
      return {
        maxBytes,
        authorize: async (request) => {
          const actor = endpoint.access === 'public' ? visitor : await authenticate(request(), { isPolled: false });
          guard(endpoint, actor);
          await admit?.({ ...readCallWithoutBody(), actor } as Parameters<typeof admit>[0]);
        },
      };
    }
    return undefined;
  };
}
