/** Every endpoint of the product, called over HTTP as every kind of caller, against what the contract declares. */
import type { EndpointDefinition } from '@hakiki/contract/endpoint';
import { endpoints } from '@hakiki/contract/endpoints';
import { isEntitled, type Entitlement, type Tier, type UserType } from '@hakiki/contract/entitlements';
import { describe, expect, it } from 'vitest';
import { nameOf } from './contract-rules.ts';
import { useDatabase } from './database.ts';
import { makeSession, makeUser, PASSWORD } from './makers.ts';
import { useServer } from './server.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000, needsAdminSecondFactor: true } });

interface Person {
  subscriptionTier: Tier;
  userType: UserType;
  isAdmin: boolean;
}
interface Caller {
  /** Who the server should take the caller for. */
  person?: Person;
  hasSecondFactor?: boolean;
  /** Makes what the caller sends as Cookie, anew for each call. */
  cookie: () => Promise<string>;
}

const free: Person = { subscriptionTier: 'free', userType: 'user', isAdmin: false };

function signedIn(given: Partial<Person>, { hasSecondFactor = false } = {}): Caller {
  const person = { ...free, ...given };
  return {
    person,
    hasSecondFactor,
    cookie: async () => {
      const { id: userId } = await makeUser(test.database.db, person);
      return (await makeSession(test.database.db, { userId, hasSecondFactor })).cookie;
    },
  };
}

/** Takes the cookie of a login over HTTP, if the server gives one. */
async function cookieOfLogin(email: string): Promise<string> {
  const response = await server.post('/api/auth/login', { email, password: PASSWORD });
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

const callers: Record<string, Caller> = {
  visitor: { cookie: () => Promise.resolve('') },
  unverified: {
    cookie: async () => {
      const { email } = await makeUser(test.database.db, { emailVerifiedAt: null });
      return cookieOfLogin(email);
    },
  },
  'awaiting the second factor': {
    cookie: async () => {
      const { id: userId } = await makeUser(test.database.db, { isAdmin: true });
      return (await makeSession(test.database.db, { userId, awaitsFactor: true })).cookie;
    },
  },
  'expired session': {
    cookie: async () => {
      const { id: userId } = await makeUser(test.database.db, { isAdmin: true });
      const expiresAt = new Date(Date.now() - 1000);
      return (await makeSession(test.database.db, { userId, expiresAt, hasSecondFactor: true })).cookie;
    },
  },
  'signed-out cookie': {
    cookie: async () => {
      const { email } = await makeUser(test.database.db, { isAdmin: true });
      const cookie = await cookieOfLogin(email);
      await server.get('/api/logout', { headers: { cookie }, redirect: 'manual' });
      return cookie;
    },
  },
  free: signedIn({}),
  premium: signedIn({ subscriptionTier: 'premium' }),
  api: signedIn({ subscriptionTier: 'api' }),
  enterprise: signedIn({ subscriptionTier: 'enterprise' }),
  business: signedIn({ userType: 'business' }),
  regtech: signedIn({ userType: 'regtech' }),
  'admin without second factor': signedIn({ isAdmin: true }),
  admin: signedIn({ isAdmin: true }, { hasSecondFactor: true }),
};

/** What the contract promises: let in, unknown, or known and refused. */
function promised({ access }: EndpointDefinition, { person, hasSecondFactor = false }: Caller) {
  if (access === 'public') return 'let in';
  if (!person || access.startsWith('key:')) return 'unknown';
  const isAllowed =
    access === 'signed-in' ||
    (access === 'admin' && person.isAdmin && hasSecondFactor) ||
    (access.startsWith('entitled:') && isEntitled(person, access.slice('entitled:'.length) as Entitlement));
  return isAllowed ? 'let in' : 'refused';
}

/** An empty body passes the door and fails behind it, so the refusal's code tells which of the two it was. */
async function met(endpoint: EndpointDefinition, cookie: string) {
  const path = endpoint.path.replaceAll(/:\w+/g, '01890000-0000-7000-8000-00000000dead');
  const response = await server.get(path, {
    method: endpoint.method,
    headers: { cookie, 'content-type': 'application/json' },
    redirect: 'manual',
    ...(endpoint.method !== 'GET' && { body: '{}' }),
  });
  expect(response.status, nameOf(endpoint)).toBeLessThan(500);
  const { code } = response.status < 400 ? { code: '' } : ((await response.json()) as { code: string });
  if (code === 'NOT_SIGNED_IN' && endpoint.access !== 'public') return 'unknown';
  return code === 'FORBIDDEN' || code === 'ADMIN_SECOND_FACTOR_REQUIRED' ? 'refused' : 'let in';
}

describe('access over the wire', () => {
  // Some callers log in with a password at every door, which is slow on purpose.
  it.each(Object.keys(callers))(
    'receives %s as the contract says, at every door [DEC-32] [ROLE-12]',
    { timeout: 60_000 },
    async (name) => {
      const caller = callers[name]!;
      const expected: Record<string, string> = {};
      const found: Record<string, string> = {};
      for (const endpoint of endpoints as readonly EndpointDefinition[]) {
        expected[nameOf(endpoint)] = promised(endpoint, caller);
        found[nameOf(endpoint)] = await met(endpoint, await caller.cookie());
      }
      expect(found).toEqual(expected);
    },
  );
});
