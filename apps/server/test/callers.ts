/**
 * One of each kind of caller over HTTP: the Cookie or Authorization header each sends, and the user the server should
 * recognise.
 */
import type { UserId } from '@hakiki/contract/accounts';
import { type ApiScope, apiScopes, type EndpointDefinition } from '@hakiki/contract/endpoint';
import { type Entitlement, isEntitled, type Tier, type UserType } from '@hakiki/contract/entitlements';
import { lifetimes } from '@hakiki/contract/limits';
import type { TestDatabase } from './database.ts';
import { makeApiKey, makeSession, makeUser, PASSWORD } from './makers.ts';
import type { TestServer } from './server.ts';

interface Person {
  subscriptionTier: Tier;
  userType: UserType;
  isAdmin: boolean;
  isModerator: boolean;
}

export interface Arrived {
  cookie: string;
  authorization?: string;
  /** The user of the session, if there is one. */
  userId?: UserId;
}

export interface Caller {
  /** The user that the server should recognise. */
  person?: Person;
  hasSecondFactor?: boolean;
  /** The second factor was given too long ago for a step-up. */
  isStale?: boolean;
  /** Scopes of an API key. */
  scopes?: readonly ApiScope[];
  /** Creates a new caller of this kind, since a call may change the account. */
  arrive: () => Promise<Arrived>;
}

const longAgo = () => new Date(Date.now() - lifetimes.stepUpMinutes * 60_000);

const free: Person = { subscriptionTier: 'free', userType: 'user', isAdmin: false, isModerator: false };

export function callersAt(test: Pick<TestDatabase, 'database'>, server: Pick<TestServer, 'get' | 'post'>) {
  const db = () => test.database.db;

  function signedIn(given: Partial<Person>, { hasSecondFactor = false, isStale = false } = {}): Caller {
    const person = { ...free, ...given };
    return {
      person,
      hasSecondFactor,
      isStale,
      arrive: async () => {
        const { id: userId } = await makeUser(db(), person);
        return {
          userId,
          cookie: (await makeSession(db(), { userId, hasSecondFactor, ...(isStale && { factorAt: longAgo() }) }))
            .cookie,
        };
      },
    };
  }

  const withKey = (scopes: ApiScope[]): Caller => ({
    scopes,
    arrive: async () => ({
      cookie: '',
      authorization: (await makeApiKey(db(), { permissions: scopes })).headers.authorization,
    }),
  });

  /** Logs in over HTTP and returns the cookie, or '' if the server sets none. */
  async function cookieOfLogin(email: string): Promise<string> {
    const response = await server.post('/api/auth/login', { email, password: PASSWORD });
    return response.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
  }

  return {
    visitor: { arrive: () => Promise.resolve({ cookie: '' }) },
    unverified: {
      arrive: async () => {
        const { email } = await makeUser(db(), { emailVerifiedAt: null });
        return { cookie: await cookieOfLogin(email) };
      },
    },
    'awaiting the second factor': {
      arrive: async () => {
        const { id: userId } = await makeUser(db(), { isAdmin: true });
        return { cookie: (await makeSession(db(), { userId, awaitsFactor: true })).cookie };
      },
    },
    'expired session': {
      arrive: async () => {
        const { id: userId } = await makeUser(db(), { isAdmin: true });
        const expiresAt = new Date(Date.now() - 1000);
        return { cookie: (await makeSession(db(), { userId, expiresAt, hasSecondFactor: true })).cookie };
      },
    },
    'signed-out cookie': {
      arrive: async () => {
        const { email } = await makeUser(db(), { isAdmin: true });
        const cookie = await cookieOfLogin(email);
        await server.get('/api/logout', { headers: { cookie }, redirect: 'manual' });
        return { cookie };
      },
    },
    free: signedIn({}),
    premium: signedIn({ subscriptionTier: 'premium' }),
    api: signedIn({ subscriptionTier: 'api' }),
    enterprise: signedIn({ subscriptionTier: 'enterprise' }),
    business: signedIn({ userType: 'business' }),
    regtech: signedIn({ userType: 'regtech' }),
    'moderator without second factor': signedIn({ isModerator: true }),
    moderator: signedIn({ isModerator: true }, { hasSecondFactor: true }),
    'admin without second factor': signedIn({ isAdmin: true }),
    'admin who gave the second factor long ago': signedIn({ isAdmin: true }, { hasSecondFactor: true, isStale: true }),
    admin: signedIn({ isAdmin: true }, { hasSecondFactor: true }),
    key: withKey([...apiScopes]),
    'key without a permission': withKey([]),
  } satisfies Record<string, Caller>;
}

/**
 * Computes from the contract whether the caller is admitted ('let in'), unauthenticated ('unknown') or forbidden
 * ('refused').
 */
export function promised(
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
export function knocking(caller: Caller): (endpoint: EndpointDefinition) => Promise<Arrived> {
  let turnedAway: Promise<Arrived> | undefined;
  return (endpoint) => (promised(endpoint, caller) === 'let in' ? caller.arrive() : (turnedAway ??= caller.arrive()));
}
