import { execFile } from 'node:child_process';
import { userInfo } from 'node:os';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openBrowser, summarizeResponse } from '../../../../test/support/browser.ts';
import { createAuthenticator } from '../../../../test/support/authenticator.ts';
import { totpCodeAt } from '../../../../test/support/authenticator-app.ts';
import { useDatabase } from '../../../../test/support/database.ts';
import { useMailbox } from '../../../../test/support/mailbox.ts';
import { makeSession, makeUser, PASSWORD } from '../../../../test/support/factories.ts';
import { processEnvironment } from '../../../../test/support/process-environment.ts';
import { useServer } from '../../../../test/support/server.ts';
import { testAdmin } from './administration.ts';

const test = useDatabase();
const APP_SECRET = 'a secret that command and server know';
const server = useServer(test, { settings: { rateLimitScale: 1000, appSecret: APP_SECRET } });
const mailbox = useMailbox(test, server);

const command = fileURLToPath(new URL('../../../../../../tools/operator/admin.ts', import.meta.url));

/** Runs `npm run admin -- …` as on the server. */
const runAdmin = (...args: string[]) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    const env = {
      ...processEnvironment,
      NODE_ENV: 'test',
      DATABASE_URL: test.url,
      APP_SECRET,
      PUBLIC_URL: 'http://hakiki.test',
    };
    execFile(process.execPath, [command, ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr });
    });
  });

const readAuditEntries = (id: unknown) =>
  test.sql('select actor_kind, actor_id, action, detail from audit_entries where subject = $1 order by at', [id]);
const byOperator = (action: string, detail: object = {}) => ({
  actor_kind: 'operator',
  actor_id: userInfo().username,
  action: `account.${action}`,
  detail: { role: 'admin', ...detail },
});
const findUser = async (email: string) => (await test.sql('select * from users where email = $1', [email]))[0];

