/** Protection of the console against an attacker who has a password or an open browser. */
import { wrongCodesPerDay } from '@hakiki/contract/limits';
import { describe, expect, it } from 'vitest';
import { makeAdmin } from '../../../../test/support/staff.ts';
import { createAuthenticator } from '../../../../test/support/authenticator.ts';
import { type Browser, openBrowser, summarizeResponse } from '../../../../test/support/browser.ts';
import { useDatabase } from '../../../../test/support/database.ts';
import { useMailbox } from '../../../../test/support/mailbox.ts';
import { makeSession, makeUser, PASSWORD } from '../../../../test/support/factories.ts';
import { useServer } from '../../../../test/support/server.ts';
import { totpCodeAt } from '../../../../test/support/authenticator-app.ts';

const test = useDatabase();
const settings = {
  appSecret: 'one secret for both of the processes',
  rateLimitScale: 1000,
  needsAdminSecondFactor: true,
};
const server = useServer(test, { settings });
/** A second process on the same database. */
const secondServer = useServer(test, { settings });
const mailbox = useMailbox(test, server);

const STEP_MS = 30_000;
const sendCode = (browser: Browser, code: string) => browser.post('/api/auth/login/second-factor', { code });
const stepUp = (browser: Browser, code: string) => browser.post('/api/account/step-up', { code });

/** Each code works once, and a phone may be a step ahead. */
const nextCode = (secret: string) => totpCodeAt(secret, Date.now() + STEP_MS);
/** Returns a code that is certainly wrong now. */
function wrongCode(secret: string): string {
  const near = new Set([-2, -1, 0, 1, 2].map((steps) => totpCodeAt(secret, Date.now() + steps * STEP_MS)));
  return ['111111', '222222', '333333', '444444', '555555', '666666'].find((code) => !near.has(code))!;
}

async function createUserWithApp(overrides: Parameters<typeof makeUser>[1] = {}) {
  const user = await makeUser(test.database.db, overrides);
  const browser = openBrowser(server);
  await browser.post('/api/auth/login', { email: user.email, password: PASSWORD });
  const started = await browser.post('/api/account/authenticator-app', { currentPassword: PASSWORD });
  const { secret } = (await started.json()) as { secret: string };
  const code = totpCodeAt(secret, Date.now());
  const confirmed = await browser.post('/api/account/authenticator-app/confirm', { code });
  const { backupCodes } = (await confirmed.json()) as { backupCodes: string[] };
  return { user, browser, secret, backupCodes };
}

async function startLogin(email: string, targetServer = server): Promise<Browser> {
  const browser = openBrowser(targetServer);
  expect(await summarizeResponse(await browser.post('/api/auth/login', { email, password: PASSWORD }))).toBe(
    '401 SECOND_FACTOR_REQUIRED',
  );
  return browser;
}

const readStepUpActions = async (userId: string) =>
  (
    await test.sql(
      `select action from audit_entries where subject = $1 and action ~ 'codes-stopped|step' order by id`,
      [userId],
    )
  ).map(({ action }) => action);

