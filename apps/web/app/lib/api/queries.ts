/**
 * Defines queries: each has a path that is checked against the contract by type only, so that no schema reaches the
 * browser. Its key is the path in segments, e.g. `['/api/providers', id, 'reviews']`.
 */
import { paging, TOTAL_COUNT_HEADER } from '@hakiki/contract/limits';
import type { EndpointDefinition, ParamsIn, QueryIn, ReplyOf } from '@hakiki/contract/endpoint';
import type { Call, ReadPath } from '@hakiki/contract/endpoints';
import { ApiError, call, type Api } from './api.ts';

export interface Query<Reply> {
  readonly key: readonly unknown[];
  readonly load: (api: Api) => Promise<Reply>;
}

export interface ItemPage<Item> {
  items: Item[];
  total: number;
}

type GetCall<Path extends ReadPath> = Call<'GET', Path>;
type ReplyWithTotal<E extends EndpointDefinition> = E extends { totalCount: true }
  ? ReplyOf<E> extends readonly (infer Item)[]
    ? ItemPage<Item>
    : never
  : ReplyOf<E>;
type ReplyAt<Path extends ReadPath> = ReplyWithTotal<GetCall<Path>>;

type Options<Path extends ReadPath> = (ParamsIn<GetCall<Path>> extends undefined
  ? { params?: undefined }
  : { params: { [Name in keyof ParamsIn<GetCall<Path>>]: string } }) &
  (QueryIn<GetCall<Path>> extends undefined ? { query?: undefined } : { query?: QueryParams }) & {
    /** Sends the request without a cookie, so that the edge can serve its shared cache entry. */
    anonymous?: true;
  };

type QueryParams = Record<string, string | number | undefined>;

export function defineQuery<Path extends ReadPath>(
  path: Path,
  ...[options]: ParamsIn<GetCall<Path>> extends undefined ? [Options<Path>?] : [Options<Path>]
): Query<ReplyAt<Path>> {
  const segments = toSegments(path, options?.params ?? {});
  const queryString = toQueryString(options?.query ?? {});
  const isAnonymous = options?.anonymous;
  return {
    key: [...segments, ...(queryString ? [queryString] : []), ...(isAnonymous ? [{ anonymous: true }] : [])],
    async load(api) {
      const client = isAnonymous ? withoutCredentials(api) : api;
      const response = await call(client, 'GET', segments.join('/') + (queryString && `?${queryString}`));
      const body: unknown = await response.json();
      const total = response.headers.get(TOTAL_COUNT_HEADER);
      return (total === null ? body : { items: body, total: Number(total) }) as ReplyAt<Path>;
    },
  };
}

const withoutCredentials =
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
function toQueryString(query: QueryParams): string {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  return new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString().replaceAll('%2C', ',');
}

/** The same query with only the first items of its list. */
export const limitItems = <Item>(query: Query<ItemPage<Item>>, count: number): Query<ItemPage<Item>> => ({
  key: query.key,
  async load(api) {
    const { items, total } = await query.load(api);
    return { items: items.slice(0, count), total };
  },
});

/** Loads a list to its end, page by page, for a screen that counts and shows all of it. */
export const loadAllPages = <Item>(pageAt: (offset?: number) => Query<Item[]>): Query<Item[]> => ({
  key: pageAt().key,
  async load(api) {
    const items: Item[] = [];
    for (;;) {
      const page = await pageAt(items.length || undefined).load(api);
      items.push(...page);
      if (page.length < paging.defaultLimit) return items;
    }
  },
});

/** Returns null for a 401 (signed out) instead of failing. */
export const nullWhenSignedOut = <Reply>(query: Query<Reply>): Query<Reply | null> => ({
  key: query.key,
  load: (api) =>
    query.load(api).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }),
});

/** Returns null for any failure: used where a failure means "signed out". */
export const nullOnFailure = <Reply>(query: Query<Reply>): Query<Reply | null> => ({
  key: query.key,
  load: (api) => query.load(api).catch(() => null),
});

/** Replaces the message of an error response by this sentence. */
export const withErrorMessage = <Reply>(message: string, query: Query<Reply>): Query<Reply> => ({
  key: query.key,
  load: (api) =>
    query.load(api).catch((error: unknown) => {
      throw error instanceof ApiError ? new Error(message, { cause: error }) : error;
    }),
});
