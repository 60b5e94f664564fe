import { argon2Sync } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { User } from '@hakiki/contract/accounts';
import { tiers, userTypes } from '@hakiki/contract/entitlements';
import { pages, type SitePage } from '@hakiki/contract/pages';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type Browser, openBrowser, summarizeResponse } from '../../../../test/support/browser.ts';
import { useDatabase } from '../../../../test/support/database.ts';
import { expectedReply, toInvalidInputReply, toUserReply } from '../../../../test/support/expected-replies.ts';
import { useRealHashes } from '../../../../test/support/cheap-hashes.ts';
import { useMailbox } from '../../../../test/support/mailbox.ts';
import {
  makeAlert,
  makeProvider,
  makeReport,
  makeReview,
  makeUser,
  PASSWORD,
} from '../../../../test/support/factories.ts';
import { useServer } from '../../../../test/support/server.ts';
import { createPasswords } from './passwords.ts';

const test = useDatabase();
const appSecret = 'a secret that both processes know about';
const server = useServer(test, { settings: { rateLimitScale: 1000, appSecret } });
const inProduction = useServer(test, {
  settings: { rateLimitScale: 1000, appSecret, isProduction: true, publicUrl: 'https://hakiki.example' },
});
const mailbox = useMailbox(test, server);

const NEW_PASSWORD = 'nine-lions-at-the-river';
const createUser = (overrides: Parameters<typeof makeUser>[1] = {}) => makeUser(test.database.db, overrides);

async function createLoggedInUser(overrides: Parameters<typeof makeUser>[1] = {}) {
  const user = await createUser(overrides);
  const browser = openBrowser(server);
  const response = await browser.post('/api/auth/login', { email: user.email, password: PASSWORD });
  expect(response.status).toBe(200);
  return { user, browser };
}
const isSignedIn = async (browser: Browser) => (await browser.get('/api/auth/user')).status === 200;

