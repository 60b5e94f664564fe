/** Connects a contract endpoint with the function that handles it. */
import type { BodyOf, EndpointDefinition, ParamsOf, QueryOf, ReplyOf } from '@hakiki/contract/endpoint';
import type { IdempotencyContext } from '../idempotency/idempotency.ts';
import type { ActorFor } from './actor.ts';

export interface Call<E extends EndpointDefinition> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  actor: ActorFor<E['access']>;
  request: Request;
  /** The client's IP address as rate limits see it. Never stored. */
  clientIp: string;
  /** Set if the endpoint accepts an Idempotency-Key and the caller sent one. */
  idempotency: IdempotencyContext | undefined;
}

/** A response body with headers of its own, such as cookies, a file name or a redirect. */
export class Reply<Body> {
  readonly body: Body;
  readonly headers: Headers;
  /** The status of a format with errors of its own, such as JSON-RPC; otherwise that of the endpoint. */
  readonly status: number | undefined;

  constructor(body: Body, headers: Headers, status?: number) {
    this.body = body;
    this.headers = headers;
    this.status = status;
  }
}

export const withHeaders = <Body>(body: Body, headers: [string, string][]): Reply<Body> =>
  new Reply(body, new Headers(headers));

export const redirectTo = (location: string, headers: [string, string][] = []): Reply<void> =>
  new Reply<void>(undefined, new Headers([['Location', location], ...headers]));

/** One page of a list, with the total number of matches or the query parameters of the next page. */
export class Page<Rows> {
  readonly rows: Rows;
  readonly continuation: { total: number } | { next: Record<string, string> | undefined };

  constructor(rows: Rows, continuation: Page<Rows>['continuation']) {
    this.rows = rows;
    this.continuation = continuation;
  }
}

export const page = <Rows>(rows: Rows, total: number): Page<Rows> => new Page(rows, { total });

/** For keyset pagination; without `next` it is the last page. */
export const pageWithNext = <Rows>(rows: Rows, next: Record<string, string> | undefined): Page<Rows> =>
  new Page(rows, { next });

type HandlerResult<E extends EndpointDefinition> = E extends { totalCount: true }
  ? Page<ReplyOf<E>>
  : ReplyOf<E> | Reply<ReplyOf<E>>;

/** The parts of a call that are known before its body is read. */
export type CallWithoutBody<E extends EndpointDefinition> = Pick<Call<E>, 'params' | 'query' | 'actor'>;

export interface Route {
  endpoint: EndpointDefinition;
  handler: (call: Call<EndpointDefinition>) => unknown;
  /** Rejects an upload by throwing, before its body is read. */
  authorizeUpload?: (call: CallWithoutBody<EndpointDefinition>) => Promise<void>;
}

export function handle<E extends EndpointDefinition>(
  endpoint: E,
  handler: (call: Call<E>) => HandlerResult<E> | Promise<HandlerResult<E>>,
  authorizeUpload?: (call: CallWithoutBody<E>) => Promise<void>,
): Route {
  // Built from the endpoint's own schemas and guard (api.ts), which the route list's type cannot express.
  return { endpoint, handler, ...(authorizeUpload && { authorizeUpload }) };
}
