/**
 * Loads data for screens. `prefetch` runs on the server and embeds the results in the page; `startQueries` starts the
 * same queries in the browser when a link is followed; `useQuery` gives the screen one of three states.
 */
import { createContext, use, useEffect, useMemo, useSyncExternalStore } from 'react';
import { data, type RouterContextProvider } from 'react-router';
import type { ReadPath } from '@hakiki/contract/endpoints';
import { ApiError, browserApi, type Api } from './api.ts';
import { apiContext, pageContext } from '../pages/context.ts';
import { QueryStore, type Outcome } from './query-store.ts';
import type { Query } from './queries.ts';

type AnyQuery = Query<unknown>;

interface Failure {
  message: string;
  status?: number;
  body?: string;
}

/** One result on its way from the server's render to the browser. */
type EmbeddedResult = { key: readonly unknown[]; data: unknown } | { key: readonly unknown[]; failure: Failure };

export interface Prefetched {
  reads: EmbeddedResult[];
}

/** The query that returns null for a visitor, and after a failure. */
const AUTH_USER_PATH = '/api/auth/user' satisfies ReadPath;

/**
 * Loads queries on the server. A failed query is part of the page: its place shows what to do, the rest of the page
 * works, and the page is not cached. A page with a 4xx may be cached.
 */
export async function prefetch(context: Readonly<RouterContextProvider>, queries: AnyQuery[]): Promise<Prefetched> {
  const api = context.get(apiContext);
  const results = await Promise.all(queries.map((query) => runQuery(query, api)));
  const page = context.get(pageContext);
  const isServerError = (result: EmbeddedResult) => 'failure' in result && (result.failure.status ?? 500) >= 500;
  if (results.some(isServerError)) page.cache = 'never';
  // A person whose session could not be checked is not treated as signed out.
  const isUnknownUser = (result: EmbeddedResult) =>
    result.key[0] === AUTH_USER_PATH && 'data' in result && result.data === null;
  if (page.retryAfterSeconds !== undefined && results.some(isUnknownUser)) throw data(null, { status: 503 });
  return { reads: results };
}

async function runQuery(query: AnyQuery, api: Api): Promise<EmbeddedResult> {
  try {
    return { key: query.key, data: await query.load(api) };
  } catch (error) {
    const apiError = findApiError(error);
    const message = error instanceof Error ? error.message : String(error);
    return {
      key: query.key,
      failure: apiError ? { message, status: apiError.status, body: apiError.body } : { message },
    };
  }
}

/** The API error itself, also when `withErrorMessage` wrapped it. */
function findApiError(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error;
  return error instanceof Error && error.cause instanceof ApiError ? error.cause : undefined;
}

export const getErrorStatus = (error: unknown): number | undefined => findApiError(error)?.status;

/** Copies the server's results and failures into the store, so that both sides render the same first. */
export function hydrateStore(store: QueryStore, { reads }: Prefetched): void {
  for (const result of reads) {
    store.setInitial(
      result.key,
      'data' in result ? { status: 'ready', data: result.data } : toFailedOutcome(result.failure),
    );
  }
}

function toFailedOutcome({ message, status, body = '' }: Failure): Outcome<never> {
  const apiError = status === undefined ? undefined : new ApiError(status, body, '');
  const error = apiError?.message === message ? apiError : new Error(message, { cause: apiError });
  return { status: 'failed', error, isRetrying: false };
}

let browserStore: QueryStore | undefined;

/** In the browser one store for the page; on the server a new one per render, so that people never share data. */
export const getQueryStore = (): QueryStore =>
  typeof document === 'undefined' ? new QueryStore(browserApi) : (browserStore ??= new QueryStore(browserApi));

export const QueryStoreContext = createContext<QueryStore | undefined>(undefined);

/** Starts the queries in the browser without waiting: the screen shows its skeleton meanwhile. */
export const startQueries =
  <Args extends { request: Request; params: Record<string, string | undefined> }>(
    queries: (args: Args) => AnyQuery[],
  ) =>
  (args: Args) => {
    for (const query of queries(args)) void getQueryStore().load(query);
    return null;
  };

export function useQueryStore(): QueryStore {
  const store = use(QueryStoreContext);
  if (!store) throw new Error('Queries and mutations need the QueryStoreContext of the root.');
  return store;
}

export type QueryState<Reply> =
  | { status: 'loading' }
  | { status: 'failed'; error: unknown; isRetrying: boolean; retry: () => void }
  | { status: 'ready'; data: Reply };

export function useQuery<Reply>(query: Query<Reply>, { enabled = true } = {}): QueryState<Reply> {
  const store = useQueryStore();
  const key = JSON.stringify(query.key);
  // eslint-disable-next-line react-hooks/exhaustive-deps -- the key identifies the query
  const stableQuery = useMemo(() => query, [key]);
  const outcome = useSyncExternalStore(
    (listener) => store.subscribe(stableQuery, listener),
    () => store.getOutcome(stableQuery),
    () => store.getServerOutcome(stableQuery),
  );
  useEffect(() => {
    if (enabled) void store.load(stableQuery);
  }, [store, stableQuery, enabled]);
  return outcome.status === 'failed' ? { ...outcome, retry: () => void store.reload(stableQuery) } : outcome;
}