describe('npm run admin', { timeout: 60_000 }, () => {
  it('create makes an administrator, who chooses a password with the printed link [DEC-37]', async () => {
    const email = 'New.Admin@example.com';
    const { code, output } = await runAdmin('create', email);
    expect({ code, output }).toMatchObject({ code: 0 });
    expect(output).toContain('Then log in at http://hakiki.test/admin/login, the staff login.');
    const token = /http:\/\/hakiki\.test\/reset-password\?token=(\S+)/.exec(output)?.[1];
    const row = await findUser(email.toLowerCase());
    expect(row).toMatchObject({ is_admin: true, password_hash: null });
    expect(await readAuditEntries(row?.['id'])).toEqual([byOperator('role-granted', { isNew: true })]);

    const password = 'nine-lions-at-the-river';
    const reset = await server.post('/api/auth/reset-password', { token, password, confirmPassword: password });
    expect({ status: reset.status, reply: await reset.json() }).toEqual({
      status: 200,
      reply: { message: 'Your password was changed. You can now log in.', isStaff: true },
    });
    const browser = openBrowser(server);
    expect((await browser.post('/api/admin/login', { email, password })).status).toBe(200);

    const again = await runAdmin('create', email);
    expect(again).toMatchObject({ code: 1 });
    expect(again.output).toContain('already has an account; use grant.');
  });

  it('grant and revoke change the administrator role and end the sessions of the account [DEC-37]', async () => {
    const { id, email } = await makeUser(test.database.db);
    await makeSession(test.database.db, { userId: id });
    expect(await runAdmin('grant', email.toUpperCase())).toMatchObject({ code: 0 });
    expect(await findUser(email)).toMatchObject({ is_admin: true });
    expect(await test.sql('select id from sessions where user_id = $1', [id])).toEqual([]);
    expect((await runAdmin('grant', email)).output).toContain('is one already');
    expect(await runAdmin('revoke', email)).toMatchObject({ code: 0 });
    expect(await findUser(email)).toMatchObject({ is_admin: false });
    expect(await readAuditEntries(id)).toEqual([byOperator('role-granted'), byOperator('role-revoked')]);
  });

  it('grant rejects an account with an unverified address and tells the operator what to do [DEC-37]', async () => {
    const { id, email } = await makeUser(test.database.db, { emailVerifiedAt: null });
    const { code, output } = await runAdmin('grant', email);
    expect({ code, output }).toEqual({
      code: 1,
      output: `${email} has not been verified, so somebody else may have signed up with it. Nothing was changed. Ask the owner of the address to choose a new password at http://hakiki.test/forgot-password, which proves the address. Then run this again.\n`,
    });
    expect(await findUser(email)).toMatchObject({ is_admin: false, email_verified_at: null });
    expect(await readAuditEntries(id)).toEqual([]);
  });

  it('grant lets only the owner of the mailbox into an account that an attacker registered, verified or not [DEC-37]', async () => {
    // The attacker signed up with the owner's address, and the owner opened the link in the email.
    const { id, email } = await makeUser(test.database.db);
    const attacker = openBrowser(server);
    await attacker.post('/api/auth/login', { email, password: PASSWORD });
    const device = createAuthenticator('http://hakiki.test');
    const challenge = await attacker.post('/api/account/passkeys/challenge', { currentPassword: PASSWORD });
    const { options } = (await challenge.json()) as { options: Parameters<typeof device.create>[0] };
    await attacker.post('/api/account/passkeys', { name: 'Thief', response: device.create(options) });
    const appResponse = await attacker.post('/api/account/authenticator-app', { currentPassword: PASSWORD });
    const { secret } = (await appResponse.json()) as { secret: string };
    const totp = { code: totpCodeAt(secret, Date.now()) };
    expect((await attacker.post('/api/account/authenticator-app/confirm', totp)).status).toBe(200);
    await attacker.post('/api/auth/forgot-password', { email });
    await attacker.post('/api/account/email', { email: 'thief@example.com', currentPassword: PASSWORD });
    const attackersLink = await mailbox.getTokenFromEmail(email, '/reset-password');

    const { code, output } = await runAdmin('grant', email);
    expect({ code, output }).toEqual({
      code: 0,
      output: `${email} is an administrator now. Password, authenticator app, backup codes, passkeys and sessions are gone. An email with a link that works for 24 hours is on its way to them: they choose a new password with it, log in at http://hakiki.test/admin/login and set up a second factor.\n`,
    });
    expect(await findUser(email)).toMatchObject({ is_admin: true, password_hash: null });
    const tables = ['passkeys', 'authenticator_apps', 'backup_codes', 'sessions', 'email_changes', 'factor_resets'];
    for (const table of tables) {
      expect(await test.sql(`select from ${table} where user_id = $1`, [id]), table).toEqual([]);
    }
    const login = await openBrowser(server).post('/api/admin/login', { email, password: PASSWORD });
    expect(await summarizeResponse(login)).toBe('401 WRONG_ADMIN_CREDENTIALS');
    const challengeResponse = await openBrowser(server).post('/api/auth/passkey/challenge');
    const response = device.get(
      ((await challengeResponse.json()) as { options: Parameters<typeof device.get>[0] }).options,
    );
    expect(await summarizeResponse(await openBrowser(server).post('/api/auth/passkey/login', { response }))).toBe(
      '401 PASSKEY_REFUSED',
    );

    const password = 'nine-lions-at-the-river';
    const choose = (token: string) =>
      server.post('/api/auth/reset-password', { token, password, confirmPassword: password });
    expect(await summarizeResponse(await choose(attackersLink)), 'a link from before').toBe('400 LINK_INVALID');
    expect((await choose(await mailbox.getTokenFromEmail(email, '/reset-password'))).status).toBe(200);
    expect((await openBrowser(server).post('/api/admin/login', { email, password })).status).toBe(200);
    expect((await mailbox.listEmailsTo(email)).map(({ subject }) => subject)).toContain('You are an administrator now');
  });

  it('revoke also ends the moderator role, and reports when there is no role to revoke [DEC-37] [VERD-10]', async () => {
    const { id, email } = await makeUser(test.database.db, { isModerator: true });
    await makeSession(test.database.db, { userId: id });
    expect(await runAdmin('revoke', email)).toEqual({
      code: 0,
      output: `${email} is neither an administrator nor a moderator any more.\n`,
    });
    expect(await findUser(email)).toMatchObject({ is_admin: false, is_moderator: false });
    expect(await test.sql('select id from sessions where user_id = $1', [id])).toEqual([]);
    expect(await readAuditEntries(id)).toEqual([byOperator('role-revoked', { role: 'moderator' })]);
    expect(await test.sql(`select data from pgboss.job where data->>'userId' = $1`, [id])).toEqual([
      { data: { userId: id, notice: 'moderator-revoked' } },
    ]);
    expect(await runAdmin('revoke', email)).toEqual({
      code: 0,
      output: `${email} is neither an administrator nor a moderator.\n`,
    });
  });

  it('the admin command explains unknown accounts and rejects wrong arguments', async () => {
    const unknown = await runAdmin('grant', 'nobody@example.com');
    expect(unknown).toMatchObject({ code: 1 });
    expect(unknown.output).toContain('nobody@example.com has no account.');
    for (const wrong of [
      ['promote', 'a@example.com'],
      ['grant', 'no-address'],
    ]) {
      expect(await runAdmin(...wrong)).toMatchObject({ code: 2 });
    }
  });
});

