import { execFile } from 'node:child_process';
import { userInfo } from 'node:os';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createAuthenticator } from '../../../../test/support/authenticator.ts';
import { openBrowser, summarizeResponse } from '../../../../test/support/browser.ts';
import { useDatabase } from '../../../../test/support/database.ts';
import { useMailbox } from '../../../../test/support/mailbox.ts';
import { makeUser, PASSWORD } from '../../../../test/support/factories.ts';
import { processEnvironment } from '../../../../test/support/process-environment.ts';
import { useServer } from '../../../../test/support/server.ts';
import { totpCodeAt } from '../../../../test/support/authenticator-app.ts';

const test = useDatabase();
const APP_SECRET = 'a secret that command and server know';
const server = useServer(test, { settings: { rateLimitScale: 1000, appSecret: APP_SECRET } });
const mailbox = useMailbox(test, server);
const ORIGIN = 'http://hakiki.test';

const command = fileURLToPath(new URL('../../../../../../tools/operator/admin.ts', import.meta.url));
/** Runs `npm run admin -- reset-factor …` as on the server. */
const runResetFactor = (email: string) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    const environment = { NODE_ENV: 'test', DATABASE_URL: test.url, APP_SECRET, PUBLIC_URL: ORIGIN };
    const env = { ...processEnvironment, ...environment };
    execFile(process.execPath, [command, 'reset-factor', email], { env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr });
    });
  });

async function createUserWithFactors(overrides: Parameters<typeof makeUser>[1] = {}) {
  const user = await makeUser(test.database.db, overrides);
  const browser = openBrowser(server);
  await browser.post('/api/auth/login', { email: user.email, password: PASSWORD });
  const started = await browser.post('/api/account/authenticator-app', { currentPassword: PASSWORD });
  const { secret } = (await started.json()) as { secret: string };
  await browser.post('/api/account/authenticator-app/confirm', { code: totpCodeAt(secret, Date.now()) });
  const device = createAuthenticator(ORIGIN);
  const challenge = await browser.post('/api/account/passkeys/challenge', { currentPassword: PASSWORD });
  const { options } = (await challenge.json()) as { options: Parameters<typeof device.create>[0] };
  const added = await browser.post('/api/account/passkeys', { name: 'Phone', response: device.create(options) });
  expect(added.status).toBe(201);
  return { user, browser };
}

const processDueResets = () => server.running.services.accounts.factorResets.processDue();
/** Pretends that the email was sent this long ago. */
const setEmailSentAgo = (userId: string, ago: string) =>
  test.sql(`update factor_resets set notified_at = now() - $2::interval where user_id = $1 returning id`, [
    userId,
    ago,
  ]);
const login = async (email: string) =>
  summarizeResponse(await openBrowser(server).post('/api/auth/login', { email, password: PASSWORD }));
const readAuditEntries = async (userId: string) =>
  test.sql(
    `select actor_kind, actor_id, action from audit_entries where subject = $1 and action ~ 'factor-reset' order by id`,
    [userId],
  );
const requestedEntry = { actor_kind: 'operator', actor_id: userInfo().username, action: 'account.factor-reset-asked' };

describe('npm run admin -- reset-factor', { timeout: 60_000 }, () => {
  it('deletes the factors and sessions a day after the email to the owner, and notifies the owner again [SAFE-09]', async () => {
    const { user, browser } = await createUserWithFactors({ email: 'lost-phone@example.com' });
    expect(await runResetFactor('Lost-Phone@example.com')).toEqual({
      code: 0,
      output: expect.stringContaining('is on its way. 24 hours after that email was sent'),
    });
    const subjects = (await mailbox.listEmailsTo(user.email)).map(({ subject }) => subject);
    expect(subjects.at(-1)).toBe('Your second factor will be reset in 24 hours');

    await processDueResets();
    await setEmailSentAgo(user.id, '23 hours 59 minutes');
    await processDueResets();
    expect(await login(user.email)).toBe('401 SECOND_FACTOR_REQUIRED');
    expect((await browser.get('/api/auth/user')).status).toBe(200);

    await setEmailSentAgo(user.id, '24 hours');
    await Promise.all([processDueResets(), processDueResets()]);
    expect((await browser.get('/api/auth/user')).status).toBe(401);
    expect(await login(user.email)).toBe('200');
    const left = await test.sql(
      `select (select count(*)::int from passkeys where user_id = $1) as passkeys,
        (select count(*)::int from backup_codes where user_id = $1) as codes`,
      [user.id],
    );
    expect(left).toEqual([{ passkeys: 0, codes: 0 }]);
    expect((await mailbox.listEmailsTo(user.email)).at(-1)?.subject).toBe('Your second factor was reset');
    expect(await readAuditEntries(user.id)).toEqual([
      requestedEntry,
      { actor_kind: 'system', actor_id: null, action: 'account.factor-reset' },
    ]);
  });

  it('the owner stops the reset with the link in the email, in their language, and the link works once [SAFE-09]', async () => {
    const { user, browser } = await createUserWithFactors({ language: 'fr' });
    await runResetFactor(user.email);
    const token = await mailbox.getTokenFromEmail(user.email, '/fr/keep-factor');
    const stopped = await server.post('/api/auth/keep-factor', { token });
    expect({ status: stopped.status, body: await stopped.json() }).toEqual({
      status: 200,
      body: { message: 'Your second factor stays as it is.' },
    });
    expect(await summarizeResponse(await server.post('/api/auth/keep-factor', { token }))).toBe('400 LINK_INVALID');
    expect(await setEmailSentAgo(user.id, '25 hours')).toEqual([]);
    await processDueResets();
    expect(await login(user.email)).toBe('401 SECOND_FACTOR_REQUIRED');
    expect((await browser.get('/api/auth/user')).status).toBe(200);
    expect(await readAuditEntries(user.id)).toEqual([
      requestedEntry,
      { actor_kind: 'user', actor_id: user.id, action: 'account.factor-reset-stopped' },
    ]);
  });

  it('a reset waits while its email could not be sent [SAFE-09]', async () => {
    const { user } = await createUserWithFactors();
    await runResetFactor(user.email);
    await mailbox.listEmailsTo(user.email);
    await test.sql(
      `update factor_resets set notified_at = null, created_at = now() - interval '3 days' where user_id = $1`,
      [user.id],
    );
    await processDueResets();
    expect(await login(user.email)).toBe('401 SECOND_FACTOR_REQUIRED');
  });

  it('does nothing for an unknown account, an account without a factor, or one with a pending reset [SAFE-09]', async () => {
    expect(await runResetFactor('nobody@example.com')).toEqual({
      code: 1,
      output: 'nobody@example.com has no account.\n',
    });
    const { email } = await makeUser(test.database.db);
    expect(await runResetFactor(email)).toEqual({ code: 1, output: `${email} has no second factor.\n` });
    const { user } = await createUserWithFactors();
    await runResetFactor(user.email);
    expect(await runResetFactor(user.email)).toEqual({
      code: 1,
      output: `A reset for ${user.email} is already in progress.\n`,
    });
    expect(await readAuditEntries(user.id)).toEqual([requestedEntry]);
  });

  it('rejects a link that was guessed or made for another purpose [SAFE-09]', async () => {
    const { user } = await createUserWithFactors();
    await runResetFactor(user.email);
    await server.post('/api/auth/forgot-password', { email: user.email });
    const other = await mailbox.getTokenFromEmail(user.email, '/reset-password');
    for (const token of [other, 'x'.repeat(43)]) {
      expect(await summarizeResponse(await server.post('/api/auth/keep-factor', { token }))).toBe('400 LINK_INVALID');
    }
  });
});
