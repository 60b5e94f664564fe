/** A copy of the database gives no access: after all actions of an account, no table contains a secret. */
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { createAuthenticator } from '../../../../test/support/authenticator.ts';
import { openBrowser } from '../../../../test/support/browser.ts';
import { useDatabase } from '../../../../test/support/database.ts';
import { useMailbox } from '../../../../test/support/mailbox.ts';
import { PASSWORD } from '../../../../test/support/factories.ts';
import { useServer } from '../../../../test/support/server.ts';
import { totpCodeAt } from '../../../../test/support/authenticator-app.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000 } });
const mailbox = useMailbox(test, server);

const NEW_PASSWORD = 'nine-lions-at-the-river';
const email = 'amina@example.com';

/** Every row of all tables, including the job queue, as PostgreSQL text. */
async function dumpAllTables(): Promise<string> {
  const tables = await test.sql(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const rows = await test.sql(`select t::text as row from ${String(name)} t`);
    texts.push(...rows.map(({ row }) => String(row)));
  }
  return texts.join('\n');
}

/** The plain secret and its usual encodings. */
const encodings = (secret: string) => [
  secret,
  Buffer.from(secret).toString('hex'),
  Buffer.from(secret, 'base64url').toString('hex'),
  Buffer.from(secret).toString('base64'),
];

it('compromise: copy of the database: stores passwords, tokens, codes and shared secrets only as hashes or encrypted [DEC-39]', async () => {
  const browser = openBrowser(server);
  const json = async <Body>(path: string, body: object): Promise<Body> => {
    const response = await browser.post(path, body);
    expect(response.status, path).toBeLessThan(300);
    return (await response.json()) as Body;
  };
  const secrets: Record<string, string> = { PASSWORD, NEW_PASSWORD };
  const rememberSession = (name: string) => {
    secrets[name] = browser.cookies.get('session') ?? '';
  };

  const person = { userType: 'user', firstName: 'Amina', lastName: 'Demo', cellphoneNumber: '0800000000' };
  await json('/api/auth/signup', { ...person, email, password: PASSWORD, confirmPassword: PASSWORD });
  secrets['used verification'] = await mailbox.getTokenFromEmail(email, '/verify-email');
  await json('/api/auth/resend-verification', { email });
  await json('/api/auth/verify-email', { token: secrets['used verification'] });
  await json('/api/auth/login', { email, password: PASSWORD });
  rememberSession('first session');
  const { secret } = await json<{ secret: string }>('/api/account/authenticator-app', { currentPassword: PASSWORD });
  secrets['shared secret'] = secret;
  const code = totpCodeAt(secret, Date.now());
  const { backupCodes } = await json<{ backupCodes: string[] }>('/api/account/authenticator-app/confirm', { code });
  for (const [index, one] of backupCodes.entries()) secrets[`backup code ${index}`] = one;
  const device = createAuthenticator('http://hakiki.test');
  const { options } = await json<{ options: Parameters<typeof device.create>[0] }>('/api/account/passkeys/challenge', {
    currentPassword: PASSWORD,
  });
  await json('/api/account/passkeys', { name: 'Phone', response: device.create(options) });
  const next = await json<{ options: Parameters<typeof device.get>[0] }>('/api/auth/passkey/challenge', {});
  secrets['open challenge'] = next.options.challenge;
  const change = { currentPassword: PASSWORD, password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
  await json('/api/account/password', change);
  rememberSession('session after the change');
  await json('/api/auth/forgot-password', { email });
  secrets['open reset'] = await mailbox.getTokenFromEmail(email, '/reset-password');
  await json('/api/account/email', { email: 'moved@example.com', currentPassword: NEW_PASSWORD });
  secrets['old side'] = await mailbox.getTokenFromEmail(email, '/confirm-email');
  secrets['new side'] = await mailbox.getTokenFromEmail('moved@example.com', '/confirm-email');
  secrets['known browser'] = browser.cookies.get('browser')?.split('.')[1] ?? '';

  const everything = await dumpAllTables();
  // Checks that the search works: it finds the hashes of open tokens.
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
  for (const name of ['session after the change', 'open reset', 'old side', 'new side', 'open challenge']) {
    expect(everything, name).toContain(sha256(secrets[name] ?? ''));
  }
  expect(everything).toContain('$argon2id$v=19$');

  const leakedSecrets = Object.entries(secrets).flatMap(([name, value]) =>
    value === '' || encodings(value).some((spelling) => everything.includes(spelling)) ? [name] : [],
  );
  expect(leakedSecrets).toEqual([]);
  const logged = JSON.stringify(server.log);
  const loggedSecrets = Object.entries({ ...secrets, email }).flatMap(([name, value]) =>
    logged.includes(value) ? [name] : [],
  );
  expect(loggedSecrets).toEqual([]);
});
