/**
 * Defines mutations: method and path, checked against the contract by type only, and the queries they make stale.
 * Nothing else in the app invalidates a query.
 */
import type { BodyIn, EndpointDefinition, ParamsIn, ReplyOf } from '@hakiki/contract/endpoint';
import type { Call, ReadPath, WriteMethod, WritePath } from '@hakiki/contract/endpoints';
import { call, type Api } from './api.ts';
import { toSegments, type Read } from './reads.ts';

export interface Write<Given, Reply> {
  readonly send: (api: Api, given: Given) => Promise<Reply>;
  readonly refreshes: readonly Read<unknown>[];
  /** Paths whose queries it makes stale, whatever their parameters. */
  readonly outdates?: readonly ReadPath[];
}

type GivenTo<E extends EndpointDefinition> = (ParamsIn<E> extends undefined
  ? { params?: undefined }
  : { params: { [Name in keyof ParamsIn<E>]: string } }) &
  (BodyIn<E> extends undefined ? { body?: undefined } : { body: BodyIn<E> }) &
  (E extends { idempotencyKey: true } ? { idempotencyKey?: string } : object) &
  ('PRIVATE_DATA_FOUND' extends E['errors'][number] ? { acknowledged?: readonly string[] } : object);

interface Parts {
  params?: Record<string, string>;
  body?: unknown;
  idempotencyKey?: string;
  /** Tokens of the texts whose private data a person has confirmed. */
  acknowledged?: readonly string[];
}

interface Old {
  refreshes?: readonly Read<unknown>[];
  outdates?: readonly ReadPath[];
}

export function write<Method extends WriteMethod, Path extends WritePath<Method>>(
  method: Method,
  path: Path,
  { refreshes = [], outdates = [] }: Old = {},
): Write<GivenTo<Call<Method, Path>>, ReplyOf<Call<Method, Path>>> {
  return {
    refreshes,
    outdates,
    async send(api, given) {
      const { params = {}, body, idempotencyKey, acknowledged = [] } = given as Parts;
      const more = idempotencyKey === undefined ? {} : repeatable(idempotencyKey);
      const seen = acknowledged.length === 0 ? {} : { headers: { 'Private-Data-Seen': acknowledged.join(',') } };
      const response = await call(api, method, toSegments(path, params).join('/'), body, { ...more, ...seen });
      return (await response.json()) as ReplyOf<Call<Method, Path>>;
    },
  };
}

/** The same mutation with an Idempotency-Key: the server handles a retry only once. */
export const underKey = <Given extends { idempotencyKey?: string }, Reply>(
  source: Write<Given, Reply>,
  key: string,
): Write<Given, Reply> => ({
  ...source,
  send: (api, given) => source.send(api, { ...given, idempotencyKey: key }),
});

/** On a very slow network it is better to abort and retry later. */
const ANSWER_WITHIN_MS = 60_000;

/** A request with an Idempotency-Key may be retried, so it may also be aborted. */
const repeatable = (key: string) => ({
  headers: { 'Idempotency-Key': key },
  // Missing in the browsers of older phones.
  ...('timeout' in AbortSignal && { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }),
});
