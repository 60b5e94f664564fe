/**
 * Tests the rows of docs/security/compromise.md: an attacker who controls one part tries what its row says is out of
 * reach. The other rows are tested elsewhere: the last column names the files.
 */
import { randomUUID } from 'node:crypto';
import type { EndpointDefinition } from '@hakiki/contract/endpoint';
import { endpoints } from '@hakiki/contract/endpoints';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSettings } from '../src/platform/config/settings.ts';
import { generateKeyPair } from '../src/platform/sealing/sealed-box.ts';
import { createAuthenticator } from './support/authenticator.ts';
import { newPageKey } from './support/contact-request.ts';
import { useDatabase } from './support/database.ts';
import { makeSession, makeUser, PASSWORD } from './support/factories.ts';
import { summarizeResponse } from './support/browser.ts';
import { createReporter } from './support/reporter.ts';
import { useDatabaseRoles } from './support/database-roles.ts';
import { useServer } from './support/server.ts';

const test = useDatabase();
const roles = useDatabaseRoles(test);
const server = useServer(test, {
  settings: { databaseUrl: roles.webUrl, rateLimitScale: 1000, needsAdminSecondFactor: true },
});
const reporter = createReporter(server);
const INSUFFICIENT_PRIVILEGE = '42501';

const connections = {
  web: new pg.Client({ connectionString: roles.webUrl }),
  worker: new pg.Client({ connectionString: roles.workerUrl }),
};
beforeAll(() => Promise.all(Object.values(connections).map((connection) => connection.connect())));
afterAll(() => Promise.all(Object.values(connections).map((connection) => connection.end())));

/** Returns PostgreSQL's response to each statement; every change is rolled back. */
async function runAndRollBack(who: keyof typeof connections, statements: readonly string[]) {
  const outcomes: Record<string, string> = {};
  for (const statement of statements) {
    await connections[who].query('begin');
    outcomes[statement] = await connections[who].query(statement).then(
      () => 'done',
      (error: unknown) => String((error as { code?: string }).code),
    );
    await connections[who].query('rollback');
  }
  return outcomes;
}
const listPrivilegeErrors = (statements: readonly string[]) =>
  Object.fromEntries(statements.map((statement) => [statement, INSUFFICIENT_PRIVILEGE]));

it('compromise: web process reads no contact data, records or deletes no opening of it, and rewrites neither audit, public log nor queue', async () => {
  await reporter.reportScam({ contactEmail: 'sealed@example.com' });
  const statements = [
    'select sealed_contact from filings',
    'select from opened_contacts',
    `insert into opened_contacts (opening_id, asked_by, spent) values (gen_random_uuid(), gen_random_uuid(), '')`,
    'delete from opened_contacts',
    `update contact_openings set refusal = null`,
    'select actor_id, reason, detail from audit_entries',
    'update audit_entries set actor_id = null',
    'delete from audit_entries',
    'select from audit_seals',
    `insert into audit_seals values (1, gen_random_uuid(), '')`,
    `insert into decision_log (number, day, kind, previous, hash) values (1, now(), 'decision', '', '')`,
    'select data from pgboss.job',
    `update pgboss.job set data = '{}'`,
    'delete from pgboss.job',
  ];
  expect(await runAndRollBack('web', statements)).toEqual(listPrivilegeErrors(statements));
  const { publicKey, privateKey } = generateKeyPair();
  const settings = {
    NODE_ENV: 'production',
    DATABASE_URL: roles.webUrl,
    PUBLIC_URL: 'https://hakiki.example',
    APP_SECRET: 'x'.repeat(64),
    REPORTER_PUBLIC_KEY: publicKey,
  };
  expect(() => readSettings({ ...settings, REPORTER_PRIVATE_KEYS: privateKey }, 'web')).toThrow(
    /REPORTER_PRIVATE_KEYS/,
  );
});

it('compromise: worker creates or changes no account, session, password, role, factor or table', async () => {
  const { id } = await makeUser(test.database.db);
  const statements = [
    `insert into users (id, email) values (gen_random_uuid(), 'somebody@example.com')`,
    `update users set is_admin = true where id = '${id}'`,
    `update users set is_moderator = true where id = '${id}'`,
    `update users set password_hash = '' where id = '${id}'`,
    `update users set email = 'thief@example.com' where id = '${id}'`,
    `insert into sessions (id, token_hash, user_id, device, expires_at) values (gen_random_uuid(), '', '${id}', '', now())`,
    'update sessions set has_second_factor = true, factor_at = now()',
    `insert into passkeys (id, user_id, credential_id, public_key, name) values (gen_random_uuid(), '${id}', 'x', '', 'x')`,
    `update passkeys set public_key = '', mark = '', created_at = now()`,
    `insert into authenticator_apps (user_id, sealed_secret) values ('${id}', '')`,
    `update authenticator_apps set sealed_secret = '', mark = '', confirmed_at = now()`,
    `insert into backup_codes values ('${id}', '')`,
    `insert into mailed_tokens (id, token_hash, user_id, purpose, expires_at) values (gen_random_uuid(), '', '${id}', 'reset-password', now())`,
    `insert into factor_resets (id, user_id, token_hash) values (gen_random_uuid(), '${id}', '')`,
    'alter table users disable trigger all',
    'create table more (n int)',
  ];
  expect(await runAndRollBack('worker', statements)).toEqual(listPrivilegeErrors(statements));
});

