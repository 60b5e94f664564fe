/**
 * The JSON API under /api: routes of the contract, validation, access and errors. Only this folder uses the HTTP
 * library.
 */
import { cacheControl, type CachePolicy, isShared, policyFor } from '@hakiki/contract/cache';
import { type EndpointDefinition, IDEMPOTENCY_KEY_HEADER, parametersOf } from '@hakiki/contract/endpoint';
import { type ErrorCode, errorKinds, type ErrorReply, errors } from '@hakiki/contract/errors';
import { readFieldError } from '@hakiki/contract/field-error';
import { sentenceOf } from '@hakiki/contract/field-errors';
import { rateLimits } from '@hakiki/contract/limits';
import { PRIVATE_DATA_HEADER, type PrivateDataRefusal, readAcknowledged } from '@hakiki/contract/private-data';
import { Hono } from 'hono';
import * as z from 'zod';
import { AppError, type FieldFault, invalid, unavailable } from '../app-error.ts';
import { isOutage } from '../db/retry.ts';
import { type Repeat, repeatOf } from '../idempotency/idempotency.ts';
import type { Log } from '../log/log.ts';
import type { RateLimiter } from '../rate-limit/rate-limiter.ts';
import { type Actor, type Authenticate, guard, visitor } from './actor.ts';
import { limitKeyOf } from './client-address.ts';
import { mayBeSignedIn } from './cookies.ts';
import { endingOf } from './ending.ts';
import { answerKeyed, asProblem, isKeyed, isKeyedPath, type KeyDoor } from './keyed.ts';
import { headersOfPage, openToPages } from './public-answers.ts';
import { createReplyWriter } from './reply-writer.ts';
import type { RequestContext } from './request-context.ts';
import { Page, Reply, type Route } from './route.ts';

const RETRY_AFTER_SECONDS = 2;

export interface ApiOptions {
  routes: readonly Route[];
  authenticate: Authenticate;
  /** Authenticates API keys; without it every key is rejected. */
  keyDoor?: KeyDoor;
  limiter: RateLimiter;
  log: Log;
  /** Fails on fields that the contract does not name. Production skips the check and omits such fields. */
  checkReplies: boolean;
}

export type Api = (request: Request, context: RequestContext) => Promise<Response>;

export function createApi({ routes, authenticate, keyDoor = noKeys, limiter, log, checkReplies }: ApiOptions): Api {
  const app = new Hono<{ Bindings: RequestContext; Variables: { cache?: CachePolicy } }>();

  for (const { endpoint, answer } of routes) {
    const send = createSender(endpoint, checkReplies);
    if (isKeyed(endpoint)) {
      const ending = endingOf(endpoint);
      app.on(endpoint.method, endpoint.path, (c) => {
        c.env.route = endpoint.path;
        const request = c.req.raw;
        return answerKeyed({
          door: keyDoor,
          endpoint,
          ending,
          request,
          context: c.env,
          work: async (actor) => {
            const call = await readCall(endpoint, request, c.req.param(), actor, c.env);
            return send(await answer(call), endpoint.cache, call);
          },
          refuse: (error) => {
            logUnforeseen(log, error, c.env.requestId);
            return errorResponse(error);
          },
        });
      });
      continue;
    }
    app.on(endpoint.method, endpoint.path, async (c) => {
      c.env.route = endpoint.path;
      const request = c.req.raw;
      const cache = policyFor(endpoint.cache, mayBeSignedIn(request.headers.get('cookie')));
      c.set('cache', cache);
      const limit = rateLimits[endpoint.rateLimit];
      const count = (who: string) =>
        limit.enforcedBy === 'origin' ? limiter.consume(endpoint.rateLimit, limit, who) : Promise.resolve();
      if (!('per' in limit && limit.per === 'person')) await count(limitKeyOf(c.env.address));
      // A shared response is the same for everybody: it is computed for an anonymous visitor.
      const actor = isShared(cache) ? visitor : await authenticate(request, { isPolled: endpoint.isPolled ?? false });
      if (actor.kind === 'user' && actor.canModerate) c.env.isStaff = true;
      guard(endpoint, actor);
      if ('per' in limit && limit.per === 'person' && actor.kind === 'user') await count(actor.user.id);
      const call = await readCall(endpoint, request, c.req.param(), acknowledging(endpoint, request, actor), c.env);
      return send(await answer(call), cache, call);
    });
  }
  app.notFound((c) => {
    const unknown = errorReply('NOT_FOUND');
    return isKeyedPath(c.req.path) ? asProblem(unknown) : unknown;
  });
  app.onError((error, c) => {
    logUnforeseen(log, error, c.env.requestId);
    return errorResponse(error, c.get('cache'));
  });

  return async (request, context) => app.fetch(request, context);
}

