/** One actor of each kind. */
import type { SessionId } from '@hakiki/contract/account';
import type { User, UserId } from '@hakiki/contract/accounts';
import type { ApiKeyId } from '@hakiki/contract/api-keys';
import type { ApiScope } from '@hakiki/contract/endpoint';
import { type Actor, type UserActor, visitor } from '../../src/platform/http/actor.ts';

export const makeUserActor = (
  overrides: Partial<User> = {},
  { isFull = true, isSteppedUp = true } = {},
): UserActor => ({
  kind: 'user',
  sessionId: '01890000-0000-7000-8000-0000000000bb' as SessionId,
  canAdminister: isFull && (overrides.isAdmin ?? false),
  canModerate: isFull && ((overrides.isAdmin || overrides.isModerator) ?? false),
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
    ...overrides,
  },
});

const createKeyActor = (scope: ApiScope): Actor => ({
  kind: 'key',
  keyId: '01890000-0000-7000-8000-0000000000cc' as ApiKeyId,
  accountId: '01890000-0000-7000-8000-0000000000aa' as UserId,
  plan: { subscriptionTier: 'api', userType: 'user' },
  isTest: false,
  scopes: [scope],
});

export const actors = {
  visitor,
  free: makeUserActor(),
  premium: makeUserActor({ subscriptionTier: 'premium' }),
  api: makeUserActor({ subscriptionTier: 'api' }),
  enterprise: makeUserActor({ subscriptionTier: 'enterprise' }),
  business: makeUserActor({ userType: 'business' }),
  regtech: makeUserActor({ userType: 'regtech' }),
  'moderator without second factor': makeUserActor({ isModerator: true }, { isFull: false }),
  'moderator not stepped up': makeUserActor({ isModerator: true }, { isSteppedUp: false }),
  moderator: makeUserActor({ isModerator: true }),
  'admin without second factor': makeUserActor({ isAdmin: true }, { isFull: false }),
  'admin not stepped up': makeUserActor({ isAdmin: true }, { isSteppedUp: false }),
  admin: makeUserActor({ isAdmin: true }),
  'key read:providers': createKeyActor('read:providers'),
  'key read:compliance': createKeyActor('read:compliance'),
  'key read:reviews': createKeyActor('read:reviews'),
  'key write:reports': createKeyActor('write:reports'),
} satisfies Record<string, Actor>;

export type ActorName = keyof typeof actors;
