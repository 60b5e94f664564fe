/** Defines who makes a request and decides whether the endpoint allows it. Access is decided nowhere else. */
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
  /** An administrator whose session fulfils all requirements for administrators. */
  canAdminister: boolean;
  /** An administrator or moderator whose session fulfils all requirements for moderators. */
  canModerate: boolean;
  /** Has entered the second factor within the last minutes, or does not need one. */
  isSteppedUp: boolean;
  /** Tokens of texts whose private details the caller confirms for publication. */
  acknowledged?: readonly string[];
  /** An administrator or moderator who has a second factor and has not entered it within the last minutes. */
  needsStepUp: boolean;
}
export interface KeyActor {
  kind: 'key';
  keyId: ApiKeyId;
  /** The account that owns the key. */
  accountId: UserId;
  /** The account's current plan. */
  plan: Pick<User, 'subscriptionTier' | 'userType'>;
  /** A test key: its calls are answered from a fixed sample. */
  isTest: boolean;
  scopes: readonly ApiScope[];
  /** Set for the published test key, which belongs to nobody: the caller, who is limited instead of the key. */
  publishedTo?: string;
}
export type Actor = Visitor | UserActor | KeyActor;

/** A polled call does not reset the idle timeout: it does not prove that a person is present. */
export type Authenticate = (request: Request, call: { isPolled: boolean }) => Promise<Actor>;

/** The actor that a handler gets after its endpoint's guard has passed. */
export type ActorFor<A extends Access> = A extends 'public' ? Actor : A extends `key:${string}` ? KeyActor : UserActor;

export const visitor: Visitor = { kind: 'visitor' };

/** Throws 401 for an unknown caller and 403 for a known caller without the right. */
export function guard({ access, stepUp }: Pick<EndpointDefinition, 'access' | 'stepUp'>, actor: Actor): void {
  assertAccess(access, actor);
  if (stepUp === 'staff') return requireStaffSecondFactor(actor);
  if (stepUp && !(actor.kind === 'user' && actor.isSteppedUp)) throw new AppError('STEP_UP_REQUIRED');
}

/** A session without the second factor cannot step up: the person has to log in with the factor first. */
function requireStaffSecondFactor(actor: Actor): void {
  if (actor.kind !== 'user' || !actor.needsStepUp) return;
  throw new AppError(actor.canModerate ? 'STEP_UP_REQUIRED' : 'ADMIN_SECOND_FACTOR_REQUIRED');
}

function assertAccess(access: Access, actor: Actor): void {
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
  if (lacksSecondFactor(kind, actor)) throw new AppError('ADMIN_SECOND_FACTOR_REQUIRED');
  const isAllowed =
    kind === 'signed-in' ||
    (kind === 'business' && actor.user.userType === 'business') ||
    (kind === 'admin' && actor.canAdminister) ||
    (kind === 'moderator' && actor.canModerate) ||
    (kind === 'entitled' && isEntitled(actor.user, detail as Entitlement));
  if (!isAllowed) throw new AppError('FORBIDDEN');
}

/** Has the role, but the session does not yet fulfil the requirements of that role. */
function lacksSecondFactor(kind: string, { user, canAdminister, canModerate }: UserActor): boolean {
  if (kind === 'admin') return user.isAdmin && !canAdminister;
  return kind === 'moderator' && (user.isAdmin || user.isModerator) && !canModerate;
}