/** Adds the private details that the caller has confirmed for publication. */
const acknowledging = ({ errors: known }: EndpointDefinition, request: Request, actor: Actor): Actor =>
  actor.kind === 'user' && known.includes('PRIVATE_DATA_FOUND')
    ? { ...actor, acknowledged: readAcknowledged(request.headers.get(PRIVATE_DATA_HEADER)) }
    : actor;

const noKeys: KeyDoor = {
  authenticate: () => Promise.reject(new AppError('API_KEY_INVALID')),
  admit: () => Promise.reject(new AppError('API_KEY_INVALID')),
  record: () => undefined,
};

async function readCall(
  endpoint: EndpointDefinition,
  request: Request,
  params: Record<string, string>,
  actor: Actor,
  { address }: RequestContext,
): Promise<Parameters<Route['answer']>[0]> {
  const call = {
    params: readParams(endpoint, params),
    query: endpoint.query ? readInput(endpoint.query, readQuery(endpoint, request.url)) : undefined,
    ...(await readBody(endpoint, request, actor)),
    actor,
    request,
    peer: address,
  };
  return call as Parameters<Route['answer']>[0];
}

const bodyOf = (answer: unknown): unknown =>
  answer instanceof Page ? answer.rows : answer instanceof Reply ? answer.body : answer;

const isWritten = ({ status, isDownload }: EndpointDefinition): boolean => status !== 302 && !isDownload;

type Asked = Pick<Parameters<Route['answer']>[0], 'query' | 'request'>;

/** Creates the function that turns this endpoint's results into responses. */
function createSender(
  endpoint: EndpointDefinition,
  isChecked: boolean,
): (answer: unknown, cache: CachePolicy, call: Asked) => Response {
  const write = isWritten(endpoint) ? createWriter(endpoint, isChecked) : undefined;
  return (answer, cache, call) => {
    if (isChecked) holdAgainstContract(endpoint, answer);
    if (write) return jsonReply(endpoint, answer, cache, write, call);
    return endpoint.isDownload ? fileReply(answer, cache) : wayOn(answer, cache);
  };
}

const breach = ({ method, path }: EndpointDefinition, cause: unknown) =>
  new Error(`Reply of ${method} ${path} breaks the contract`, { cause });

function createWriter(endpoint: EndpointDefinition, isStrict: boolean): (body: unknown) => string {
  const guarded = <Result>(work: () => Result): Result => {
    try {
      return work();
    } catch (cause) {
      throw breach(endpoint, cause);
    }
  };
  const write = guarded(() => createReplyWriter(endpoint.reply, { isStrict }));
  return (body) => guarded(() => write(body));
}

function holdAgainstContract(endpoint: EndpointDefinition, answer: unknown): void {
  const checked = z.core.safeParse(endpoint.reply, bodyOf(answer));
  if (!checked.success) throw breach(endpoint, checked.error);
}

function headersOf(answer: unknown, cache: CachePolicy): Headers {
  const headers = answer instanceof Reply ? answer.headers : new Headers();
  headers.set('Cache-Control', cacheControl(cache));
  if (isShared(cache)) for (const [name, value] of openToPages) headers.set(name, value);
  return headers;
}

const wayOn = (answer: unknown, cache: CachePolicy): Response =>
  new Response(null, { status: 302, headers: headersOf(answer, cache) });

function jsonReply(
  endpoint: EndpointDefinition,
  answer: unknown,
  cache: CachePolicy,
  write: (body: unknown) => string,
  { query, request }: Asked,
): Response {
  const headers = headersOf(answer, cache);
  headers.set('Content-Type', 'application/json; charset=utf-8');
  if (answer instanceof Page) {
    for (const [name, value] of headersOfPage(request.url, query, answer)) headers.set(name, value);
  }
  return new Response(write(bodyOf(answer)), { status: endpoint.status ?? 200, headers });
}

/** Sends the bytes unchanged, as an attachment unless the handler sets another disposition. */
function fileReply(answer: unknown, cache: CachePolicy): Response {
  const headers = headersOf(answer, cache);
  if (!headers.has('Content-Type')) headers.set('Content-Type', 'application/octet-stream');
  if (!headers.has('Content-Disposition')) headers.set('Content-Disposition', 'attachment');
  return new Response(bodyOf(answer) as Uint8Array<ArrayBuffer>, { headers });
}

