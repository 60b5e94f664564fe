import type { User } from '@hakiki/contract/accounts';
import type { ReactNode } from 'react';
import { useAuth } from '../../lib/api/auth.ts';
import { m } from '../../paraglide/messages.js';
import { Spinner } from '../ui/spinner.tsx';

/** For screens that depend on the user: shows a spinner until the user is known. */
export function AuthGate({ visitor, children }: { visitor: ReactNode; children: (user: User) => ReactNode }) {
  const auth = useAuth();
  if (auth.status === 'loading') {
    return (
      <div className="flex min-h-60 items-center justify-center">
        <Spinner label={m.auth_loading()} />
      </div>
    );
  }
  return auth.status === 'signed-in' ? children(auth.user) : visitor;
}
