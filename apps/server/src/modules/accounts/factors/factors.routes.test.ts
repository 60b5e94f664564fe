import { accountListLimits } from '@hakiki/contract/account';
import { accountLimits } from '@hakiki/contract/limits';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { createAuthenticator } from '../../../../test/support/authenticator.ts';
import { type Browser, openBrowser, summarizeResponse } from '../../../../test/support/browser.ts';
import { useDatabase } from '../../../../test/support/database.ts';
import { expectedReply, toUserReply } from '../../../../test/support/expected-replies.ts';
import { useMailbox } from '../../../../test/support/mailbox.ts';
import { makeUser, PASSWORD } from '../../../../test/support/factories.ts';
import { useServer } from '../../../../test/support/server.ts';
import { totpCodeAt } from '../../../../test/support/authenticator-app.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000, needsAdminSecondFactor: true } });
const strict = useServer(test, { settings: { needsAdminSecondFactor: true } });
const mailbox = useMailbox(test, server);

const ORIGIN = 'http://hakiki.test';
const STEP_MS = 30_000;

const isSignedIn = async (browser: Browser) => (await browser.get('/api/auth/user')).status === 200;
const login = (browser: Browser, email: string) => browser.post('/api/auth/login', { email, password: PASSWORD });
const sendCode = (browser: Browser, code: string) => browser.post('/api/auth/login/second-factor', { code });

async function createLoggedInUser(overrides: Parameters<typeof makeUser>[1] = {}, targetServer = server) {
  const user = await makeUser(test.database.db, overrides);
  const browser = openBrowser(targetServer);
  expect((await login(browser, user.email)).status).toBe(200);
  return { user, browser };
}

/** A code that nobody has used yet: each works once, and a phone may be a step ahead. */
const nextCode = (secret: string) => totpCodeAt(secret, Date.now() + STEP_MS);

async function createUserWithApp(overrides: Parameters<typeof makeUser>[1] = {}, targetServer = server) {
  const { user, browser } = await createLoggedInUser(overrides, targetServer);
  const started = await browser.post('/api/account/authenticator-app', { currentPassword: PASSWORD });
  const { secret } = (await started.json()) as { secret: string };
  const confirmed = await browser.post('/api/account/authenticator-app/confirm', {
    code: totpCodeAt(secret, Date.now()),
  });
  expect(confirmed.status).toBe(200);
  const { backupCodes } = (await confirmed.json()) as { backupCodes: string[] };
  return { user, browser, secret, backupCodes };
}

