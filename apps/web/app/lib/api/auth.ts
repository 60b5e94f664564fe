/** The signed-in user. Public pages are the same for everyone, so the browser loads the user afterwards. */
import type { User } from '@hakiki/contract/accounts';
import { emptyOnFailure, read } from './reads.ts';
import { useRead } from './use-read.ts';

export const authUser = emptyOnFailure(read('/api/auth/user'));

export type Auth = { status: 'loading' } | { status: 'visitor' } | { status: 'signed-in'; user: User };

export function useAuth(): Auth {
  const state = useRead(authUser);
  if (state.status === 'loading') return { status: 'loading' };
  return state.status === 'ready' && state.data ? { status: 'signed-in', user: state.data } : { status: 'visitor' };
}
