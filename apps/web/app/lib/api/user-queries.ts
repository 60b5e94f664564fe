/** Queries that are loaded only for a user who may see their data. */
import type { User } from '@hakiki/contract/accounts';
import type { RouterContextProvider } from 'react-router';
import { apiContext } from '../pages/context.ts';
import { authUser } from './auth.ts';
import type { Query } from './queries.ts';
import { getQueryStore, prefetch, type Prefetched } from './use-query.ts';

/** On the server: loads nothing before the user is known. */
export async function prefetchForUser(
  context: Readonly<RouterContextProvider>,
  listQueries: (user: User) => readonly Query<unknown>[],
): Promise<Prefetched> {
  const user = await authUser.load(context.get(apiContext));
  return prefetch(context, [{ ...authUser, load: () => Promise.resolve(user) }, ...(user ? listQueries(user) : [])]);
}

/** In the browser: starts the queries once the user is known. */
export const startQueriesForUser =
  (listQueries: (user: User, request: Request) => readonly Query<unknown>[]) =>
  async ({ request }: { request: Request }) => {
    const store = getQueryStore();
    await store.load(authUser);
    const auth = store.getOutcome(authUser);
    if (auth.status === 'ready' && auth.data)
      for (const query of listQueries(auth.data, request)) void store.load(query);
    return null;
  };