describe('guessing codes with a known password', () => {
  it('blocks app codes after ten wrong ones in a day, in every process, and sends the owner one email in their language [SAFE-10]', async () => {
    const { user, secret } = await createUserWithApp({ language: 'fr' });
    for (let tries = 0; tries < wrongCodesPerDay; tries += 1) {
      const attacker = await startLogin(user.email, tries % 2 === 0 ? server : secondServer);
      expect(await summarizeResponse(await sendCode(attacker, wrongCode(secret)))).toBe('401 WRONG_CODE');
    }
    for (const targetServer of [server, secondServer]) {
      const rejectedResponse = await sendCode(await startLogin(user.email, targetServer), nextCode(secret));
      expect(await summarizeResponse(rejectedResponse), 'not even the right one').toBe('429 TOO_MANY_WRONG_CODES');
      const waitSeconds = Number(rejectedResponse.headers.get('retry-after'));
      expect(waitSeconds).toBeGreaterThan(86_000);
      expect(waitSeconds).toBeLessThanOrEqual(86_400);
    }
    expect(await readStepUpActions(user.id)).toEqual(['account.codes-stopped']);
    const emails = await mailbox.listEmailsTo(user.email);
    expect(emails.map(({ subject }) => subject)).toEqual([
      'Un nouveau moyen de connexion a été ajouté',
      'Dix codes erronés pour votre compte',
    ]);
    expect(emails[1]?.text).toContain('dix codes erronés en un jour');

    await test.sql(`update wrong_codes set created_at = created_at - interval '1 day' where user_id = $1`, [user.id]);
    expect((await sendCode(await startLogin(user.email), nextCode(secret))).status).toBe(200);
  });

  it('blocks app codes after ten wrong ones that are sent at the same time [SAFE-10]', async () => {
    const { user, secret } = await createUserWithApp();
    const attackers = await Promise.all(Array.from({ length: 14 }, () => startLogin(user.email)));
    const outcomes = await Promise.all(
      attackers.map(async (attacker) => summarizeResponse(await sendCode(attacker, wrongCode(secret)))),
    );
    expect(outcomes.filter((outcome) => outcome === '401 WRONG_CODE')).toHaveLength(wrongCodesPerDay);
    expect(outcomes.filter((outcome) => outcome === '429 TOO_MANY_WRONG_CODES')).toHaveLength(4);
    expect(await readStepUpActions(user.id)).toEqual(['account.codes-stopped']);
  });

  it('the owner can still log in with a backup code while app codes are blocked [SAFE-10]', async () => {
    const { user, secret, backupCodes } = await createUserWithApp();
    for (let tries = 0; tries < wrongCodesPerDay; tries += 1) {
      await sendCode(await startLogin(user.email), wrongCode(secret));
    }
    const attacker = await startLogin(user.email);
    expect(await summarizeResponse(await sendCode(attacker, 'aaaa-aaaa'))).toBe('429 TOO_MANY_WRONG_CODES');
    expect((await sendCode(await startLogin(user.email), backupCodes[0]!)).status).toBe(200);
  });

  it('blocks app codes after ten wrong ones in an open session [SAFE-10]', async () => {
    const { user, browser, secret } = await createUserWithApp({ isModerator: true });
    const outcomes: string[] = [];
    for (let tries = 0; tries <= wrongCodesPerDay; tries += 1) {
      outcomes.push(await summarizeResponse(await stepUp(browser, wrongCode(secret))));
    }
    expect(outcomes).toEqual([
      ...Array.from({ length: wrongCodesPerDay }, () => '401 WRONG_CODE'),
      '429 TOO_MANY_WRONG_CODES',
    ]);
    expect((await readStepUpActions(user.id)).filter((action) => action === 'account.step-up-failed')).toHaveLength(11);
  });
});

/** An open browser of staff: the session is valid, the password is saved, and the second factor was used hours ago. */
describe('an old staff session with a known password', () => {
  const roles = { administrator: { isAdmin: true }, moderator: { isModerator: true } };
  const ageSecondFactor = (userId: string) =>
    test.sql(`update sessions set factor_at = now() - interval '5 hours' where user_id = $1`, [userId]);
  const addPasskey = async (browser: Browser) => {
    const device = createAuthenticator('http://hakiki.test');
    const challenge = await browser.post('/api/account/passkeys/challenge', { currentPassword: PASSWORD });
    const { options } = (await challenge.json()) as { options: Parameters<typeof device.create>[0] };
    return browser.post('/api/account/passkeys', { name: 'Phone', response: device.create(options) });
  };
  const listCredentialChanges = (passkeyId: string): [string, object][] => {
    const proof = { currentPassword: PASSWORD };
    const password = { password: 'a long new passphrase', confirmPassword: 'a long new passphrase' };
    return [
      ['/api/account/backup-codes', proof],
      ['/api/account/authenticator-app', proof],
      ['/api/account/authenticator-app/confirm', { code: '123456' }],
      ['/api/account/authenticator-app/remove', proof],
      ['/api/account/passkeys/challenge', proof],
      [
        '/api/account/passkeys',
        { name: 'Thief', response: createAuthenticator('http://hakiki.test').create(anyOptions) },
      ],
      [`/api/account/passkeys/${passkeyId}/remove`, proof],
      ['/api/account/password', { ...proof, ...password }],
      ['/api/account/email', { ...proof, email: 'thief@example.com' }],
      ['/api/account/delete', proof],
    ];
  };
  const anyOptions = { challenge: 'any', rp: { id: 'hakiki.test' }, user: { id: 'YW55' } };

  it.each(Object.entries(roles))(
    'an old session cannot change a credential of an %s until the second factor is used again [SAFE-10]',
    async (_, role) => {
      const { user, browser, secret } = await createUserWithApp(role);
      const { id: passkeyId } = (await (await addPasskey(browser)).json()) as { id: string };
      await ageSecondFactor(user.id);
      for (const [path, body] of listCredentialChanges(passkeyId)) {
        expect(await summarizeResponse(await browser.post(path, body)), path).toBe('403 STEP_UP_REQUIRED');
      }
      expect((await stepUp(browser, nextCode(secret))).status).toBe(200);
      const proof = { currentPassword: PASSWORD };
      expect((await browser.post('/api/account/backup-codes', proof)).status).toBe(200);
      expect((await browser.post(`/api/account/passkeys/${passkeyId}/remove`, proof)).status).toBe(200);
      expect((await browser.post('/api/account/authenticator-app/remove', proof)).status).toBe(200);
    },
  );

  it('an old session cannot get backup codes to step up with, and so cannot change a role [SAFE-10]', async () => {
    const { user, browser } = await createUserWithApp({ isAdmin: true });
    await ageSecondFactor(user.id);
    const renewed = await browser.post('/api/account/backup-codes', { currentPassword: PASSWORD });
    expect(await renewed.json()).toEqual({
      code: 'STEP_UP_REQUIRED',
      message: 'Please confirm with your second factor to do this.',
    });
    const otherMember = await makeUser(test.database.db);
    const granted = await browser.send('PUT', `/api/admin/users/${otherMember.id}/role`, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ isModerator: true, reason: 'None.' }),
    });
    expect(await summarizeResponse(granted)).toBe('403 STEP_UP_REQUIRED');
  });

  it('an old session can end other sessions without the second factor, because that grants nothing [SAFE-10]', async () => {
    const { user, browser } = await createUserWithApp({ isAdmin: true });
    await ageSecondFactor(user.id);
    expect((await browser.send('DELETE', '/api/account/sessions')).status).toBe(200);
  });

  it('a member who is not staff changes factors with the password alone', async () => {
    const { user, browser } = await createUserWithApp();
    await ageSecondFactor(user.id);
    expect((await browser.post('/api/account/backup-codes', { currentPassword: PASSWORD })).status).toBe(200);
    expect((await addPasskey(browser)).status).toBe(201);
  });
});

