/**
 * Loads data for screens. `prefetch` runs on the server and embeds the results in the page; `startQueries` starts the
 * same queries in the browser when a link is followed; `useQuery` gives the screen one of three states.
 */
import { createContext, use, useEffect, useMemo, useSyncExternalStore } from 'react';
import { data, type RouterContextProvider } from 'react-router';
import type { ReadPath } from '@hakiki/contract/endpoints';
import { ApiError, browserApi, type Api } from './api.ts';
import { apiContext, pageContext } from '../pages/context.ts';
import { ReadStore, type Outcome } from './read-store.ts';
import type { Read } from './reads.ts';

type AnyRead = Read<unknown>;

interface Failure {
  message: string;
  status?: number;
  body?: string;
}

/** One result on its way from the server's render to the browser. */
type Carried = { key: readonly unknown[]; data: unknown } | { key: readonly unknown[]; failure: Failure };

export interface Prefetched {
  reads: Carried[];
}

/** The query that returns null for a visitor, and after a failure. */
const WHO_LOOKS = '/api/auth/user' satisfies ReadPath;

/**
 * Loads queries on the server. A failed query is part of the page: its place shows what to do, the rest of the page
 * works, and the page is not cached. A page with a 4xx may be cached.
 */
export async function prefetch(context: Readonly<RouterContextProvider>, queries: AnyRead[]): Promise<Prefetched> {
  const api = context.get(apiContext);
  const carried = await Promise.all(queries.map((query) => carry(query, api)));
  const page = context.get(pageContext);
  const isBroken = (one: Carried) => 'failure' in one && (one.failure.status ?? 500) >= 500;
  if (carried.some(isBroken)) page.cache = 'never';
  // A person whose session could not be checked is not treated as signed out.
  const isOfNobody = (one: Carried) => one.key[0] === WHO_LOOKS && 'data' in one && one.data === null;
  if (page.retryAfterSeconds !== undefined && carried.some(isOfNobody)) throw data(null, { status: 503 });
  return { reads: carried };
}

async function carry(read: AnyRead, api: Api): Promise<Carried> {
  try {
    return { key: read.key, data: await read.load(api) };
  } catch (error) {
    const answer = answerBehind(error);
    const message = error instanceof Error ? error.message : String(error);
    return { key: read.key, failure: answer ? { message, status: answer.status, body: answer.body } : { message } };
  }
}

/** The API error itself, also when `withErrorMessage` wrapped it. */
function answerBehind(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error;
  return error instanceof Error && error.cause instanceof ApiError ? error.cause : undefined;
}

export const statusOf = (error: unknown): number | undefined => answerBehind(error)?.status;

/** Copies the server's results and failures into the store, so that both sides render the same first. */
export function receive(store: ReadStore, { reads }: Prefetched): void {
  for (const one of reads) {
    store.put(one.key, 'data' in one ? { status: 'ready', data: one.data } : toFailed(one.failure));
  }
}

function toFailed({ message, status, body = '' }: Failure): Outcome<never> {
  const answer = status === undefined ? undefined : new ApiError(status, body, '');
  const error = answer?.message === message ? answer : new Error(message, { cause: answer });
  return { status: 'failed', error, isRetrying: false };
}

let browserStore: ReadStore | undefined;

/** In the browser one store for the page; on the server a new one per render, so that people never share data. */
export const readStore = (): ReadStore =>
  typeof document === 'undefined' ? new ReadStore(browserApi) : (browserStore ??= new ReadStore(browserApi));

export const ReadStoreContext = createContext<ReadStore | undefined>(undefined);

/** Starts the queries in the browser without waiting: the screen shows its skeleton meanwhile. */
export const ensure =
  <Given extends { request: Request; params: Record<string, string | undefined> }>(
    reads: (given: Given) => AnyRead[],
  ) =>
  (given: Given) => {
    for (const read of reads(given)) void readStore().load(read);
    return null;
  };

export function useReadStore(): ReadStore {
  const store = use(ReadStoreContext);
  if (!store) throw new Error('Queries and mutations need the QueryStoreContext of the root.');
  return store;
}

export type ReadState<Reply> =
  | { status: 'loading' }
  | { status: 'failed'; error: unknown; isRetrying: boolean; retry: () => void }
  | { status: 'ready'; data: Reply };

export function useRead<Reply>(read: Read<Reply>, { enabled = true } = {}): ReadState<Reply> {
  const store = useReadStore();
  const name = JSON.stringify(read.key);
  // eslint-disable-next-line react-hooks/exhaustive-deps -- the key identifies the query
  const stable = useMemo(() => read, [name]);
  const outcome = useSyncExternalStore(
    (listener) => store.subscribe(stable, listener),
    () => store.outcomeOf(stable),
    () => store.receivedOf(stable),
  );
  useEffect(() => {
    if (enabled) void store.load(stable);
  }, [store, stable, enabled]);
  return outcome.status === 'failed' ? { ...outcome, retry: () => void store.reload(stable) } : outcome;
}
