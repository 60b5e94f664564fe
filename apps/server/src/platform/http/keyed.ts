/**
 * Handles calls of the public API. A call with a key is counted before anything is computed, its response says how much
 * of the quota is left, and errors follow RFC 9457. A rejected call or a failure on our side costs the caller nothing;
 * a 304 had to be computed, so it counts in the hourly limit but not in the monthly quota.
 */
import { type EndpointDefinition, IDEMPOTENCY_KEY_HEADER } from '@hakiki/contract/endpoint';
import type { ErrorCode, ErrorReply } from '@hakiki/contract/errors';
import { TOTAL_COUNT_HEADER } from '@hakiki/contract/limits';
import { guard, type KeyActor } from './actor.ts';
import { hashOfBody, tagsOf } from './prepared-reply.ts';
import { PROBLEM_TYPE, problemOf } from './problem.ts';
import type { RequestContext } from './request-context.ts';
import type { HeaderList } from './security-headers.ts';

/** A call that was allowed and counted. */
interface Admission {
  /** Rate limit headers for the response. */
  headers: HeaderList;
  /** Removes the call from both counts, or from the monthly count only. Returns the new rate limit headers. */
  giveBack: (from: 'hour and month' | 'month') => Promise<HeaderList>;
}

/** Authenticates API keys and counts their calls. */
export interface KeyDoor {
  authenticate: (request: Request, address: string) => Promise<KeyActor>;
  admit: (actor: KeyActor, endpoint: EndpointDefinition) => Promise<Admission>;
  record: (actor: KeyActor, endpoint: EndpointDefinition, answered: { status: number; ms: number }) => void;
}

export const isKeyed = ({ access }: EndpointDefinition): boolean => access.startsWith('key:');
export const isKeyedPath = (path: string): boolean => path.startsWith('/api/v1/');

/** Cookies do not work for the public API. Pages of other sites may use test keys, but not live keys. */
export function foreignRefusal(path: string, authorization: string | undefined): ErrorCode | undefined {
  if (!isKeyedPath(path) || !authorization) return 'FORBIDDEN';
  return /^Bearer +hk_test_/i.test(authorization) ? undefined : 'LIVE_KEY_IN_BROWSER';
}

export async function asProblem(refusal: Response): Promise<Response> {
  const { status, headers } = refusal;
  const said = (await refusal.json()) as ErrorReply;
  headers.set('Content-Type', PROBLEM_TYPE);
  if (status === 401) headers.set('WWW-Authenticate', 'Bearer realm="Hakiki API"');
  headers.append('Vary', 'Authorization');
  return new Response(JSON.stringify(problemOf(status, said)), { status, headers });
}

/** A browser sends a preflight request before it sends a key; the key itself is not known yet. */
export const preflight = (): Response =>
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

const EXPOSED = `ETag, Link, Retry-After, ${TOTAL_COUNT_HEADER}, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, RateLimit, RateLimit-Policy, Deprecation, Sunset`;

interface Given {
  door: KeyDoor;
  endpoint: EndpointDefinition;
  /** Deprecation headers of a call that will be removed. */
  ending: (address: string) => HeaderList;
  request: Request;
  context: RequestContext;
  work: (actor: KeyActor) => Promise<Response>;
  /** Turns every error into a response and logs the unexpected ones. */
  refuse: (error: unknown) => Response;
}

export async function answerKeyed(given: Given): Promise<Response> {
  const answered = await answer(given);
  for (const [name, value] of given.ending(given.request.url)) answered.headers.append(name, value);
  return answered;
}

async function answer({ door, endpoint, request, context, work, refuse }: Given): Promise<Response> {
  const began = performance.now();
  let actor: KeyActor | undefined;
  let admission: Admission;
  try {
    actor = await door.authenticate(request, context.address);
    guard(endpoint, actor);
    admission = await door.admit(actor, endpoint);
  } catch (error) {
    return shared(await asProblem(refuse(error)), actor);
  }
  const answered = await work(actor).then(
    (response) => unlessKnown(request, response),
    (error: unknown) => asProblem(refuse(error)),
  );
  const { status } = answered;
  const isCharged = status !== 304 && status < 500;
  const left = isCharged ? admission.headers : await admission.giveBack(status === 304 ? 'month' : 'hour and month');
  for (const [name, value] of left) answered.headers.set(name, value);
  if (!answered.headers.has('Vary')) answered.headers.set('Vary', 'Authorization');
  door.record(actor, endpoint, { status, ms: performance.now() - began });
  return shared(answered, actor);
}

/** Only a test key may be used in a page, so only its responses are readable by pages. */
function shared(response: Response, actor: KeyActor | undefined): Response {
  if (!actor?.isTest) return response;
  response.headers.set('Access-Control-Allow-Origin', '*');
  response.headers.set('Access-Control-Expose-Headers', EXPOSED);
  return response;
}

/** Responds with 304 if the client has this body. An ETag also names the encoding, which does not matter here. */
async function unlessKnown(request: Request, response: Response): Promise<Response> {
  const known = request.headers.get('if-none-match');
  if (known === null || request.method !== 'GET' || response.status !== 200) return response;
  const body = await response.text();
  const hash = hashOfBody(Buffer.from(body));
  const found = tagsOf(known).find((tag) => tag.replace(/^"(.*?)(?:-br|-gzip)?"$/, '$1') === hash);
  if (found === undefined) return new Response(body, { status: 200, headers: response.headers });
  response.headers.delete('Content-Type');
  response.headers.set('ETag', found);
  return new Response(null, { status: 304, headers: response.headers });
}
