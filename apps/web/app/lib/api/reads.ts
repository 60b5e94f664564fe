/**
 * Defines queries: each has a path that is checked against the contract by type only, so that no schema reaches the
 * browser. Its key is the path in segments, e.g. `['/api/providers', id, 'reviews']`.
 */
import { paging, TOTAL_COUNT_HEADER } from '@hakiki/contract/limits';
import type { EndpointDefinition, ParamsIn, QueryIn, ReplyOf } from '@hakiki/contract/endpoint';
import type { Call, ReadPath } from '@hakiki/contract/endpoints';
import { ApiError, call, type Api } from './api.ts';

export interface Read<Reply> {
  readonly key: readonly unknown[];
  readonly load: (api: Api) => Promise<Reply>;
}

export interface Page<Item> {
  items: Item[];
  total: number;
}

type Get<Path extends ReadPath> = Call<'GET', Path>;
type ReplyTo<E extends EndpointDefinition> = E extends { totalCount: true }
  ? ReplyOf<E> extends readonly (infer Item)[]
    ? Page<Item>
    : never
  : ReplyOf<E>;
type Reply<Path extends ReadPath> = ReplyTo<Get<Path>>;

type Options<Path extends ReadPath> = (ParamsIn<Get<Path>> extends undefined
  ? { params?: undefined }
  : { params: { [Name in keyof ParamsIn<Get<Path>>]: string } }) &
  (QueryIn<Get<Path>> extends undefined ? { query?: undefined } : { query?: Query }) & {
    /** Sends the request without a cookie, so that the edge can serve its shared cache entry. */
    anonymous?: true;
  };

type Query = Record<string, string | number | undefined>;

export function read<Path extends ReadPath>(
  path: Path,
  ...[options]: ParamsIn<Get<Path>> extends undefined ? [Options<Path>?] : [Options<Path>]
): Read<Reply<Path>> {
  const segments = toSegments(path, options?.params ?? {});
  const query = toQuery(options?.query ?? {});
  const asVisitor = options?.anonymous;
  return {
    key: [...segments, ...(query ? [query] : []), ...(asVisitor ? [{ anonymous: true }] : [])],
    async load(api) {
      const asked = asVisitor ? visiting(api) : api;
      const response = await call(asked, 'GET', segments.join('/') + (query && `?${query}`));
      const body: unknown = await response.json();
      const total = response.headers.get(TOTAL_COUNT_HEADER);
      return (total === null ? body : { items: body, total: Number(total) }) as Reply<Path>;
    },
  };
}

const visiting =
  (api: Api): Api =>
  (path, init) =>
    api(path, { ...init, credentials: 'omit' });

/** '/api/providers/:id/reviews' becomes ['/api/providers', id, 'reviews']. */
export function toSegments(path: string, params: Record<string, string>): string[] {
  return path
    .split(/\/(?=:)|(?<=:[^/]+)\//)
    .map((part) => (part.startsWith(':') ? encodeURIComponent(params[part.slice(1)] ?? '') : part));
}

/** Omits undefined and empty values. */
function toQuery(query: Query): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString().replaceAll('%2C', ',');
}

/** The same query with only the first items of its list. */
export const firstOf = <Item>(source: Read<Page<Item>>, count: number): Read<Page<Item>> => ({
  key: source.key,
  async load(api) {
    const { items, total } = await source.load(api);
    return { items: items.slice(0, count), total };
  },
});

/** Loads a list to its end, page by page, for a screen that counts and shows all of it. */
export const wholeOf = <Item>(pageFrom: (offset?: number) => Read<Item[]>): Read<Item[]> => ({
  key: pageFrom().key,
  async load(api) {
    const items: Item[] = [];
    for (;;) {
      const page = await pageFrom(items.length || undefined).load(api);
      items.push(...page);
      if (page.length < paging.defaultLimit) return items;
    }
  },
});

/** Returns null for a 401 (signed out) instead of failing. */
export const emptyWhenSignedOut = <Reply>(source: Read<Reply>): Read<Reply | null> => ({
  key: source.key,
  load: (api) =>
    source.load(api).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }),
});

/** Returns null for any failure: used where a failure means "signed out". */
export const emptyOnFailure = <Reply>(source: Read<Reply>): Read<Reply | null> => ({
  key: source.key,
  load: (api) => source.load(api).catch(() => null),
});

/** Replaces the message of an error response by this sentence. */
export const failingAs = <Reply>(sentence: string, source: Read<Reply>): Read<Reply> => ({
  key: source.key,
  load: (api) =>
    source.load(api).catch((error: unknown) => {
      throw error instanceof ApiError ? new Error(sentence, { cause: error }) : error;
    }),
});
