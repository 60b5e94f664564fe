/**
 * Handles calls of the public API. A call with a key is counted before anything is computed, its response says how much
 * of the quota is left, and errors follow RFC 9457. A rejected call or a failure on our side costs the caller nothing;
 * a 304 had to be computed, so it counts in the hourly limit but not in the monthly quota.
 */
import { type EndpointDefinition, IDEMPOTENCY_KEY_HEADER } from '@hakiki/contract/endpoint';
import type { ErrorCode, ErrorReply } from '@hakiki/contract/errors';
import { TOTAL_COUNT_HEADER } from '@hakiki/contract/limits';
import { TextResponse } from '@hakiki/contract/text-response';
import { guard, type KeyActor } from './actor.ts';
import { computeBodyHash, parseEntityTags } from './prepared-reply.ts';
import { PROBLEM_TYPE, toProblem } from './problem.ts';
import type { RequestContext } from './request-context.ts';
import type { HeaderList } from './security-headers.ts';

/** A call that was allowed and counted. */
interface CountedCall {
  /** Rate limit headers for the response. */
  headers: HeaderList;
  /** Removes the call from both counts, or from the monthly count only. Returns the new rate limit headers. */
  refund: (from: 'hour and month' | 'month') => Promise<HeaderList>;
}

/** Authenticates API keys and counts their calls. */
export interface ApiKeyAuth {
  authenticate: (request: Request, clientIp: string) => Promise<KeyActor>;
  countCall: (actor: KeyActor, endpoint: EndpointDefinition) => Promise<CountedCall>;
  record: (actor: KeyActor, endpoint: EndpointDefinition, response: { status: number; ms: number }) => void;
}

export const requiresApiKey = ({ access }: EndpointDefinition): boolean => access.startsWith('key:');
export const isApiKeyPath = (path: string): boolean => path.startsWith('/api/v1/');

/** Cookies do not work for the public API. Pages of other sites may use test keys, but not live keys. */
export function crossSiteErrorCode(path: string, authorization: string | undefined): ErrorCode | undefined {
  if (!isApiKeyPath(path) || !authorization) return 'FORBIDDEN';
  return /^Bearer +hk_test_/i.test(authorization) ? undefined : 'LIVE_KEY_IN_BROWSER';
}

export async function toProblemResponse(errorResponse: Response): Promise<Response> {
  const { status, headers } = errorResponse;
  const errorReply = (await errorResponse.json()) as ErrorReply;
  headers.set('Content-Type', PROBLEM_TYPE);
  if (status === 401) headers.set('WWW-Authenticate', 'Bearer realm="Hakiki API"');
  headers.append('Vary', 'Authorization');
  return new TextResponse(JSON.stringify(toProblem(status, errorReply)), { status, headers });
}

/** A browser sends a preflight request before it sends a key; the key itself is not known yet. */
export const preflightResponse = (): Response =>
  new Response(null, {
    status: 204,
    headers: {
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Methods': 'GET, HEAD, POST',
      'Access-Control-Allow-Headers': `Authorization, Content-Type, If-None-Match, ${IDEMPOTENCY_KEY_HEADER}`,
      'Access-Control-Max-Age': '7200',
      'Cache-Control': 'public, max-age=7200',
    },
  });

const EXPOSED_HEADERS = `ETag, Link, Retry-After, ${TOTAL_COUNT_HEADER}, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, RateLimit, RateLimit-Policy, Deprecation, Sunset`;

interface ApiKeyCall {
  apiKeyAuth: ApiKeyAuth;
  endpoint: EndpointDefinition;
  /** Deprecation headers of a call that will be removed. */
  deprecationHeaders: (address: string) => HeaderList;
  request: Request;
  context: RequestContext;
  compute: (actor: KeyActor) => Promise<Response>;
  /** Turns every error into a response and logs the unexpected ones. */
  toErrorResponse: (error: unknown) => Response;
}

export async function respondToApiKeyCall(call: ApiKeyCall): Promise<Response> {
  const response = await respond(call);
  for (const [name, value] of call.deprecationHeaders(call.request.url)) response.headers.append(name, value);
  return response;
}

async function respond({
  apiKeyAuth,
  endpoint,
  request,
  context,
  compute,
  toErrorResponse,
}: ApiKeyCall): Promise<Response> {
  const startedAt = performance.now();
  let actor: KeyActor | undefined;
  let countedCall: CountedCall;
  try {
    actor = await apiKeyAuth.authenticate(request, context.clientIp);
    guard(endpoint, actor);
    countedCall = await apiKeyAuth.countCall(actor, endpoint);
  } catch (error) {
    return withCorsForTestKey(await toProblemResponse(toErrorResponse(error)), actor);
  }
  const response = await compute(actor).then(
    (response) => withNotModified(request, response),
    (error: unknown) => toProblemResponse(toErrorResponse(error)),
  );
  const { status } = response;
  const isCharged = status !== 304 && status < 500;
  const quotaHeaders = isCharged
    ? countedCall.headers
    : await countedCall.refund(status === 304 ? 'month' : 'hour and month');
  for (const [name, value] of quotaHeaders) response.headers.set(name, value);
  if (!response.headers.has('Vary')) response.headers.set('Vary', 'Authorization');
  apiKeyAuth.record(actor, endpoint, { status, ms: performance.now() - startedAt });
  return withCorsForTestKey(response, actor);
}

/** Only a test key may be used in a page, so only its responses are readable by pages. */
function withCorsForTestKey(response: Response, actor: KeyActor | undefined): Response {
  if (!actor?.isTest) return response;
  response.headers.set('Access-Control-Allow-Origin', '*');
  response.headers.set('Access-Control-Expose-Headers', EXPOSED_HEADERS);
  return response;
}

/** Responds with 304 if the client has this body. An ETag also names the encoding, which does not matter here. */
async function withNotModified(request: Request, response: Response): Promise<Response> {
  const ifNoneMatch = request.headers.get('if-none-match');
  if (ifNoneMatch === null || request.method !== 'GET' || response.status !== 200) return response;
  const body = await response.text();
  const hash = computeBodyHash(Buffer.from(body));
  const matchingTag = parseEntityTags(ifNoneMatch).find((tag) => tag.replace(/^"(.*?)(?:-br|-gzip)?"$/, '$1') === hash);
  if (matchingTag === undefined) return new Response(body, { status: 200, headers: response.headers });
  response.headers.delete('Content-Type');
  response.headers.set('ETag', matchingTag);
  return new Response(null, { status: 304, headers: response.headers });
}