/** A staff session whose authenticator app code was given this many hours ago. */
async function staffSession(role: { isAdmin: true } | { isModerator: true }, factorHours: number) {
  const { id: userId } = await makeUser(test.database.db, role);
  const { cookie } = await makeSession(test.database.db, {
    userId,
    hasSecondFactor: true,
    factorAt: new Date(Date.now() - factorHours * 3_600_000),
  });
  const send = (method: 'POST' | 'PUT', path: string, body: object) =>
    server.post(path, body, { method, headers: { cookie } });
  return {
    userId,
    send,
    outcome: async (method: 'POST' | 'PUT', path: string, body: object = {}) =>
      summarizeResponse(await send(method, path, body)),
    get: async (path: string) => summarizeResponse(await server.get(path, { headers: { cookie } })),
  };
}
const newContactRequest = (code = '123456') => ({
  reason: 'None.',
  publicKey: newPageKey(),
  askedAt: new Date().toISOString(),
  code,
});
const fillPath = ({ path }: EndpointDefinition) => path.replaceAll(/:\w+/g, randomUUID());
const credentialCalls = endpoints.filter((one: EndpointDefinition) => one.stepUp === 'staff');
const steppedUpCalls = endpoints.filter((one: EndpointDefinition) => one.stepUp === true);

it('compromise: moderator opens no contact data and no accounts, changes no role, starts no export, confirms no proposal and edits no alert', async () => {
  const { item } = await reporter.reportScam({ contactEmail: 'sealed@example.com' });
  const moderator = await staffSession({ isModerator: true }, 0);
  expect(await moderator.get('/api/admin/cases'), 'the queue is theirs').toBe('200');
  expect(await moderator.outcome('POST', `/api/admin/filings/${item.id}/contact`, newContactRequest())).toBe(
    '403 FORBIDDEN',
  );
  expect(await moderator.get('/api/admin/users')).toBe('403 FORBIDDEN');
  expect(await moderator.outcome('PUT', `/api/admin/users/${moderator.userId}/role`, {})).toBe('403 FORBIDDEN');
  expect(await moderator.outcome('POST', '/api/admin/exports', { list: 'users', query: '' })).toBe('403 FORBIDDEN');
  expect(await moderator.outcome('POST', `/api/admin/proposals/${randomUUID()}/confirm`, {})).toBe('403 FORBIDDEN');
  expect(await moderator.outcome('PUT', `/api/admin/fraud-alerts/${item.id}`, { title: 'None' })).toBe('403 FORBIDDEN');
});

it('compromise: administrator and moderator change no credential without giving the factor again, even with the password', async () => {
  for (const role of [{ isAdmin: true }, { isModerator: true }] as const) {
    const staff = await staffSession(role, 1);
    expect(credentialCalls.length).toBeGreaterThan(8);
    for (const call of credentialCalls) {
      const outcome = await staff.outcome('POST', fillPath(call), { currentPassword: PASSWORD });
      expect(outcome, call.path).toBe('403 STEP_UP_REQUIRED');
    }
  }
});

it('compromise: administrator without a fresh second factor opens no contact data, changes no role, exports and confirms nothing, and adds no passkey', async () => {
  const { item } = await reporter.reportScam({ contactEmail: 'sealed@example.com' });
  const administrator = await staffSession({ isAdmin: true }, 1);
  expect(await administrator.get('/api/admin/users'), 'the lists are open').toBe('200');
  expect(steppedUpCalls.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/api/admin/users/:userId/role', '/api/admin/exports', '/api/admin/proposals/:id/confirm']),
  );
  for (const call of steppedUpCalls) {
    const outcome = await administrator.outcome(call.method as 'POST' | 'PUT', fillPath(call));
    expect(outcome, call.path).toBe('403 STEP_UP_REQUIRED');
  }
  // Contact data needs a factor with each request; this session has none to give.
  const path = `/api/admin/filings/${item.id}/contact`;
  expect(await administrator.outcome('POST', path, newContactRequest())).toBe('403 ADMIN_SECOND_FACTOR_REQUIRED');
  const { code: _, ...unproven } = newContactRequest();
  expect(await administrator.outcome('POST', path, unproven)).toBe('400 INVALID_INPUT');
  const options = { challenge: 'any', rp: { id: 'hakiki.test' }, user: { id: 'YW55' } };
  const response = createAuthenticator('http://hakiki.test').create(options);
  const added = await administrator.outcome('POST', '/api/account/passkeys', { name: 'Thief', response });
  expect(added).toBe('403 STEP_UP_REQUIRED');
});
