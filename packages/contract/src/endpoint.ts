/**
 * An endpoint is data. Routing, validation, the browser's client, the OpenAPI document and the access tests are derived
 * from it, so that every fact is written once. `access`, `cache` and `rateLimit` have no default on purpose: leaving
 * one out does not compile.
 */
import type * as z from 'zod/mini';
import type { CachePolicy } from './cache.ts';
import type { Entitlement } from './entitlements.ts';
import type { ErrorCode } from './errors.ts';
import type { RateLimitClass } from './limits.ts';

export const apiScopes = ['read:providers', 'read:compliance', 'read:reviews', 'write:reports'] as const;
export type ApiScope = (typeof apiScopes)[number];

/** Administrators may call what moderators may. `business` is for business accounts; modules check the role. */
export type Access =
  | 'public'
  | 'signed-in'
  | 'business'
  | 'moderator'
  | 'admin'
  | `entitled:${Entitlement}`
  | `key:${ApiScope}`;

type Schema = z.core.$ZodType;

/** Chosen by the client for one submission and repeated with each retry. */
export const IDEMPOTENCY_KEY_HEADER = 'Idempotency-Key';
export const idempotencyKeyLength = { min: 16, max: 200 } as const;

/** `YYYY-MM-DD`. */
type Day = `${number}-${number}-${number}`;

export interface EndpointDefinition {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: `/api/${string}`;
  /** One sentence for the OpenAPI document. */
  summary: string;
  access: Access;
  params?: Schema;
  query?: Schema;
  body?: Schema;
  reply: Schema;
  /** The status of success; default: 200. 302 redirects the browser and has no body. */
  status?: 200 | 201 | 302;
  /** For paged lists: the response has the number of matches in X-Total-Count. */
  totalCount?: true;
  errors: readonly ErrorCode[];
  cache: CachePolicy;
  rateLimit: RateLimitClass;
  /** The body is a file of at most this size instead of JSON. */
  uploadBytes?: number;
  /** The body is multipart/form-data. */
  isForm?: true;
  /** The response is a file instead of JSON. */
  isDownload?: true;
  /** Idempotent: retries with the same Idempotency-Key take effect once. */
  idempotencyKey?: true;
  /**
   * The caller must have entered their second factor within the last minutes (`lifetimes.stepUpMinutes`). `'staff'`
   * requires this only of administrators and moderators who have a factor, so that everybody can enrol their first.
   */
  stepUp?: true | 'staff';
  /** Polled by pages: such a request does not extend the idle timeout of a session. */
  isPolled?: true;
  /** When its end was announced and from when it is no longer available, in UTC, at least a year apart. */
  deprecated?: { since: Day; sunset: Day };
  /** An empty body counts as an empty object. */
  mayBeEmpty?: true;
}

/* @__NO_SIDE_EFFECTS__ */
export function endpoint<const Definition extends EndpointDefinition>(definition: Definition): Definition {
  return definition;
}

export const listParameters = ({ query }: EndpointDefinition): string[] => {
  const { def } = (query as z.core.$ZodTypes | undefined)?._zod ?? {};
  return def?.type === 'object' ? Object.keys(def.shape) : [];
};

type SchemaAt<E, Name extends string, Fallback> = E extends Record<Name, infer S extends Schema> ? S : Fallback;
type Input<E, Name extends string> =
  SchemaAt<E, Name, never> extends infer S extends Schema ? z.core.input<S> : undefined;
type Output<E, Name extends string> =
  SchemaAt<E, Name, never> extends infer S extends Schema ? z.core.output<S> : undefined;

export type ReplyOf<E extends EndpointDefinition> = z.core.output<E['reply']>;
export type ParamsOf<E> = Output<E, 'params'>;
export type QueryOf<E> = Output<E, 'query'>;
export type BodyOf<E> = Output<E, 'body'>;
export type ParamsIn<E> = Input<E, 'params'>;
export type QueryIn<E> = Input<E, 'query'>;
export type BodyIn<E> = Input<E, 'body'>;