async function countWaitingForLocks() {
  const rows = await test.sql(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows.length;
}

async function startLogin(email: string, targetServer = server) {
  const browser = openBrowser(targetServer);
  const response = await login(browser, email);
  expect(await summarizeResponse(response)).toBe('401 SECOND_FACTOR_REQUIRED');
  return browser;
}

describe('authenticator apps', () => {
  it('an authenticator app counts after a code has confirmed it, and the member gets ten backup codes', async () => {
    const { user, browser } = await createLoggedInUser();
    const started = await browser.post('/api/account/authenticator-app', { currentPassword: PASSWORD });
    const { secret, uri, qrSvg } = (await started.json()) as Record<'secret' | 'uri' | 'qrSvg', string>;
    expect(uri).toContain(`secret=${secret}`);
    expect(qrSvg).toMatch(/^<svg /);
    expect((await login(openBrowser(server), user.email)).status).toBe(200);
    expect(
      await summarizeResponse(await browser.post('/api/account/authenticator-app/confirm', { code: '000000' })),
    ).toBe('401 WRONG_CODE');

    const confirmed = await browser.post('/api/account/authenticator-app/confirm', {
      code: totpCodeAt(secret, Date.now()),
    });
    const { backupCodes } = (await confirmed.json()) as { backupCodes: string[] };
    expect(new Set(backupCodes).size).toBe(10);
    expect(await (await browser.get('/api/account')).json()).toEqual(
      expectedReply('GET /api/account', {
        hasAuthenticatorApp: true,
        backupCodesLeft: 10,
      }),
    );
    expect((await mailbox.listEmailsTo(user.email)).map(({ subject }) => subject)).toEqual([
      'A new way to log in was added',
    ]);
    await startLogin(user.email);
  });

  it('login asks for the app code, and the unfinished session gives access to nothing', async () => {
    const { user, secret } = await createUserWithApp({ isAdmin: true });
    const browser = openBrowser(server);
    const response = await login(browser, user.email);
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({
      code: 'SECOND_FACTOR_REQUIRED',
      message: 'Please enter the code from your authenticator app.',
    });
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/),
    ]);
    for (const path of ['/api/auth/user', '/api/account', '/api/account/data', '/api/admin/access']) {
      expect(await summarizeResponse(await browser.get(path)), path).toBe('401 NOT_SIGNED_IN');
    }
    const unfinishedBrowser = browser.copy();
    const finished = await sendCode(browser, nextCode(secret));
    expect(finished.status).toBe(200);
    expect(await finished.json()).toEqual({ user: toUserReply(user) });
    expect(browser.cookies.get('session')).not.toBe(unfinishedBrowser.cookies.get('session'));
    expect(await isSignedIn(browser)).toBe(true);
    expect(await isSignedIn(unfinishedBrowser)).toBe(false);
    expect(await summarizeResponse(await sendCode(unfinishedBrowser, '000000'))).toBe('401 NOT_SIGNED_IN');
  });

  it('rejects an app code that was used before', async () => {
    const { user, secret } = await createUserWithApp();
    const code = nextCode(secret);
    expect((await sendCode(await startLogin(user.email), code)).status).toBe(200);
    expect(await summarizeResponse(await sendCode(await startLogin(user.email), code))).toBe('401 WRONG_CODE');
    const olderCode = totpCodeAt(secret, Date.now());
    expect(await summarizeResponse(await sendCode(await startLogin(user.email), olderCode))).toBe('401 WRONG_CODE');
  });

  it('accepts one of two concurrent logins with the same app code', async () => {
    const { user, secret } = await createUserWithApp();
    const browsers = [await startLogin(user.email), await startLogin(user.email)];
    const code = nextCode(secret);
    // Both requests have read the last used step before either can write it.
    const outcomes = await test.database.transaction(async (tx) => {
      await tx.execute(sql`select from authenticator_apps where user_id = ${user.id} for update`);
      const requests = browsers.map(async (browser) => (await sendCode(browser, code)).status);
      await expect.poll(countWaitingForLocks, { timeout: 4000 }).toBe(2);
      return { requests };
    });
    expect((await Promise.all(outcomes.requests)).toSorted((one, other) => one - other)).toEqual([200, 401]);
  });

  it('an unfinished login expires after ten minutes', async () => {
    const { user, secret } = await createUserWithApp();
    const browser = await startLogin(user.email);
    const [row] = await test.sql(
      'select extract(epoch from expires_at - created_at)::int as seconds from sessions where user_id = $1 and awaits_factor',
      [user.id],
    );
    expect(row).toEqual({ seconds: 600 });
    await test.sql('update sessions set expires_at = now() where user_id = $1 and awaits_factor', [user.id]);
    expect(await summarizeResponse(await sendCode(browser, nextCode(secret)))).toBe('401 NOT_SIGNED_IN');
  });

  it('limits wrong codes per person, whatever browser they come from', async () => {
    const { user, secret } = await createUserWithApp({}, strict);
    const outcomes: string[] = [];
    // Confirming the app has counted one code already.
    for (let nth = 1; nth < accountLimits.codes.points; nth += 1) {
      outcomes.push(await summarizeResponse(await sendCode(await startLogin(user.email, strict), '000000')));
    }
    expect(new Set(outcomes)).toEqual(new Set(['401 WRONG_CODE']));
    const rejectedResponse = await sendCode(await startLogin(user.email, strict), nextCode(secret));
    expect(rejectedResponse.status).toBe(429);
    expect(Number(rejectedResponse.headers.get('Retry-After'))).toBeLessThanOrEqual(accountLimits.codes.seconds);
  });

  it('an authenticator app cannot be replaced, only removed first with the password', async () => {
    const { user, browser } = await createUserWithApp();
    expect((await browser.post('/api/account/authenticator-app', { currentPassword: PASSWORD })).status).toBe(403);
    const remove = (currentPassword: string) =>
      browser.post('/api/account/authenticator-app/remove', { currentPassword });
    expect(await summarizeResponse(await remove('wrong'))).toBe('403 WRONG_PASSWORD');
    expect((await remove(PASSWORD)).status).toBe(200);
    expect(await (await browser.get('/api/account')).json()).toEqual(
      expectedReply('GET /api/account', {
        hasAuthenticatorApp: false,
        backupCodesLeft: 0,
      }),
    );
    expect((await login(openBrowser(server), user.email)).status).toBe(200);
    expect((await mailbox.listEmailsTo(user.email)).map(({ subject }) => subject)).toEqual([
      'A new way to log in was added',
      'A way to log in was removed',
    ]);
  });
});