describe('POST /api/auth/login', () => {
  it('opens a session and returns only the user [CALL-12] [SHAPE-07] [WARN-01]', async () => {
    const user = await createUser({ language: 'fr' });
    const browser = openBrowser(server);
    const credentials = { email: ` ${user.email.toUpperCase()} `, password: PASSWORD };
    const response = await browser.post('/api/auth/login', credentials);
    expect(response.status).toBe(200);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(await response.json()).toEqual({ user: toUserReply(user) });
    expect(await isSignedIn(browser)).toBe(true);
  });

  it('gives the same response for a wrong password, an unknown address and an account without a password', async () => {
    const { email } = await createUser();
    const { email: withoutPassword } = await createUser({ passwordHash: null });
    const tries = [
      { email, password: 'not-the-password' },
      { email: 'nobody@example.com', password: PASSWORD },
      { email: withoutPassword, password: PASSWORD },
    ];
    for (const credentials of tries) {
      const response = await server.post('/api/auth/login', credentials);
      expect(response.status).toBe(401);
      expect(response.headers.getSetCookie()).toEqual([]);
      expect(await response.json()).toEqual({
        code: 'WRONG_CREDENTIALS',
        message: 'Invalid email or password. Please try again.',
      });
    }
  });

  it('reports missing input at its field [LOGIN-01] [LOGIN-02]', async () => {
    const response = await server.post('/api/auth/login', { email: 'amina', password: '' });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual(
      toInvalidInputReply({ email: 'Please enter a valid email address', password: 'Password is required' }),
    );
  });

  it('sets a cookie that scripts and other sites cannot use [DEC-39]', async () => {
    const { email } = await createUser();
    const response = await server.post('/api/auth/login', { email, password: PASSWORD });
    const [session, browser] = response.headers.getSetCookie();
    expect(session).toMatch(/^session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/);
    expect(browser).toMatch(/^browser=[\w-]+\.[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=31536000$/);
  });

  it('sets a cookie that is bound to TLS and one host in production [DEC-39]', async () => {
    const { email } = await createUser();
    const browser = openBrowser(inProduction);
    const response = await browser.post(
      '/api/auth/login',
      { email, password: PASSWORD },
      { origin: 'https://hakiki.example' },
    );
    const cookies = response.headers.getSetCookie();
    expect(cookies[0]).toMatch(/^__Host-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000; Secure$/);
    expect(cookies.every((line) => line.startsWith('__Host-') && line.endsWith('; Secure'))).toBe(true);
    expect(await isSignedIn(browser)).toBe(true);
    const plain = openBrowser(inProduction, {
      cookies: [['session', browser.cookies.get('__Host-session') ?? '']],
    });
    expect(await isSignedIn(plain)).toBe(false);
  });

  it('creates a new token at each login, whatever cookie the browser sends', async () => {
    const { user, browser } = await createLoggedInUser();
    const browserWithPlantedCookie = openBrowser(server, { cookies: [['session', 'A'.repeat(43)]] });
    await browserWithPlantedCookie.post('/api/auth/login', { email: user.email, password: PASSWORD });
    expect(browserWithPlantedCookie.cookies.get('session')).not.toBe('A'.repeat(43));

    const before = browser.copy();
    await browser.post('/api/auth/login', { email: user.email, password: PASSWORD });
    expect(browser.cookies.get('session')).not.toBe(before.cookies.get('session'));
    expect(await isSignedIn(before)).toBe(false);
    expect(await isSignedIn(browser)).toBe(true);
  });

  it('records logins and failures without an email address', async () => {
    const { user, browser } = await createLoggedInUser();
    await browser.post('/api/auth/login', { email: user.email, password: 'wrong-password' });
    const entries = await test.sql(
      'select actor_kind, actor_id, action, detail from audit_entries where subject = $1 order by at',
      [user.id],
    );
    expect(entries).toEqual([
      { actor_kind: 'user', actor_id: user.id, action: 'account.signed-in', detail: { method: 'password' } },
      { actor_kind: 'visitor', actor_id: null, action: 'account.sign-in-failed', detail: { method: 'password' } },
    ]);
  });
});

describe('GET /api/auth/user', () => {
  it('asks a visitor to log in, in a response that is not cached [CALL-01] [SHAPE-03]', async () => {
    const response = await server.get('/api/auth/user');
    expect(response.status).toBe(401);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(await response.json()).toEqual({ message: 'Please log in to continue.', code: 'NOT_SIGNED_IN' });
  });

  it('returns the fields of both documents and nothing about the password [CALL-01] [SHAPE-03] [ENT-01] [ENT-02] [DEC-34]', async () => {
    const { user, browser } = await createLoggedInUser({
      profileImageUrl: 'https://images.example/amina.png',
      referralCode: 'AMINA-1',
      subscriptionTier: 'premium',
      subscriptionStatus: 'active',
      subscriptionEndsAt: new Date('2030-01-02T03:04:05Z'),
    });
    const response = await browser.get('/api/auth/user');
    expect(response.headers.get('Cache-Control')).toBe('private, no-cache');
    const text = await response.text();
    expect(JSON.parse(text)).toEqual({
      id: user.id,
      email: user.email,
      firstName: 'Amina',
      lastName: 'Demo',
      profileImageUrl: 'https://images.example/amina.png',
      subscriptionTier: 'premium',
      userType: 'user',
      subscriptionStatus: 'active',
      subscriptionEndsAt: '2030-01-02T03:04:05.000Z',
      isAdmin: false,
      isModerator: false,
      referralCode: 'AMINA-1',
      createdAt: user.createdAt.toISOString(),
    });
    expect(text).not.toMatch(/password|argon2|hash/i);
  });

  it.each(tiers.map((tier) => [tier]))(
    'a member with the plan %s reads full alerts and reports, of which a visitor sees the beginning [ENT-03] [DEC-29] [ROLE-08]',
    async (subscriptionTier) => {
      const { user, browser } = await createLoggedInUser({ subscriptionTier });
      expect(await (await browser.get('/api/auth/user')).json()).toEqual({ ...toUserReply(user), subscriptionTier });
      const description = `${'They asked for a fee before anything was paid out. '.repeat(20)}${user.id}`;
      await makeAlert(test.database.db, { description });
      await makeReport(test.database.db, { description, severity: 'High' });
      for (const path of ['/api/fraud-alerts/active', '/api/reports']) {
        const readDescription = async (by: Browser) =>
          ((await (await by.get(path)).json()) as { description: string }[])[0]?.description ?? '';
        expect(await readDescription(browser), path).toBe(description);
        const teaser = await readDescription(openBrowser(server));
        expect(teaser.length, path).toBeLessThan(120);
        expect(description.startsWith(teaser.replace(/…$/, '')), path).toBe(true);
      }
      const summary = await browser.get('/api/dashboard/summary');
      expect(await summarizeResponse(summary)).toBe('200');
      expect(await summarizeResponse(await openBrowser(server).get('/api/account'))).toBe('401 NOT_SIGNED_IN');
    },
  );

  it.each(userTypes.map((type) => [type]))('returns the account type %s [ENT-04] [ROLE-03]', async (userType) => {
    const { user, browser } = await createLoggedInUser({ userType });
    expect(await (await browser.get('/api/auth/user')).json()).toEqual({ ...toUserReply(user), userType });
  });

  it('a subscription has five statuses, and a member without one is inactive [DEC-43]', async () => {
    const { user, browser } = await createLoggedInUser();
    const stateOf = async () => z.parse(User, await (await browser.get('/api/auth/user')).json()).subscriptionStatus;
    expect(await stateOf()).toBe('inactive');
    for (const status of ['active', 'pending', 'cancelled', 'expired', 'inactive']) {
      await test.sql('update users set subscription_status = $2 where id = $1', [user.id, status]);
      expect(await stateOf()).toBe(status);
    }
    await expect(test.sql("update users set subscription_status = 'paused' where id = $1", [user.id])).rejects.toThrow(
      'users_subscription_status_known',
    );
  });

  it('stores api and never api_access [DEC-29] [ROLE-11]', async () => {
    const { id } = await createUser();
    await expect(test.sql("update users set subscription_tier = 'api_access' where id = $1", [id])).rejects.toThrow(
      'users_tier_known',
    );
  });
});

describe('visitors', () => {
  it('a visitor looks a provider up: risk, verdict, reviews, alerts and reports, and compares it with another [ROLE-01] [ROLE-02]', async () => {
    const db = test.database.db;
    const tag = `Visited ${Date.now()}`;
    const provider = await makeProvider(db, {
      name: `${tag} One`,
      verificationStatus: 'Verified',
      riskScore: 'Low',
      regulatoryCompliance: 91,
    });
    const other = await makeProvider(db, { name: `${tag} Two` });
    const review = await makeReview(db, { providerId: provider.id });
    const alert = await makeAlert(db, { affectedProviderId: provider.id });
    const report = await makeReport(db, { providerId: provider.id, status: 'investigating' });
    const read = async (path: string) => {
      const response = await server.get(path);
      expect(response.status, path).toBe(200);
      return response.json();
    };
    const shown = expectedReply('GET /api/providers/:id', {
      id: provider.id,
      riskScore: 'Low',
      regulatoryCompliance: 91,
      verificationStatus: 'Verified',
    });
    expect(await read(`/api/providers/${provider.id}`)).toEqual(shown);
    expect(await read(`/api/providers/${other.id}`)).toEqual(
      expectedReply('GET /api/providers/:id', { id: other.id, name: `${tag} Two` }),
    );
    const names = (list: unknown) => (list as { name: string }[]).map(({ name }) => name).toSorted();
    expect(names(await read(`/api/providers?search=${encodeURIComponent(tag)}`))).toEqual([`${tag} One`, `${tag} Two`]);
    const ids = (list: unknown) => (list as { id: string }[]).map(({ id }) => id);
    expect(ids(await read(`/api/providers/${provider.id}/reviews`))).toEqual([review.id]);
    expect(ids(await read('/api/fraud-alerts/active'))).toContain(alert.id);
    expect(ids(await read('/api/fraud-alerts'))).toContain(alert.id);
    expect(await read(`/api/fraud-alerts/${alert.id}`)).toEqual(
      expectedReply('GET /api/fraud-alerts/:id', { alert: expect.objectContaining({ id: alert.id }) }),
    );
    expect(ids(await read('/api/reports'))).toContain(report.id);
    expect(await read('/api/stats')).toEqual(expectedReply('GET /api/stats', {}));
  });

  it('the pages that a visitor may open are the same for everybody [ROLE-02]', () => {
    const listed: readonly SitePage[] = pages;
    const named = ['/', '/directory', '/provider/:id', '/compare', '/pricing', '/alerts', '/alerts/:id', '/signup'];
    for (const path of [...named, '/verify-email', '/report', '/report-scam']) {
      expect(listed.find((page) => page.path === path)?.audience, path).toBe('public');
    }
  });
});

describe('POST /api/admin/login', () => {
  const logInAsAdmin = (email: string, password = PASSWORD) =>
    openBrowser(server).post('/api/admin/login', { email, password });

  it('opens a session for an administrator and returns only the user [CALL-39] [SHAPE-24] [WARN-01]', async () => {
    const user = await createUser({ isAdmin: true });
    const browser = openBrowser(server);
    const response = await browser.post('/api/admin/login', { email: user.email, password: PASSWORD });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ user: toUserReply(user) });
    expect((await browser.get('/api/admin/access')).status).toBe(200);
  });

  it('opens a session for a moderator as well [VERD-10]', async () => {
    const user = await createUser({ isModerator: true });
    const browser = openBrowser(server);
    const response = await browser.post('/api/admin/login', { email: user.email, password: PASSWORD });
    expect(await response.json()).toEqual({ user: toUserReply(user) });
    expect((await browser.get('/api/admin/access')).status).toBe(200);
    expect(await summarizeResponse(await browser.get('/api/admin/users'))).toBe('403 FORBIDDEN');
  });

  it('an administrator gets the same session from the ordinary login [DEC-36]', async () => {
    const { browser } = await createLoggedInUser({ isAdmin: true });
    expect(await (await browser.get('/api/admin/access')).json()).toEqual({ isOpen: true });
  });

  it('gives the same response for a wrong password, an unknown address, an unverified administrator and a member [SHAPE-24]', async () => {
    const { email: admin } = await createUser({ isAdmin: true });
    const { email: unverified } = await createUser({ isAdmin: true, emailVerifiedAt: null });
    const { email: noAdmin } = await createUser();
    const responses = [
      await logInAsAdmin(admin, 'not-the-password'),
      await logInAsAdmin('nobody@example.com'),
      await logInAsAdmin(unverified),
      await logInAsAdmin(noAdmin),
    ];
    for (const response of responses) {
      expect(response.status).toBe(401);
      expect(response.headers.getSetCookie()).toEqual([]);
      expect(await response.json()).toEqual({
        code: 'WRONG_ADMIN_CREDENTIALS',
        message: 'Invalid admin credentials. Please try again.',
      });
    }
  });

  it('a visitor and a member cannot open the console [ROLE-12] [DEC-32]', async () => {
    expect(await summarizeResponse(await server.get('/api/admin/access'))).toBe('401 NOT_SIGNED_IN');
    const { browser } = await createLoggedInUser({ subscriptionTier: 'enterprise', userType: 'regtech' });
    expect(await summarizeResponse(await browser.get('/api/admin/access'))).toBe('403 FORBIDDEN');
  });
});