describe('emails to the owner', () => {
  const subjectsTo = async (email: string) => (await mailbox.listEmailsTo(email)).map(({ subject }) => subject);

  it.each([
    [
      'en',
      [
        'A new way to log in was added',
        'A new way to log in was added',
        'Your backup codes were replaced',
        'A backup code was used',
        'A way to log in was removed',
        'A way to log in was removed',
      ],
      'If that was not you, change your password at once',
    ],
    [
      'fr',
      [
        'Un nouveau moyen de connexion a été ajouté',
        'Un nouveau moyen de connexion a été ajouté',
        'Vos codes de secours ont été remplacés',
        'Un code de secours a été utilisé',
        'Un moyen de connexion a été retiré',
        'Un moyen de connexion a été retiré',
      ],
      'Si ce n’est pas vous, changez tout de suite votre mot de passe',
    ],
  ] as const)(
    'notifies the owner of every change of factors, without any secret: %s',
    async (language, subjects, advice) => {
      const { user, browser, secret } = await createUserWithApp({ language });
      const proof = { currentPassword: PASSWORD };
      const device = createAuthenticator('http://hakiki.test');
      const challenge = await browser.post('/api/account/passkeys/challenge', proof);
      const { options } = (await challenge.json()) as { options: Parameters<typeof device.create>[0] };
      const added = await browser.post('/api/account/passkeys', { name: 'Phone', response: device.create(options) });
      const { id } = (await added.json()) as { id: string };
      const renewed = await browser.post('/api/account/backup-codes', proof);
      const { backupCodes } = (await renewed.json()) as { backupCodes: string[] };
      expect((await sendCode(await startLogin(user.email), backupCodes[0]!)).status).toBe(200);
      await browser.post('/api/account/authenticator-app/remove', proof);
      await browser.post(`/api/account/passkeys/${id}/remove`, proof);
      const emails = await mailbox.listEmailsTo(user.email);
      expect(emails.map(({ subject }) => subject)).toEqual(subjects);
      for (const { text } of emails) {
        expect(text).toContain(advice);
        for (const hidden of [...backupCodes, secret, PASSWORD]) expect(text).not.toContain(hidden);
      }
    },
  );

  it('asks an owner who is staff to warn a colleague as well', async () => {
    const { user } = await createUserWithApp({ isModerator: true });
    const [email] = await mailbox.listEmailsTo(user.email);
    expect(email?.text).toContain('also tell another administrator or the operator at once');
    const member = await createUserWithApp();
    const [other] = await mailbox.listEmailsTo(member.user.email);
    expect(other?.text).not.toContain('another administrator');
  });

  it('notifies the owner of a login in a new browser, and not of the next login there', async () => {
    const aDayAgo = new Date(Date.now() - 25 * 3_600_000);
    const user = await makeUser(test.database.db, { createdAt: aDayAgo });
    const browser = openBrowser(server);
    const logIn = () => browser.post('/api/auth/login', { email: user.email, password: PASSWORD });
    await logIn();
    await logIn();
    const emails = await mailbox.listEmailsTo(user.email);
    expect(emails.map(({ subject }) => subject)).toEqual(['Your account was opened in a new browser']);
    expect(emails[0]?.text).toContain('The browser: Unknown browser.');
    expect(emails[0]?.text).toContain('choose a new password at once');
    await openBrowser(server).post('/api/auth/login', { email: user.email, password: PASSWORD });
    expect(await subjectsTo(user.email)).toHaveLength(2);
  });

  it('sends no email about new browsers on the day of the sign-up, except to staff', async () => {
    const logIn = (email: string) => openBrowser(server).post('/api/auth/login', { email, password: PASSWORD });
    const member = await makeUser(test.database.db);
    const moderator = await makeUser(test.database.db, { isModerator: true, language: 'fr' });
    await Promise.all([logIn(member.email), logIn(moderator.email)]);
    expect(await subjectsTo(member.email)).toEqual([]);
    expect(await subjectsTo(moderator.email)).toEqual(['Votre compte a été ouvert dans un nouveau navigateur']);
  });

  it('notifies the owner of a new browser when the login is finished, not while the code is missing', async () => {
    const aDayAgo = new Date(Date.now() - 25 * 3_600_000);
    const { user, secret } = await createUserWithApp({ createdAt: aDayAgo });
    const about = async () =>
      (await subjectsTo(user.email)).filter((subject) => subject === 'Your account was opened in a new browser').length;
    const before = await about();
    const attacker = await startLogin(user.email);
    expect(await about()).toBe(before);
    expect((await sendCode(attacker, nextCode(secret))).status).toBe(200);
    expect(await about()).toBe(before + 1);
  });
});

