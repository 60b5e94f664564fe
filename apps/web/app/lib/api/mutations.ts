/**
 * Defines mutations: method and path, checked against the contract by type only, and the queries they make stale.
 * Nothing else in the app invalidates a query.
 */
import type { BodyIn, EndpointDefinition, ParamsIn, ReplyOf } from '@hakiki/contract/endpoint';
import type { Call, ReadPath, WriteMethod, WritePath } from '@hakiki/contract/endpoints';
import { call, type Api } from './api.ts';
import { toSegments, type Query } from './queries.ts';

export interface Mutation<Input, Reply> {
  readonly send: (api: Api, input: Input) => Promise<Reply>;
  readonly refreshes: readonly Query<unknown>[];
  /** Paths whose queries it makes stale, whatever their parameters. */
  readonly invalidates?: readonly ReadPath[];
}

type MutationInput<E extends EndpointDefinition> = (ParamsIn<E> extends undefined
  ? { params?: undefined }
  : { params: { [Name in keyof ParamsIn<E>]: string } }) &
  (BodyIn<E> extends undefined ? { body?: undefined } : { body: BodyIn<E> }) &
  (E extends { idempotencyKey: true } ? { idempotencyKey?: string } : object) &
  ('PRIVATE_DATA_FOUND' extends E['errors'][number] ? { acknowledged?: readonly string[] } : object);

interface RequestParts {
  params?: Record<string, string>;
  body?: unknown;
  idempotencyKey?: string;
  /** Tokens of the texts whose private data a person has confirmed. */
  acknowledged?: readonly string[];
}

interface StaleQueries {
  refreshes?: readonly Query<unknown>[];
  invalidates?: readonly ReadPath[];
}

export function defineMutation<Method extends WriteMethod, Path extends WritePath<Method>>(
  method: Method,
  path: Path,
  { refreshes = [], invalidates = [] }: StaleQueries = {},
): Mutation<MutationInput<Call<Method, Path>>, ReplyOf<Call<Method, Path>>> {
  return {
    refreshes,
    invalidates,
    async send(api, input) {
      const { params = {}, body, idempotencyKey, acknowledged = [] } = input as RequestParts;
      const retryOptions = idempotencyKey === undefined ? {} : toRetryOptions(idempotencyKey);
      const acknowledgedHeaders =
        acknowledged.length === 0 ? {} : { headers: { 'Private-Data-Seen': acknowledged.join(',') } };
      const response = await call(api, method, toSegments(path, params).join('/'), body, {
        ...retryOptions,
        ...acknowledgedHeaders,
      });
      return (await response.json()) as ReplyOf<Call<Method, Path>>;
    },
  };
}

/** The same mutation with an Idempotency-Key: the server handles a retry only once. */
export const withIdempotencyKey = <Input extends { idempotencyKey?: string }, Reply>(
  mutation: Mutation<Input, Reply>,
  key: string,
): Mutation<Input, Reply> => ({
  ...mutation,
  send: (api, input) => mutation.send(api, { ...input, idempotencyKey: key }),
});

/** On a very slow network it is better to abort and retry later. */
const REQUEST_TIMEOUT_MS = 60_000;

/** A request with an Idempotency-Key may be retried, so it may also be aborted. */
const toRetryOptions = (key: string) => ({
  headers: { 'Idempotency-Key': key },
  // Missing in the browsers of older phones.
  ...('timeout' in AbortSignal && { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) }),
});
