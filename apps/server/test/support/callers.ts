/**
 * One of each kind of caller over HTTP: the Cookie or Authorization header each sends, and the user the server should
 * recognise.
 */
import type { UserId } from '@hakiki/contract/accounts';
import { type ApiScope, apiScopes, type EndpointDefinition } from '@hakiki/contract/endpoint';
import { type Entitlement, isEntitled, type Tier, type UserType } from '@hakiki/contract/entitlements';
import { lifetimes } from '@hakiki/contract/limits';
import type { TestDatabase } from './database.ts';
import { makeApiKey, makeSession, makeUser, PASSWORD } from './factories.ts';
import type { TestServer } from './server.ts';

interface ExpectedUser {
  subscriptionTier: Tier;
  userType: UserType;
  isAdmin: boolean;
  isModerator: boolean;
}

export interface CallerCredentials {
  cookie: string;
  authorization?: string;
  /** The user of the session, if there is one. */
  userId?: UserId;
}

export interface Caller {
  /** The user that the server should recognise. */
  person?: ExpectedUser;
  hasSecondFactor?: boolean;
  /** The second factor was given too long ago for a step-up. */
  isStale?: boolean;
  /** Scopes of an API key. */
  scopes?: readonly ApiScope[];
  /** Creates a new caller of this kind, since a call may change the account. */
  createCredentials: () => Promise<CallerCredentials>;
}

const longAgo = () => new Date(Date.now() - lifetimes.stepUpMinutes * 60_000);

const free: ExpectedUser = { subscriptionTier: 'free', userType: 'user', isAdmin: false, isModerator: false };

export function createCallers(test: Pick<TestDatabase, 'database'>, server: Pick<TestServer, 'get' | 'post'>) {
  const db = () => test.database.db;

  function createSignedInCaller(
    overrides: Partial<ExpectedUser>,
    { hasSecondFactor = false, isStale = false } = {},
  ): Caller {
    const person = { ...free, ...overrides };
    return {
      person,
      hasSecondFactor,
      isStale,
      createCredentials: async () => {
        const { id: userId } = await makeUser(db(), person);
        return {
          userId,
          cookie: (await makeSession(db(), { userId, hasSecondFactor, ...(isStale && { factorAt: longAgo() }) }))
            .cookie,
        };
      },
    };
  }

  const createKeyCaller = (scopes: ApiScope[]): Caller => ({
    scopes,
    createCredentials: async () => ({
      cookie: '',
      authorization: (await makeApiKey(db(), { permissions: scopes })).headers.authorization,
    }),
  });

  /** Logs in over HTTP and returns the cookie, or '' if the server sets none. */
  async function logIn(email: string): Promise<string> {
    const response = await server.post('/api/auth/login', { email, password: PASSWORD });
    return response.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
  }

  return {
    visitor: { createCredentials: () => Promise.resolve({ cookie: '' }) },
    unverified: {
      createCredentials: async () => {
        const { email } = await makeUser(db(), { emailVerifiedAt: null });
        return { cookie: await logIn(email) };
      },
    },
    'awaiting the second factor': {
      createCredentials: async () => {
        const { id: userId } = await makeUser(db(), { isAdmin: true });
        return { cookie: (await makeSession(db(), { userId, awaitsFactor: true })).cookie };
      },
    },
    'expired session': {
      createCredentials: async () => {
        const { id: userId } = await makeUser(db(), { isAdmin: true });
        const expiresAt = new Date(Date.now() - 1000);
        return { cookie: (await makeSession(db(), { userId, expiresAt, hasSecondFactor: true })).cookie };
      },
    },
    'signed-out cookie': {
      createCredentials: async () => {
        const { email } = await makeUser(db(), { isAdmin: true });
        const cookie = await logIn(email);
        await server.get('/api/logout', { headers: { cookie }, redirect: 'manual' });
        return { cookie };
      },
    },
    free: createSignedInCaller({}),
    premium: createSignedInCaller({ subscriptionTier: 'premium' }),
    api: createSignedInCaller({ subscriptionTier: 'api' }),
    enterprise: createSignedInCaller({ subscriptionTier: 'enterprise' }),
    business: createSignedInCaller({ userType: 'business' }),
    regtech: createSignedInCaller({ userType: 'regtech' }),
    'moderator without second factor': createSignedInCaller({ isModerator: true }),
    moderator: createSignedInCaller({ isModerator: true }, { hasSecondFactor: true }),
    'admin without second factor': createSignedInCaller({ isAdmin: true }),
    'admin who gave the second factor long ago': createSignedInCaller(
      { isAdmin: true },
      { hasSecondFactor: true, isStale: true },
    ),
    admin: createSignedInCaller({ isAdmin: true }, { hasSecondFactor: true }),
    key: createKeyCaller([...apiScopes]),
    'key without a permission': createKeyCaller([]),
  } satisfies Record<string, Caller>;
}

/**
 * Computes from the contract whether the caller is admitted ('let in'), unauthenticated ('unknown') or forbidden
 * ('refused').
 */
export function getExpectedOutcome(
  { access, stepUp }: EndpointDefinition,
  { person, hasSecondFactor = false, isStale = false, scopes }: Caller,
) {
  if (access === 'public') return 'let in';
  if (access.startsWith('key:')) {
    if (!scopes) return 'unknown';
    return scopes.some((scope) => access === `key:${scope}`) ? 'let in' : 'refused';
  }
  if (!person) return 'unknown';
  const isAllowed =
    access === 'signed-in' ||
    (access === 'business' && person.userType === 'business') ||
    (access === 'admin' && person.isAdmin && hasSecondFactor) ||
    (access === 'moderator' && (person.isAdmin || person.isModerator) && hasSecondFactor) ||
    (access.startsWith('entitled:') && isEntitled(person, access.slice('entitled:'.length) as Entitlement));
  return isAllowed && !(stepUp && isStale) ? 'let in' : 'refused';
}

/**
 * Creates a new caller for each endpoint that admits it, since the call may change the account; a rejected caller is
 * reused.
 */
export function createCredentialsPerEndpoint(
  caller: Caller,
): (endpoint: EndpointDefinition) => Promise<CallerCredentials> {
  let rejectedCaller: Promise<CallerCredentials> | undefined;
  return (endpoint) =>
    getExpectedOutcome(endpoint, caller) === 'let in'
      ? caller.createCredentials()
      : (rejectedCaller ??= caller.createCredentials());
}