/** A session that was opened and last used this many minutes ago. */
async function createAgedSession(
  overrides: Parameters<typeof makeUser>[1],
  { begun = 0, idle = 0 }: Record<string, number>,
) {
  const { id: userId } = await makeUser(test.database.db, overrides);
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const session = await makeSession(test.database.db, {
    userId,
    hasSecondFactor: true,
    createdAt: ago(Math.max(begun, idle)),
    lastSeenAt: ago(idle),
  });
  const get = (path: string) => server.get(path, { headers: { cookie: session.cookie } });
  return { ...session, userId, get, isOpen: async () => (await get('/api/auth/user')).status === 200 };
}

describe('staff sessions', () => {
  const roles = { isAdmin: { isAdmin: true }, isModerator: { isModerator: true } };

  it.each(Object.entries(roles))(
    'a staff session ends after twelve hours and after thirty idle minutes: %s [SAFE-10]',
    async (_, role) => {
      const open = async (times: Record<string, number>) => (await createAgedSession(role, times)).isOpen();
      expect(await open({ begun: 12 * 60 - 1 })).toBe(true);
      expect(await open({ begun: 12 * 60 })).toBe(false);
      expect(await open({ begun: 60, idle: 29 })).toBe(true);
      expect(await open({ begun: 60, idle: 30 })).toBe(false);
    },
  );

  it('the session of a customer lasts a month [SAFE-10]', async () => {
    expect(await (await createAgedSession({}, { begun: 3 * 1440, idle: 1440 })).isOpen()).toBe(true);
  });

  it('a staff session is kept alive by work and not by polling [SAFE-10]', async () => {
    const seen = async ({ id }: { id: string }) => {
      const [row] = await test.sql(
        `select last_seen_at > now() - interval '1 minute' as seen from sessions where id = $1`,
        [id],
      );
      return row?.['seen'];
    };
    const idleSession = await createAgedSession({ isModerator: true }, { begun: 60, idle: 20 });
    for (const path of ['/api/admin/sorting', '/api/fraud-alerts/active'])
      expect((await idleSession.get(path)).status).toBe(200);
    const activeSession = await createAgedSession({ isModerator: true }, { begun: 60, idle: 2 });
    await activeSession.get('/api/admin/cases');
    await expect.poll(() => seen(activeSession)).toBe(true);
    expect(await seen(idleSession)).toBe(false);
  });

  it('an expired staff session is not listed and is deleted [SAFE-10]', async () => {
    const ended = await createAgedSession({ isAdmin: true }, { begun: 60, idle: 30 });
    const { cookie } = await makeSession(test.database.db, { userId: ended.userId, hasSecondFactor: true });
    const listed = await server.get('/api/account/sessions', { headers: { cookie } });
    expect(((await listed.json()) as object[]).length).toBe(1);
    const memberSession = await createAgedSession({}, { begun: 60, idle: 50 });
    const { deleteExpired } = await import('../store.ts');
    await deleteExpired(test.database.db);
    const rows = await test.sql('select id from sessions where id = any($1)', [[ended.id, memberSession.id]]);
    expect(rows).toEqual([{ id: memberSession.id }]);
  });
});

