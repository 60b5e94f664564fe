/** A contract endpoint joined to the function that answers it. */
import type { BodyOf, EndpointDefinition, ParamsOf, QueryOf, ReplyOf } from '@hakiki/contract/endpoint';
import type { Repeat } from '../idempotency/idempotency.ts';
import type { ActorFor } from './actor.ts';

export interface Call<E extends EndpointDefinition> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  actor: ActorFor<E['access']>;
  request: Request;
  /** Where the call comes from, as limits see it. Never kept. */
  peer: string;
  /** Set where the endpoint takes an Idempotency-Key and the caller sent one. */
  repeat: Repeat | undefined;
}

/** An answer with headers of its own: cookies, a file's name, or the way on. */
export class Reply<Body> {
  readonly body: Body;
  readonly headers: Headers;

  constructor(body: Body, headers: Headers) {
    this.body = body;
    this.headers = headers;
  }
}

export const withHeaders = <Body>(body: Body, headers: [string, string][]): Reply<Body> =>
  new Reply(body, new Headers(headers));

export const leadTo = (location: string, headers: [string, string][] = []): Reply<void> =>
  new Reply<void>(undefined, new Headers([['Location', location], ...headers]));

/** One page of a list, and what is known of the rest: the number of all matches, or the parameters of the page that follows. */
export class Page<Rows> {
  readonly rows: Rows;
  readonly rest: { total: number } | { next: Record<string, string> | undefined };

  constructor(rows: Rows, rest: Page<Rows>['rest']) {
    this.rows = rows;
    this.rest = rest;
  }
}

export const page = <Rows>(rows: Rows, total: number): Page<Rows> => new Page(rows, { total });

/** Of a list that is read by what came last; without `next` it is the end. */
export const pageBefore = <Rows>(rows: Rows, next: Record<string, string> | undefined): Page<Rows> =>
  new Page(rows, { next });

type Answer<E extends EndpointDefinition> = E extends { totalCount: true }
  ? Page<ReplyOf<E>>
  : ReplyOf<E> | Reply<ReplyOf<E>>;

/** What is known of a call before anything of its body is read. */
export type Announced<E extends EndpointDefinition> = Pick<Call<E>, 'params' | 'query' | 'actor'>;

export interface Route {
  endpoint: EndpointDefinition;
  answer: (call: Call<EndpointDefinition>) => unknown;
  /** Refuses an upload by throwing, before its body is read. */
  admit?: (call: Announced<EndpointDefinition>) => Promise<void>;
}

export function handle<E extends EndpointDefinition>(
  endpoint: E,
  answer: (call: Call<E>) => Answer<E> | Promise<Answer<E>>,
  admit?: (call: Announced<E>) => Promise<void>,
): Route {
  // The call is built from this endpoint's own schemas and guard (see api.ts), which the list of routes cannot express.
  return { endpoint, answer, ...(admit && { admit }) };
}
