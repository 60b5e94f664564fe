/** Who is asking, and whether the endpoint is open to them. This is the only place where access is decided. */
import type { SessionId } from '@hakiki/contract/account';
import type { User, UserId } from '@hakiki/contract/accounts';
import type { ApiKeyId } from '@hakiki/contract/api-keys';
import type { Access, ApiScope, EndpointDefinition } from '@hakiki/contract/endpoint';
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
  /** An administrator or a moderator whose session has. */
  canModerate: boolean;
  /** Has given the second factor within the last minutes, or needs none. */
  isSteppedUp: boolean;
  /** Tokens of the texts whose private details this call says may become public. */
  acknowledged?: readonly string[];
  /** An administrator or moderator who has a second factor and has not given it within the last minutes. */
  owesFactor: boolean;
}
export interface KeyActor {
  kind: 'key';
  keyId: ApiKeyId;
  /** Whose it is. */
  accountId: UserId;
  /** The plan of the account as it is open now. */
  plan: Pick<User, 'subscriptionTier' | 'userType'>;
  /** Answered from a fixed sample. */
  isTest: boolean;
  scopes: readonly ApiScope[];
}
export type Actor = Visitor | UserActor | KeyActor;

/** A polled call does not reset the idle timeout: it does not show that anybody is there. */
export type Authenticate = (request: Request, call: { isPolled: boolean }) => Promise<Actor>;

/** Whom a handler meets behind its endpoint's guard. */
export type ActorFor<A extends Access> = A extends 'public' ? Actor : A extends `key:${string}` ? KeyActor : UserActor;

export const visitor: Visitor = { kind: 'visitor' };

/** Passes silently or refuses: 401 to those we do not know, 403 to those we know and who lack the right. */
export function guard({ access, stepUp }: Pick<EndpointDefinition, 'access' | 'stepUp'>, actor: Actor): void {
  receive(access, actor);
  if (stepUp === 'staff') return requireFactorOfStaff(actor);
  if (stepUp && !(actor.kind === 'user' && actor.isSteppedUp)) throw new AppError('STEP_UP_REQUIRED');
}

/** A session that never passed the second factor cannot step up: it has to log in with the factor first. */
function requireFactorOfStaff(actor: Actor): void {
  if (actor.kind !== 'user' || !actor.owesFactor) return;
  throw new AppError(actor.canModerate ? 'STEP_UP_REQUIRED' : 'ADMIN_SECOND_FACTOR_REQUIRED');
}

function receive(access: Access, actor: Actor): void {
  if (access === 'public') return;
  const [kind, detail] = access.split(':') as [string, string | undefined];
  if (kind === 'key') {
    const scope = access.slice('key:'.length) as ApiScope;
    if (actor.kind !== 'key') throw new AppError('NOT_SIGNED_IN');
    if (!isEntitled(actor.plan, 'apiKeys')) throw new AppError('API_PLAN_ENDED');
    if (!actor.scopes.includes(scope)) throw new AppError('PERMISSION_MISSING');
    return;
  }
  if (actor.kind !== 'user') throw new AppError('NOT_SIGNED_IN');
  if (isHalfIn(kind, actor)) throw new AppError('ADMIN_SECOND_FACTOR_REQUIRED');
  const isAllowed =
    kind === 'signed-in' ||
    (kind === 'business' && actor.user.userType === 'business') ||
    (kind === 'admin' && actor.canAdminister) ||
    (kind === 'moderator' && actor.canModerate) ||
    (kind === 'entitled' && isEntitled(actor.user, detail as Entitlement));
  if (!isAllowed) throw new AppError('FORBIDDEN');
}

/** Has the role, and not yet what a session with that role must have passed. */
function isHalfIn(kind: string, { user, canAdminister, canModerate }: UserActor): boolean {
  if (kind === 'admin') return user.isAdmin && !canAdminister;
  return kind === 'moderator' && (user.isAdmin || user.isModerator) && !canModerate;
}