describe('backup codes', () => {
  it('a backup code works once, in every form that people type', async () => {
    const { user, browser, backupCodes } = await createUserWithApp();
    const [first = '', second = ''] = backupCodes;
    expect((await sendCode(await startLogin(user.email), ` ${first.toUpperCase().replace('-', ' ')} `)).status).toBe(
      200,
    );
    expect(await summarizeResponse(await sendCode(await startLogin(user.email), first))).toBe('401 WRONG_CODE');
    expect(await (await browser.get('/api/account')).json()).toEqual(
      expectedReply('GET /api/account', { backupCodesLeft: 9 }),
    );
    const concurrentBrowsers = [await startLogin(user.email), await startLogin(user.email)];
    const outcomes = await Promise.all(concurrentBrowsers.map(async (one) => (await sendCode(one, second)).status));
    expect(outcomes.toSorted((a, b) => a - b)).toEqual([200, 401]);
  });

  it('rejects the backup code of another member', async () => {
    const { backupCodes } = await createUserWithApp();
    const { user } = await createUserWithApp();
    expect(await summarizeResponse(await sendCode(await startLogin(user.email), backupCodes[0] ?? ''))).toBe(
      '401 WRONG_CODE',
    );
  });

  it('rejects old backup codes after the member has requested new ones', async () => {
    const { user, browser, backupCodes } = await createUserWithApp();
    const renewed = await browser.post('/api/account/backup-codes', { currentPassword: PASSWORD });
    const { backupCodes: newCodes } = (await renewed.json()) as { backupCodes: string[] };
    expect(await summarizeResponse(await sendCode(await startLogin(user.email), backupCodes[0] ?? ''))).toBe(
      '401 WRONG_CODE',
    );
    expect((await sendCode(await startLogin(user.email), newCodes[0] ?? '')).status).toBe(200);
  });

  it('gives no backup codes to a member without an authenticator app', async () => {
    const { browser } = await createLoggedInUser();
    expect((await browser.post('/api/account/backup-codes', { currentPassword: PASSWORD })).status).toBe(403);
  });
});

type Device = ReturnType<typeof createAuthenticator>;
type CreationOptions = Parameters<Device['create']>[0];
type RequestOptions = Parameters<Device['get']>[0];

async function creationOptions(browser: Browser): Promise<CreationOptions> {
  const response = await browser.post('/api/account/passkeys/challenge', { currentPassword: PASSWORD });
  expect(response.status).toBe(200);
  return ((await response.json()) as { options: CreationOptions }).options;
}
async function addPasskey(browser: Browser, device: Device, name = 'Phone') {
  const response = device.create(await creationOptions(browser));
  return browser.post('/api/account/passkeys', { name, response });
}
async function requestPasskeyChallenge(browser: Browser): Promise<RequestOptions> {
  const response = await browser.post('/api/auth/passkey/challenge');
  return ((await response.json()) as { options: RequestOptions }).options;
}
const passkeyLogin = (browser: Browser, response: object) => browser.post('/api/auth/passkey/login', { response });

