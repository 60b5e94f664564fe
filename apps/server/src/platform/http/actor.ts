/** Who is asking, and whether the endpoint is open to them. This is the only place where access is decided. */
import type { SessionId } from '@hakiki/contract/account';
import type { User } from '@hakiki/contract/accounts';
import type { Access, ApiScope } from '@hakiki/contract/endpoint';
import { type Entitlement, isEntitled } from '@hakiki/contract/entitlements';
import { AppError } from '../app-error.ts';

export interface Visitor {
  kind: 'visitor';
}
export interface UserActor {
  kind: 'user';
  user: User;
  sessionId: SessionId;
  /** An administrator whose session has passed all that an administrator's must. */
  canAdminister: boolean;
}
export interface KeyActor {
  kind: 'key';
  keyId: string;
  scopes: readonly ApiScope[];
}
export type Actor = Visitor | UserActor | KeyActor;

export type Authenticate = (request: Request) => Promise<Actor>;

/** Whom a handler meets behind its endpoint's guard. */
export type ActorFor<A extends Access> = A extends 'public' ? Actor : A extends `key:${string}` ? KeyActor : UserActor;

export const visitor: Visitor = { kind: 'visitor' };

/** Passes silently or refuses: 401 to those we do not know, 403 to those we know and who lack the right. */
export function guard(access: Access, actor: Actor): void {
  if (access === 'public') return;
  const [kind, detail] = access.split(':') as [string, string | undefined];
  if (kind === 'key') {
    const scope = access.slice('key:'.length) as ApiScope;
    if (actor.kind !== 'key') throw new AppError('NOT_SIGNED_IN');
    if (!actor.scopes.includes(scope)) throw new AppError('FORBIDDEN');
    return;
  }
  if (actor.kind !== 'user') throw new AppError('NOT_SIGNED_IN');
  if (kind === 'admin' && actor.user.isAdmin && !actor.canAdminister) {
    throw new AppError('ADMIN_SECOND_FACTOR_REQUIRED');
  }
  const isAllowed =
    kind === 'signed-in' ||
    (kind === 'admin' && actor.canAdminister) ||
    (kind === 'entitled' && isEntitled(actor.user, detail as Entitlement));
  if (!isAllowed) throw new AppError('FORBIDDEN');
}