/** An id that cannot exist gets the same response as one that does not exist. */
function readParams(endpoint: EndpointDefinition, given: Record<string, string>): unknown {
  if (!endpoint.params) return undefined;
  const parsed = z.core.safeParse(endpoint.params, given);
  if (parsed.success) return parsed.data;
  throw new AppError(endpoint.errors.find((code) => code.endsWith('_NOT_FOUND')) ?? 'NOT_FOUND');
}

/** Rejects unknown parameters: a misspelt filter would return everything, each as its own cache entry. */
function readQuery(endpoint: EndpointDefinition, url: string): Record<string, string> {
  const query: Record<string, string> = {};
  for (const [name, value] of new URL(url).searchParams) query[name] ??= value;
  const known = parametersOf(endpoint);
  const unknown = Object.keys(query).filter((name) => !known.includes(name));
  if (unknown.length === 0) return query;
  throw invalid(
    Object.fromEntries(unknown.slice(0, 5).map((name) => [name.slice(0, 100), 'UNKNOWN_PARAMETER'] as const)),
  );
}

async function readBody(
  endpoint: EndpointDefinition,
  request: Request,
  actor: Actor,
): Promise<{ body: unknown; repeat: Repeat | undefined }> {
  const { body: schema, uploadBytes, mayBeEmpty = false } = endpoint;
  if (!schema) return { body: undefined, repeat: undefined };
  if (uploadBytes !== undefined) return { body: await readFile(request, uploadBytes), repeat: undefined };
  const sent = await readJson(request, mayBeEmpty);
  const body = readInput(schema, sent);
  const key = endpoint.idempotencyKey ? request.headers.get(IDEMPOTENCY_KEY_HEADER) : null;
  if (key === null) return { body, repeat: undefined };
  const call = `${endpoint.method} ${new URL(request.url).pathname}`;
  return { body, repeat: repeatOf({ call, who: whoIs(actor), key, body: sent }) };
}

/** The account, whether the caller uses a session or a key: idempotent replies are stored per account. */
function whoIs(actor: Actor): string | undefined {
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

function readInput(schema: z.core.$ZodType, given: unknown): unknown {
  const unstorable = pathsOfUnstorable(given);
  const parsed = z.core.safeParse(schema, given);
  const fields: Record<string, FieldFault> = {};
  for (const { path, message } of parsed.error?.issues ?? []) fields[path.join('.') || 'body'] ??= faultIn(message);
  for (const path of unstorable) fields[path] ??= { code: 'NOT_TEXT' };
  if (Object.keys(fields).length > 0) throw invalid(fields);
  return parsed.data;
}

/** Where the contract has no message of its own, the schema library's message is used. */
function faultIn(message: string): FieldFault {
  const fault = readFieldError(message);
  return fault.code === 'INVALID_VALUE' ? { ...fault, message } : fault;
}

/** More than twice as deep as any call of ours; recursive code such as JSON.stringify handles far more. */
const DEEPEST = 32;
/** Limits for the field names in an error response. */
const NAMED = { fields: 20, letters: 100 };

/**
 * PostgreSQL stores neither the character NUL nor half a surrogate pair, and nobody types them. Values that could not
 * even be validated are rejected at once: an object with its own `valueOf` cannot be compared with a number. It is
 * iterative, because arrays may be nested as deep as a body is long.
 */
function pathsOfUnstorable(given: unknown): string[] {
  const found: string[] = [];
  const open: { value: unknown; path: string; depth: number }[] = [{ value: given, path: '', depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, path, depth } = next;
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) {
      if (found.length < NAMED.fields) found.push(path.slice(0, NAMED.letters) || 'body');
    }
    if (typeof value !== 'object' || value === null) continue;
    if (depth === DEEPEST) throw invalid({ body: 'NESTED_TOO_DEEP' });
    for (const [key, inner] of Object.entries(value)) {
      if (key in Object.prototype) throw invalid({ [key]: 'UNKNOWN_NAME' });
      open.push({ value: inner, path: path ? `${path}.${key}` : key, depth: depth + 1 });
    }
  }
  return found;
}

function knownError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return isOutage(error) ? unavailable(error) : new AppError('UNEXPECTED');
}