describe('passkeys', () => {
  it('a member adds a passkey, logs in with it alone, and removes it', async () => {
    const { user, browser } = await createLoggedInUser();
    const device = createAuthenticator(ORIGIN);
    const added = await addPasskey(browser, device);
    expect(added.status).toBe(201);
    const passkey = (await added.json()) as { id: string };
    expect(passkey).toEqual(expectedReply('POST /api/account/passkeys', { name: 'Phone', lastUsedAt: null }));

    const visitor = openBrowser(server);
    const response = await passkeyLogin(visitor, device.get(await requestPasskeyChallenge(visitor)));
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ user: toUserReply(user) });
    expect(await isSignedIn(visitor)).toBe(true);
    expect(await (await browser.get('/api/account')).json()).toEqual(
      expectedReply('GET /api/account', {
        passkeys: [{ id: passkey.id, name: 'Phone', lastUsedAt: expect.any(String) as string }],
      }),
    );

    const { browser: otherMember } = await createLoggedInUser();
    const remove = (browserOfCaller: Browser, currentPassword = PASSWORD) =>
      browserOfCaller.post(`/api/account/passkeys/${passkey.id}/remove`, { currentPassword });
    expect(await summarizeResponse(await remove(otherMember))).toBe('404 PASSKEY_NOT_FOUND');
    expect(await summarizeResponse(await remove(browser, 'wrong'))).toBe('403 WRONG_PASSWORD');
    expect((await remove(browser)).status).toBe(200);
    expect(await summarizeResponse(await remove(browser))).toBe('404 PASSKEY_NOT_FOUND');
    const lateResponse = await passkeyLogin(visitor, device.get(await requestPasskeyChallenge(visitor)));
    expect(await summarizeResponse(lateResponse)).toBe('401 PASSKEY_REFUSED');
  });

  it('accepts a passkey response once, within five minutes, and only to a challenge of ours', async () => {
    const { browser } = await createLoggedInUser();
    const device = createAuthenticator(ORIGIN);
    await addPasskey(browser, device);
    const visitor = openBrowser(server);
    const passkeyResponse = device.get(await requestPasskeyChallenge(visitor));
    const concurrentBrowsers = await Promise.all([
      passkeyLogin(openBrowser(server), passkeyResponse),
      passkeyLogin(openBrowser(server), passkeyResponse),
    ]);
    expect(concurrentBrowsers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
    expect(await summarizeResponse(await passkeyLogin(visitor, passkeyResponse))).toBe('401 PASSKEY_REFUSED');

    const options = await requestPasskeyChallenge(visitor);
    const lateResponse = device.get(options);
    await test.sql("update passkey_challenges set expires_at = expires_at - interval '5 minutes'");
    expect(await summarizeResponse(await passkeyLogin(visitor, lateResponse))).toBe('401 PASSKEY_REFUSED');
    const inventedResponse = device.get({ ...options, challenge: 'aW52ZW50ZWQ' });
    expect(await summarizeResponse(await passkeyLogin(visitor, inventedResponse))).toBe('401 PASSKEY_REFUSED');
    const otherSiteResponse = device.get(await requestPasskeyChallenge(visitor), { origin: 'https://evil.example' });
    expect(await summarizeResponse(await passkeyLogin(visitor, otherSiteResponse))).toBe('401 PASSKEY_REFUSED');
  });

  it('stores a passkey only for the member who requested the challenge, which does not work for a login', async () => {
    const { browser } = await createLoggedInUser();
    const { browser: otherMember } = await createLoggedInUser();
    const device = createAuthenticator(ORIGIN);
    const response = device.create(await creationOptions(browser));
    expect(await summarizeResponse(await otherMember.post('/api/account/passkeys', { name: 'Mine', response }))).toBe(
      '401 PASSKEY_REFUSED',
    );
    expect(await summarizeResponse(await browser.post('/api/account/passkeys', { name: 'Mine', response }))).toBe(
      '401 PASSKEY_REFUSED',
    );
    await addPasskey(browser, device);
    const { challenge } = await creationOptions(browser);
    const misusedResponse = device.get({ challenge, rpId: 'hakiki.test' });
    expect(await summarizeResponse(await passkeyLogin(openBrowser(server), misusedResponse))).toBe(
      '401 PASSKEY_REFUSED',
    );
  });

  it('rejects the passkey of an account with an unverified address', async () => {
    const { user, browser } = await createLoggedInUser();
    const device = createAuthenticator(ORIGIN);
    await addPasskey(browser, device);
    await test.sql('update users set email_verified_at = null where id = $1', [user.id]);
    const visitor = openBrowser(server);
    const response = await passkeyLogin(visitor, device.get(await requestPasskeyChallenge(visitor)));
    expect(await summarizeResponse(response)).toBe('403 EMAIL_NOT_VERIFIED');
  });

  it('allows at most twenty passkeys, so that the list shows all of them', async () => {
    const { user, browser } = await createLoggedInUser();
    for (let nth = 0; nth < accountListLimits.passkeys; nth += 1) {
      expect((await addPasskey(browser, createAuthenticator(ORIGIN), `Key ${nth}`)).status).toBe(201);
    }
    expect(await summarizeResponse(await addPasskey(browser, createAuthenticator(ORIGIN)))).toBe('401 PASSKEY_REFUSED');
    expect(await test.sql('select count(*)::int as n from passkeys where user_id = $1', [user.id])).toEqual([
      { n: accountListLimits.passkeys },
    ]);
  });
});

