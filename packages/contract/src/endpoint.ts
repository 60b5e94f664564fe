/**
 * An endpoint is data. Routing, validation, the browser's client, the OpenAPI document and the access tests are all read from
 * it, so a fact about a call is written once. `access`, `cache` and `rateLimit` have no default on purpose: leaving one out
 * does not compile.
 */
import type * as z from 'zod/mini';
import type { CachePolicy } from './cache.ts';
import type { Entitlement } from './entitlements.ts';
import type { ErrorCode } from './errors.ts';
import type { RateLimitClass } from './limits.ts';

export const apiScopes = ['read:providers', 'read:compliance', 'read:reviews', 'write:reports'] as const;
export type ApiScope = (typeof apiScopes)[number];

/** What a moderator may call, an administrator may too. `business` is for accounts of that type; their role is the room's to ask for. */
export type Access =
  | 'public'
  | 'signed-in'
  | 'business'
  | 'moderator'
  | 'admin'
  | `entitled:${Entitlement}`
  | `key:${ApiScope}`;

type Schema = z.core.$ZodType;

/** Chosen by the sender for one submit and sent again with each repetition of it. */
export const IDEMPOTENCY_KEY_HEADER = 'Idempotency-Key';
export const idempotencyKeyLength = { min: 16, max: 200 } as const;

/** `YYYY-MM-DD`. */
type Day = `${number}-${number}-${number}`;

export interface EndpointDefinition {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: `/api/${string}`;
  /** One sentence for the API's documentation. */
  summary: string;
  access: Access;
  params?: Schema;
  query?: Schema;
  body?: Schema;
  reply: Schema;
  /** The status of success; 200 unless told. 302 leads the browser on and has no body. */
  status?: 200 | 201 | 302;
  /** Set on paged lists: the reply carries the number of matches in X-Total-Count. */
  totalCount?: true;
  errors: readonly ErrorCode[];
  cache: CachePolicy;
  rateLimit: RateLimitClass;
  /** The body is a file of at most so many bytes instead of JSON. */
  uploadBytes?: number;
  /** Those bytes are a form with files (multipart/form-data). */
  isForm?: true;
  /** The reply is a file instead of JSON. */
  isDownload?: true;
  /** Idempotent: a repeated submit with the same Idempotency-Key acts once. */
  idempotencyKey?: true;
  /**
   * The caller must have given their second factor within the last minutes (`lifetimes.stepUpMinutes`). `'staff'` asks this of
   * administrators and moderators alone, and only once they have a factor: everybody can enrol their first.
   */
  stepUp?: true | 'staff';
  /** Pages poll it: such a call does not reset the idle timeout of a session. */
  isPolled?: true;
  /** It is to end: on which day that was announced, and from which day it is no longer answered. By UTC, a year apart at least. */
  deprecated?: { since: Day; sunset: Day };
  /** Nothing at all is taken for an object without fields. */
  mayBeEmpty?: true;
}

/* @__NO_SIDE_EFFECTS__ */
export function endpoint<const Definition extends EndpointDefinition>(definition: Definition): Definition {
  return definition;
}

/** The names of an endpoint's query parameters. */
export const parametersOf = ({ query }: EndpointDefinition): string[] => {
  const { def } = (query as z.core.$ZodTypes | undefined)?._zod ?? {};
  return def?.type === 'object' ? Object.keys(def.shape) : [];
};

type Part<E, Name extends string, Otherwise> = E extends Record<Name, infer S extends Schema> ? S : Otherwise;
type Input<E, Name extends string> = Part<E, Name, never> extends infer S extends Schema ? z.core.input<S> : undefined;
type Output<E, Name extends string> =
  Part<E, Name, never> extends infer S extends Schema ? z.core.output<S> : undefined;

export type ReplyOf<E extends EndpointDefinition> = z.core.output<E['reply']>;
export type ParamsOf<E> = Output<E, 'params'>;
export type QueryOf<E> = Output<E, 'query'>;
export type BodyOf<E> = Output<E, 'body'>;
export type ParamsIn<E> = Input<E, 'params'>;
export type QueryIn<E> = Input<E, 'query'>;
export type BodyIn<E> = Input<E, 'body'>;
