/**
 * A write is named once, like a read: its method and address, checked against the contract by type alone, and the reads it
 * makes old. Nothing else in the app reads anything again.
 */
import type { BodyIn, EndpointDefinition, ParamsIn, ReplyOf } from '@hakiki/contract/endpoint';
import type { Call, WriteMethod, WritePath } from '@hakiki/contract/endpoints';
import { call, type Api } from './api.ts';
import { toSegments, type Read } from './reads.ts';

export interface Write<Given, Reply> {
  readonly send: (api: Api, given: Given) => Promise<Reply>;
  readonly refreshes: readonly Read<unknown>[];
}

type GivenTo<E extends EndpointDefinition> = (ParamsIn<E> extends undefined
  ? { params?: undefined }
  : { params: { [Name in keyof ParamsIn<E>]: string } }) &
  (BodyIn<E> extends undefined ? { body?: undefined } : { body: BodyIn<E> });

interface Parts {
  params?: Record<string, string>;
  body?: unknown;
}

export function write<Method extends WriteMethod, Path extends WritePath<Method>>(
  method: Method,
  path: Path,
  { refreshes = [] }: { refreshes?: readonly Read<unknown>[] } = {},
): Write<GivenTo<Call<Method, Path>>, ReplyOf<Call<Method, Path>>> {
  return {
    refreshes,
    async send(api, given) {
      const { params = {}, body } = given as Parts;
      const response = await call(api, method, toSegments(path, params).join('/'), body);
      return (await response.json()) as ReplyOf<Call<Method, Path>>;
    },
  };
}