describe('the test administrator', () => {
  const setTestAdmin = (isEnabled: boolean) =>
    server.running.services.accounts.administration.ensureTestAdmin(isEnabled);

  it('creates one test administrator outside production, who can open the console [DEC-37] [DEC-45]', async () => {
    await Promise.all([setTestAdmin(true), setTestAdmin(true)]);
    await setTestAdmin(true);
    expect(await test.sql('select is_admin from users where email = $1', [testAdmin.email])).toEqual([
      { is_admin: true },
    ]);
    const browser = openBrowser(server);
    expect((await browser.post('/api/admin/login', testAdmin)).status).toBe(200);
    expect((await browser.get('/api/admin/access')).status).toBe(200);
  });

  it('deletes the test administrator and its sessions in production, also in a copied database [DEC-45]', async () => {
    await setTestAdmin(true);
    const browser = openBrowser(server);
    await browser.post('/api/admin/login', testAdmin);
    await setTestAdmin(false);
    expect(await findUser(testAdmin.email)).toBeUndefined();
    expect((await browser.get('/api/auth/user')).status).toBe(401);
    expect(await summarizeResponse(await browser.post('/api/admin/login', testAdmin))).toBe(
      '401 WRONG_ADMIN_CREDENTIALS',
    );
    await setTestAdmin(false);
  });
});

describe('the administrator role', () => {
  it('a member cannot get the administrator role by any API call [DEC-37] [DEC-32]', async () => {
    const { id, email } = await makeUser(test.database.db);
    const { token } = await makeSession(test.database.db, { userId: id });
    const browser = openBrowser(server, { cookies: [['session', token]] });
    const forbiddenFields = {
      isAdmin: true,
      role: 'admin',
      subscriptionTier: 'enterprise',
      subscriptionStatus: 'active',
    };
    const password = 'nine-lions-at-the-river';
    await browser.post('/api/account/email', { ...forbiddenFields, email: `x${email}`, currentPassword: PASSWORD });
    await browser.post('/api/account/password', {
      ...forbiddenFields,
      currentPassword: PASSWORD,
      password,
      confirmPassword: password,
    });
    await browser.post('/api/auth/login', { ...forbiddenFields, email, password });
    expect(await findUser(email)).toMatchObject({
      is_admin: false,
      subscription_tier: 'free',
      subscription_status: 'inactive',
    });
    expect(await summarizeResponse(await browser.get('/api/admin/access'))).toBe('403 FORBIDDEN');
  });
});