/** An AppError keeps its own message, an outage becomes 503, and everything else one general message. */
export function errorResponse(error: unknown, cache: CachePolicy = 'never'): Response {
  const known = knownError(error);
  const { kind, message } = errors[known.code];
  const status = errorKinds[kind];
  const body: ErrorReply & Partial<Pick<PrivateDataRefusal, 'privateData'>> = {
    message,
    code: known.code,
    ...(status === 400 && known.fields && wordsOf(known.fields)),
    ...(known.privateData && { privateData: [...known.privateData] }),
  };
  const headers = new Headers(known.headers);
  headers.set('Content-Type', 'application/json; charset=utf-8');
  // A shared 404 is cached too, so that a thousand requests for a missing page cost as little as one.
  headers.set('Cache-Control', cacheControl(kind === 'not_found' && isShared(cache) ? cache : 'never'));
  if (isShared(cache)) for (const [name, value] of openToPages) headers.set(name, value);
  if (kind === 'unavailable' || kind === 'limited') {
    headers.set('Retry-After', String(known.retryAfterSeconds ?? RETRY_AFTER_SECONDS));
  }
  return new Response(JSON.stringify(body), { status, headers });
}

/** The problem of each field, as a sentence and as a code for clients with their own texts. */
function wordsOf(faults: Record<string, FieldFault>): Pick<ErrorReply, 'fields' | 'fieldErrors'> {
  const entries = Object.entries(faults);
  return {
    fields: Object.fromEntries(entries.map(([name, { message, ...error }]) => [name, message ?? sentenceOf(error)])),
    fieldErrors: Object.fromEntries(entries.map(([name, { message: _, ...error }]) => [name, error])),
  };
}

export const errorReply = (code: ErrorCode): Response => errorResponse(new AppError(code));

export function logUnforeseen(log: Log, error: unknown, requestId: string): void {
  if (error instanceof AppError && error.code !== 'UNEXPECTED' && error.code !== 'UNAVAILABLE') return;
  log.error({ requestId, err: error, cause: error instanceof Error ? error.cause : undefined }, 'request failed');
}

/** A GET whose response is shared by many requests. */
export interface SharedRoute {
  path: string;
  /** A signed-in user gets a response of their own. */
  isForVisitors: boolean;
  /** The query parameters that it accepts. */
  parameters: readonly string[];
}

const patternOf = ({ path }: EndpointDefinition): RegExp => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`);

const namingPatternOf = ({ path }: EndpointDefinition): RegExp =>
  new RegExp(`^${path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`);

export function createSharedRoutes(routes: readonly Route[]): (path: string) => SharedRoute | undefined {
  const shared = routes
    .filter(({ endpoint }) => endpoint.method === 'GET' && isShared(endpoint.cache))
    .map(({ endpoint }) => ({
      pattern: patternOf(endpoint),
      route: {
        path: endpoint.path,
        isForVisitors: endpoint.cache === 'sharedWhenSignedOut',
        parameters: parametersOf(endpoint),
      },
    }));
  return (path) => shared.find(({ pattern }) => pattern.test(path))?.route;
}

/** An upload that is about to be received. */
export interface Upload {
  maxBytes: number;
  /** Checks access by throwing, before the file is read. The request has no body. */
  admit: (request: () => Request) => Promise<void>;
}

/** Finds the upload settings of a path; undefined if it accepts no file. */
export function createUploadRoutes(
  routes: readonly Route[],
  authenticate: Authenticate,
): (method: string, url: string) => Upload | undefined {
  const uploads = routes.flatMap(({ endpoint, admit }) =>
    endpoint.uploadBytes === undefined
      ? []
      : [{ endpoint, admit, pattern: namingPatternOf(endpoint), maxBytes: endpoint.uploadBytes }],
  );
  return (method, url) => {
    const { pathname } = new URL(url, 'http://any');
    for (const { endpoint, admit, pattern, maxBytes } of uploads) {
      const found = endpoint.method === method ? pattern.exec(pathname) : null;
      if (!found) continue;
      const announced = () => ({
        params: readParams(endpoint, { ...found.groups }),
        query: endpoint.query
          ? readInput(endpoint.query, readQuery(endpoint, new URL(url, 'http://any').href))
          : undefined,
      });
      return {
        maxBytes,
        admit: async (request) => {
          const actor = endpoint.access === 'public' ? visitor : await authenticate(request(), { isPolled: false });
          guard(endpoint, actor);
          await admit?.({ ...announced(), actor } as Parameters<typeof admit>[0]);
        },
      };
    }
    return undefined;
  };
}
