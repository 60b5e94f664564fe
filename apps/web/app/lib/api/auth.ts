/** The signed-in user. Public pages are the same for everyone, so the browser loads the user afterwards. */
import type { User } from '@hakiki/contract/accounts';
import { nullOnFailure, defineQuery } from './queries.ts';
import { useQuery } from './use-query.ts';

export const authUser = nullOnFailure(defineQuery('/api/auth/user'));

export type Auth = { status: 'loading' } | { status: 'visitor' } | { status: 'signed-in'; user: User };

export function useAuth(): Auth {
  const state = useQuery(authUser);
  if (state.status === 'loading') return { status: 'loading' };
  return state.status === 'ready' && state.data ? { status: 'signed-in', user: state.data } : { status: 'visitor' };
}