describe('staff who need a second factor', () => {
  const access = async (browser: Browser) => summarizeResponse(await browser.get('/api/admin/access'));

  it('an administrator with only a password is logged in but cannot open the console, and learns why [ROLE-12]', async () => {
    const { browser } = await createLoggedInUser({ isAdmin: true });
    expect(await isSignedIn(browser)).toBe(true);
    const response = await browser.get('/api/admin/access');
    expect(response.status).toBe(403);
    expect(await response.json()).toEqual({
      code: 'ADMIN_SECOND_FACTOR_REQUIRED',
      message: 'The console needs a second factor. Please set one up on your account page.',
    });
  });

  it('a moderator with only a password can neither open the queue nor add another factor [VERD-10]', async () => {
    const { user, browser } = await createLoggedInUser({ isModerator: true });
    expect(await access(browser)).toBe('403 ADMIN_SECOND_FACTOR_REQUIRED');
    expect(await summarizeResponse(await browser.get('/api/admin/cases'))).toBe('403 ADMIN_SECOND_FACTOR_REQUIRED');
    const device = createAuthenticator(ORIGIN);
    await addPasskey(browser, device);
    expect([await access(browser), (await browser.get('/api/admin/cases')).status]).toEqual(['200', 200]);
    const attacker = openBrowser(server);
    expect((await login(attacker, user.email)).status).toBe(200);
    const adding = attacker.post('/api/account/authenticator-app', { currentPassword: PASSWORD });
    expect(await summarizeResponse(await adding)).toBe('403 ADMIN_SECOND_FACTOR_REQUIRED');
  });

  it('an administrator opens the console with an app code or a backup code, at either login [DEC-36]', async () => {
    const { user, secret, backupCodes } = await createUserWithApp({ isAdmin: true });
    const browser = await startLogin(user.email);
    await sendCode(browser, nextCode(secret));
    expect(await access(browser)).toBe('200');
    const other = openBrowser(server);
    const response = await other.post('/api/admin/login', { email: user.email, password: PASSWORD });
    expect(await summarizeResponse(response)).toBe('401 SECOND_FACTOR_REQUIRED');
    await sendCode(other, backupCodes[0] ?? '');
    expect(await access(other)).toBe('200');
  });

  it('an administrator opens the console with a passkey', async () => {
    const { user, browser } = await createLoggedInUser({ isAdmin: true });
    const device = createAuthenticator(ORIGIN);
    await addPasskey(browser, device);
    const other = openBrowser(server);
    expect((await login(other, user.email)).status).toBe(200);
    expect(await access(other)).toBe('403 ADMIN_SECOND_FACTOR_REQUIRED');
    await passkeyLogin(other, device.get(await requestPasskeyChallenge(other)));
    expect(await access(other)).toBe('200');
  });

  it('an administrator can use a new factor at once, with a new session token', async () => {
    const { browser } = await createLoggedInUser({ isAdmin: true });
    const stolen = browser.copy();
    await addPasskey(browser, createAuthenticator(ORIGIN));
    expect(await access(browser)).toBe('200');
    expect(await isSignedIn(stolen)).toBe(false);
    const { browser: withApp } = await createUserWithApp({ isAdmin: true });
    expect(await access(withApp)).toBe('200');
  });

  it('an administrator changes factors only with a factor: a stolen password adds and removes none', async () => {
    const { user, browser } = await createLoggedInUser({ isAdmin: true });
    const device = createAuthenticator(ORIGIN);
    const added = await addPasskey(browser, device);
    const { id } = (await added.json()) as { id: string };
    const attacker = openBrowser(server);
    expect((await login(attacker, user.email)).status).toBe(200);
    const proof = { currentPassword: PASSWORD };
    for (const act of [
      '/api/account/authenticator-app',
      '/api/account/authenticator-app/remove',
      '/api/account/backup-codes',
      '/api/account/passkeys/challenge',
      `/api/account/passkeys/${id}/remove`,
    ]) {
      expect(await summarizeResponse(await attacker.post(act, proof)), act).toBe('403 ADMIN_SECOND_FACTOR_REQUIRED');
    }
    expect(await access(attacker)).toBe('403 ADMIN_SECOND_FACTOR_REQUIRED');
    const response = device.get(await requestPasskeyChallenge(browser));
    expect((await browser.post('/api/account/step-up/passkey', { response })).status).toBe(200);
    expect((await browser.post('/api/account/authenticator-app', proof)).status).toBe(200);
  });

  it('adding a passkey opens the console for an administrator, but a risky action still asks for the passkey', async () => {
    const { browser } = await createLoggedInUser({ isAdmin: true });
    const device = createAuthenticator(ORIGIN);
    await addPasskey(browser, device);
    const act = () => browser.post('/api/admin/exports', { list: 'users', query: '' });
    expect(await access(browser)).toBe('200');
    expect(await summarizeResponse(await act())).toBe('403 STEP_UP_REQUIRED');
    await browser.post('/api/account/step-up/passkey', {
      response: device.get(await requestPasskeyChallenge(browser)),
    });
    expect((await act()).status).toBe(201);
  });
});