describe('stepping up', () => {
  const grantModerator = (browser: Browser, userId: string) =>
    browser.send('PUT', `/api/admin/users/${userId}/role`, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ isModerator: true, reason: 'She knows the market.' }),
    });
  const ageByTenMinutes = (userId: string) =>
    test.sql(`update sessions set factor_at = factor_at - interval '10 minutes' where user_id = $1`, [userId]);

  it('an administrator must use the second factor again before changing a role after ten minutes [SAFE-10]', async () => {
    const { user, browser, secret } = await createUserWithApp({ isAdmin: true });
    const [one, other] = [await makeUser(test.database.db), await makeUser(test.database.db)];
    expect((await grantModerator(browser, one.id)).status, 'just after the factor was given').toBe(200);

    await ageByTenMinutes(user.id);
    const rejectedResponse = await grantModerator(browser, other.id);
    expect(rejectedResponse.status).toBe(403);
    expect(await rejectedResponse.json()).toEqual({
      code: 'STEP_UP_REQUIRED',
      message: 'Please confirm with your second factor to do this.',
    });
    expect((await browser.get('/api/admin/users')).status, 'what is not risky stays open').toBe(200);

    expect(await summarizeResponse(await stepUp(browser, wrongCode(secret)))).toBe('401 WRONG_CODE');
    expect(await summarizeResponse(await grantModerator(browser, other.id))).toBe('403 STEP_UP_REQUIRED');
    const code = nextCode(secret);
    expect(await (await stepUp(browser, code)).json()).toEqual({ message: 'Thank you. You can go on.' });
    expect((await grantModerator(browser, other.id)).status).toBe(200);
    expect(await summarizeResponse(await stepUp(browser, code)), 'a code works once').toBe('401 WRONG_CODE');
    expect(await readStepUpActions(user.id)).toEqual([
      'account.step-up-failed',
      'account.stepped-up',
      'account.step-up-failed',
    ]);
  });

  it("accepts a passkey of the session's owner and of nobody else [SAFE-10]", async () => {
    const device = createAuthenticator('http://hakiki.test');
    const { user, browser } = await createUserWithApp({ isAdmin: true });
    const challenge = await browser.post('/api/account/passkeys/challenge', { currentPassword: PASSWORD });
    const { options } = (await challenge.json()) as { options: Parameters<typeof device.create>[0] };
    await browser.post('/api/account/passkeys', { name: 'Phone', response: device.create(options) });
    const signChallenge = async () => {
      const challengeResponse = await openBrowser(server).post('/api/auth/passkey/challenge');
      return device.get(((await challengeResponse.json()) as { options: Parameters<typeof device.get>[0] }).options);
    };
    await ageByTenMinutes(user.id);
    const one = await makeUser(test.database.db);
    expect(await summarizeResponse(await grantModerator(browser, one.id))).toBe('403 STEP_UP_REQUIRED');

    const otherAdmin = await makeAdmin(test.database.db);
    const headers = { cookie: otherAdmin.cookie };
    const responseOfOtherAdmin = await server.post(
      '/api/account/step-up/passkey',
      { response: await signChallenge() },
      { headers },
    );
    expect(await summarizeResponse(responseOfOtherAdmin)).toBe('401 PASSKEY_REFUSED');

    const response = await signChallenge();
    expect((await browser.post('/api/account/step-up/passkey', { response })).status).toBe(200);
    expect((await grantModerator(browser, one.id)).status).toBe(200);
    expect(await summarizeResponse(await browser.post('/api/account/step-up/passkey', { response }))).toBe(
      '401 PASSKEY_REFUSED',
    );
  });

  it('steps up only the session that sent the code, and no other of the same person [SAFE-10]', async () => {
    const { user, browser, secret } = await createUserWithApp({ isAdmin: true });
    const { cookie } = await makeSession(test.database.db, { userId: user.id, hasSecondFactor: true });
    await ageByTenMinutes(user.id);
    await stepUp(browser, nextCode(secret));
    const body = { list: 'users', query: '' };
    const exported = await server.post('/api/admin/exports', body, { headers: { cookie } });
    expect(await summarizeResponse(exported)).toBe('403 STEP_UP_REQUIRED');
    expect((await browser.post('/api/admin/exports', body)).status).toBe(201);
  });
});