describe('GET /api/login and /api/logout', () => {
  it('GET /api/login redirects to the login page [CALL-42] [SHAPE-25] [LOGIN-06] [DEC-38]', async () => {
    const response = await openBrowser(server).get('/api/login');
    expect(response.status).toBe(302);
    expect(response.headers.get('Location')).toBe('/signup?login=true');
  });

  it.each([
    ['/fr/news?page=2', '/fr/signup?login=true&next=%2Ffr%2Fnews%3Fpage%3D2'],
    ['/referrals', '/signup?login=true&next=%2Freferrals'],
    ['https://evil.example/', '/signup?login=true'],
    ['//evil.example', '/signup?login=true'],
    ['/\\evil.example', '/signup?login=true'],
  ])('GET /api/login keeps the page %j to return to only if it is on this site [DEC-94]', async (next, location) => {
    const response = await openBrowser(server).get(`/api/login?next=${encodeURIComponent(next)}`);
    expect(response.headers.get('Location')).toBe(location);
  });

  it('GET /api/logout ends the session and redirects to the home page [CALL-41] [SHAPE-25] [DEC-38]', async () => {
    const { user, browser } = await createLoggedInUser();
    const attacker = browser.copy();
    const response = await browser.get('/api/logout');
    expect(response.status).toBe(302);
    expect(response.headers.get('Location')).toBe('/');
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(browser.cookies.has('session')).toBe(false);
    expect(await isSignedIn(attacker)).toBe(false);
    expect(await test.sql('select id from sessions where user_id = $1', [user.id])).toEqual([]);
    expect((await openBrowser(server).get('/api/logout')).status).toBe(302);
  });

  it.each([
    ['a link on another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }],
    ['an image on another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' }],
    ['an image on our own page', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' }],
    ['a browser that prefetches', { 'sec-fetch-site': 'same-origin', 'sec-purpose': 'prefetch' }],
    ['a browser that prerenders', { 'sec-fetch-site': 'none', 'sec-purpose': 'prefetch;prerender' }],
  ])('GET /api/logout does not end the session for %s', async (_, headers) => {
    const { browser } = await createLoggedInUser();
    const response = await browser.get('/api/logout', headers);
    expect(response.status).toBe(302);
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(await isSignedIn(browser)).toBe(true);
  });

  it.each(['same-origin', 'none'])('GET /api/logout ends the session for a navigation marked %s', async (site) => {
    const { browser } = await createLoggedInUser();
    await browser.get('/api/logout', { 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate' });
    expect(await isSignedIn(browser)).toBe(false);
  });
});

describe('stolen session cookies', () => {
  const grant = (email: string) => server.running.services.accounts.administration.grant(email, 'operator');
  const revoke = (email: string) => server.running.services.accounts.administration.revoke(email, 'operator');
  const loginAgain = async (email: string, password = PASSWORD) => {
    const browser = openBrowser(server);
    await browser.post('/api/auth/login', { email, password });
    return browser;
  };

  it('a stolen cookie stops working after logout', async () => {
    const { browser } = await createLoggedInUser();
    const attacker = browser.copy();
    await browser.get('/api/logout');
    expect(await isSignedIn(attacker)).toBe(false);
  });

  it("a stolen cookie stops working after a change of password, in all browsers but the owner's", async () => {
    const { user, browser } = await createLoggedInUser();
    const attacker = browser.copy();
    const otherBrowser = await loginAgain(user.email);
    const change = { currentPassword: PASSWORD, password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
    expect((await browser.post('/api/account/password', change)).status).toBe(200);
    expect(await isSignedIn(attacker)).toBe(false);
    expect(await isSignedIn(otherBrowser)).toBe(false);
    expect(await isSignedIn(browser)).toBe(true);
    expect(await isSignedIn(await loginAgain(user.email))).toBe(false);
    expect(await isSignedIn(await loginAgain(user.email, NEW_PASSWORD))).toBe(true);
  });

  it('a stolen cookie stops working after a password reset', async () => {
    const { user, browser } = await createLoggedInUser();
    const attacker = browser.copy();
    await server.post('/api/auth/forgot-password', { email: user.email });
    const token = await mailbox.getTokenFromEmail(user.email, '/reset-password');
    const reset = { token, password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
    expect((await server.post('/api/auth/reset-password', reset)).status).toBe(200);
    expect(await isSignedIn(attacker)).toBe(false);
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('a stolen cookie stops working after a role was granted or revoked [DEC-37]', async () => {
    const { user, browser } = await createLoggedInUser();
    expect(await grant(user.email)).toBe('done');
    expect(await isSignedIn(browser)).toBe(false);
    const token = await mailbox.getTokenFromEmail(user.email, '/reset-password');
    const reset = { token, password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
    expect((await openBrowser(server).post('/api/auth/reset-password', reset)).status).toBe(200);
    const again = await loginAgain(user.email, NEW_PASSWORD);
    expect((await again.get('/api/admin/access')).status).toBe(200);
    expect(await revoke(user.email)).toBe('done');
    expect(await isSignedIn(again)).toBe(false);
    const afterwards = await loginAgain(user.email, NEW_PASSWORD);
    expect(await summarizeResponse(await afterwards.get('/api/admin/access'))).toBe('403 FORBIDDEN');
  });

  it('a stolen cookie stops working after the account was deleted', async () => {
    const { browser } = await createLoggedInUser();
    const attacker = browser.copy();
    expect((await browser.post('/api/account/delete', { currentPassword: PASSWORD })).status).toBe(200);
    expect(await isSignedIn(attacker)).toBe(false);
  });

  it('a stolen cookie stops working after its session was ended from another device', async () => {
    const { user, browser } = await createLoggedInUser();
    const otherBrowser = await loginAgain(user.email);
    const sessions = (await (await browser.get('/api/account/sessions')).json()) as {
      id: string;
      isCurrent: boolean;
    }[];
    const other = sessions.find(({ isCurrent }) => !isCurrent);
    expect((await browser.delete(`/api/account/sessions/${other?.id}`)).status).toBe(200);
    expect(await isSignedIn(otherBrowser)).toBe(false);
    expect(await isSignedIn(browser)).toBe(true);
  });

  it('a stolen cookie stops working when the session expires, by the clock of the database', async () => {
    const { user, browser } = await createLoggedInUser();
    await test.sql('update sessions set expires_at = now() where user_id = $1', [user.id]);
    expect(await isSignedIn(browser)).toBe(false);
  });
});

describe('a login that waits in the queue', () => {
  useRealHashes();

  /** Uses a hash with the real cost, so that the login takes long enough. */
  const createUserWithRealHash = async () => createUser({ passwordHash: await createPasswords().hash(PASSWORD) });

  /** Other logins fill the queue, so that this login has read the account and waits while the account changes. */
  async function logInDuring(email: string, change: () => Promise<unknown>) {
    const others = Array.from({ length: 12 }, (_, nth) =>
      server.post('/api/auth/login', { email: `other${nth}@example.com`, password: 'wrong' }),
    );
    await pause(30);
    const browser = openBrowser(server);
    const response = browser.post('/api/auth/login', { email, password: PASSWORD });
    await pause(100);
    await change();
    await Promise.all(others);
    return { browser, outcome: await summarizeResponse(await response) };
  }

  it('a waiting login opens no session when the password was changed meanwhile', async () => {
    const { id, email } = await createUserWithRealHash();
    const { browser, outcome } = await logInDuring(email, () =>
      test.sql('update users set password_hash = null where id = $1', [id]),
    );
    expect(outcome).toMatch(/^401 /);
    expect(await isSignedIn(browser)).toBe(false);
    expect(await test.sql('select id from sessions where user_id = $1', [id])).toEqual([]);
  });

  it('a waiting login is rejected like any other when the account was deleted meanwhile', async () => {
    const { id, email } = await createUserWithRealHash();
    const { outcome } = await logInDuring(email, () => test.sql('delete from users where id = $1', [id]));
    expect(outcome).toMatch(/^401 /);
  });
});

describe('password hashes with an earlier cost', () => {
  useRealHashes();

  it('renews the hash at the next login, and the password still works', async () => {
    const salt = Buffer.alloc(16, 1);
    const cost = { memory: 8192, passes: 1, parallelism: 1, tagLength: 32 };
    const tag = argon2Sync('argon2id', { message: PASSWORD, nonce: salt, ...cost });
    const plain = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
    const { id, email } = await createUser({
      passwordHash: `$argon2id$v=19$m=8192,t=1,p=1$${plain(salt)}$${plain(tag)}`,
    });
    const login = async () => (await server.post('/api/auth/login', { email, password: PASSWORD })).status;
    expect(await login()).toBe(200);
    const [row] = await test.sql('select password_hash from users where id = $1', [id]);
    expect(row?.['password_hash']).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await login()).toBe(200);
  });
});

describe('password reset', () => {
  const forgot = (email: string) => server.post('/api/auth/forgot-password', { email });
  const reset = (token: string, password = NEW_PASSWORD, confirmPassword = password) =>
    server.post('/api/auth/reset-password', { token, password, confirmPassword });

  it('gives the same response for a known and an unknown address, and sends an email only to the known one', async () => {
    const { email } = await createUser();
    const responses = [await forgot(email), await forgot('stranger@example.com')];
    const bodies = await Promise.all(responses.map((response) => response.json()));
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(bodies[0]).toEqual(bodies[1]);
    expect((await mailbox.listEmailsTo(email)).map(({ subject }) => subject)).toEqual(['Choose a new password']);
    expect(await mailbox.listEmailsTo('stranger@example.com')).toEqual([]);
  });

  it('accepts a reset link once, and applies the current password rules', async () => {
    const { email } = await createUser({ emailVerifiedAt: null });
    await forgot(email);
    const token = await mailbox.getTokenFromEmail(email, '/reset-password');
    expect(await (await reset(token, 'password1')).json()).toEqual(
      toInvalidInputReply({ password: 'This password is too easy to guess. Please choose another one' }),
    );
    expect(await (await reset(token, NEW_PASSWORD, 'other')).json()).toEqual(
      toInvalidInputReply({ confirmPassword: "Passwords don't match" }),
    );
    const responses = await Promise.all(Array.from({ length: 5 }, async () => (await reset(token)).status));
    expect(responses.toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400, 400]);
    expect(await summarizeResponse(await reset(token))).toBe('400 LINK_INVALID');
    // The link in the email has verified the address as well.
    expect((await server.post('/api/auth/login', { email, password: NEW_PASSWORD })).status).toBe(200);
    expect((await mailbox.listEmailsTo(email)).map(({ subject }) => subject)).toEqual([
      'Choose a new password',
      'Your password was changed',
    ]);
  });

  it('invalidates reset links when the password was changed, and all links after 24 hours', async () => {
    const { user, browser } = await createLoggedInUser();
    await forgot(user.email);
    const old = await mailbox.getTokenFromEmail(user.email, '/reset-password');
    const change = { currentPassword: PASSWORD, password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
    await browser.post('/api/account/password', change);
    expect(await summarizeResponse(await reset(old))).toBe('400 LINK_INVALID');
    await forgot(user.email);
    const late = await mailbox.getTokenFromEmail(user.email, '/reset-password');
    await test.sql("update mailed_tokens set expires_at = expires_at - interval '24 hours' where user_id = $1", [
      user.id,
    ]);
    expect(await summarizeResponse(await reset(late))).toBe('400 LINK_INVALID');
  });

  it('a password reset keeps the second factor', async () => {
    const { email } = await createUser();
    await forgot(email);
    await test.sql(
      "insert into authenticator_apps (user_id, sealed_secret, confirmed_at) select id, 'v1.x', now() from users where email = $1",
      [email],
    );
    expect((await reset(await mailbox.getTokenFromEmail(email, '/reset-password'))).status).toBe(200);
    const response = await server.post('/api/auth/login', { email, password: NEW_PASSWORD });
    expect(await summarizeResponse(response)).toBe('401 SECOND_FACTOR_REQUIRED');
  });
});
