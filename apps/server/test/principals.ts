/** One actor of each kind. */
import type { SessionId } from '@hakiki/contract/account';
import type { User, UserId } from '@hakiki/contract/accounts';
import type { ApiKeyId } from '@hakiki/contract/api-keys';
import type { ApiScope } from '@hakiki/contract/endpoint';
import { type Actor, type UserActor, visitor } from '../src/platform/http/actor.ts';

export const makeUser = (given: Partial<User> = {}, { isFull = true, isSteppedUp = true } = {}): UserActor => ({
  kind: 'user',
  sessionId: '01890000-0000-7000-8000-0000000000bb' as SessionId,
  canAdminister: isFull && (given.isAdmin ?? false),
  canModerate: isFull && ((given.isAdmin || given.isModerator) ?? false),
  isSteppedUp,
  needsStepUp: isFull && !isSteppedUp,
  user: {
    id: '01890000-0000-7000-8000-0000000000aa' as UserId,
    firstName: 'Amina',
    lastName: null,
    email: 'amina@example.com',
    profileImageUrl: null,
    subscriptionTier: 'free',
    userType: 'user',
    subscriptionStatus: 'inactive',
    subscriptionEndsAt: null,
    isAdmin: false,
    isModerator: false,
    referralCode: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    ...given,
  },
});

const key = (scope: ApiScope): Actor => ({
  kind: 'key',
  keyId: '01890000-0000-7000-8000-0000000000cc' as ApiKeyId,
  accountId: '01890000-0000-7000-8000-0000000000aa' as UserId,
  plan: { subscriptionTier: 'api', userType: 'user' },
  isTest: false,
  scopes: [scope],
});

export const principals = {
  visitor,
  free: makeUser(),
  premium: makeUser({ subscriptionTier: 'premium' }),
  api: makeUser({ subscriptionTier: 'api' }),
  enterprise: makeUser({ subscriptionTier: 'enterprise' }),
  business: makeUser({ userType: 'business' }),
  regtech: makeUser({ userType: 'regtech' }),
  'moderator without second factor': makeUser({ isModerator: true }, { isFull: false }),
  'moderator not stepped up': makeUser({ isModerator: true }, { isSteppedUp: false }),
  moderator: makeUser({ isModerator: true }),
  'admin without second factor': makeUser({ isAdmin: true }, { isFull: false }),
  'admin not stepped up': makeUser({ isAdmin: true }, { isSteppedUp: false }),
  admin: makeUser({ isAdmin: true }),
  'key read:providers': key('read:providers'),
  'key read:compliance': key('read:compliance'),
  'key read:reviews': key('read:reviews'),
  'key write:reports': key('write:reports'),
} satisfies Record<string, Actor>;

export type Principal = keyof typeof principals;
