import { randomUUID } from 'node:crypto';
import type { ApiKey, ApiUsage } from '@hakiki/contract/api-keys';
import { describe, expect, it, vi } from 'vitest';
import { useDatabase } from '../../../test/support/database.ts';
import { toInvalidInputReply, expectedReply } from '../../../test/support/expected-replies.ts';
import { makeApiKey, makeProvider, makeSession, makeUser } from '../../../test/support/factories.ts';
import { useServer } from '../../../test/support/server.ts';
import { apiUsage } from './tables.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000 } });
const db = () => test.database.db;

async function signIn(overrides: Parameters<typeof makeUser>[1] = { subscriptionTier: 'api' }) {
  const user = await makeUser(db(), overrides);
  const { cookie } = await makeSession(db(), { userId: user.id });
  const headers = { cookie };
  const toOutcome = async (response: Response) => ({ status: response.status, body: await response.json() });
  return {
    ...user,
    list: async () => (await (await server.get('/api/api-keys', { headers })).json()) as ApiKey[],
    create: (body: object, key?: string) =>
      server
        .post('/api/api-keys', body, { headers: { ...headers, ...(key && { 'idempotency-key': key }) } })
        .then(toOutcome),
    rotate: (id: string, body: object = {}) =>
      server.post(`/api/api-keys/${id}/rotate`, body, { headers }).then(toOutcome),
    revoke: (id: string) => server.get(`/api/api-keys/${id}`, { method: 'DELETE', headers }).then(toOutcome),
    usage: async (query = '') =>
      (await (await server.get(`/api/api-keys/usage${query}`, { headers })).json()) as ApiUsage,
  };
}

const callWith = (key: string, path = '/api/v1/providers?limit=1') =>
  server.get(path, { headers: { authorization: `Bearer ${key}` } }).then(({ status }) => status);
const listAudited = (subject: string) =>
  test.sql('select action, actor_kind, actor_id, detail from audit_entries where subject = $1 order by id', [subject]);

const validKey = { name: 'Payments', permissions: ['read:providers'] };

describe('POST /api/api-keys', () => {
  it('shows a new key in full only once, stores it as a hash and records it in the audit log [REAL-22] [ENT-31] [API-05] [API-06]', async () => {
    const member = await signIn();
    const { status, body } = await member.create({ ...validKey, name: '  Payments ' });
    const created = body as ApiKey;
    expect(status).toBe(201);
    expect(created).toEqual({
      id: expect.any(String) as string,
      name: 'Payments',
      key: expect.stringMatching(/^hk_live_[0-9A-Za-z]{40}$/) as string,
      permissions: ['read:providers'],
      created: expect.any(String) as string,
      lastUsed: null,
      status: 'active',
      isTest: false,
      expires: null,
      addresses: [],
    });
    expect(await member.list()).toEqual([{ ...created, key: `${created.key.slice(0, 12)}…` }]);
    const [row] = await test.sql('select * from api_keys where id = $1', [created.id]);
    const storedText = JSON.stringify(row);
    expect(storedText).not.toContain(created.key.slice(20, 42));
    expect(await callWith(created.key)).toBe(200);
    expect(await listAudited(created.id)).toEqual([
      { action: 'api-key.created', actor_kind: 'user', actor_id: member.id, detail: { isTest: false } },
    ]);
  });

  it('rejects a blank name, an unknown permission and an invalid address [API-07] [DEC-76]', async () => {
    const member = await signIn();
    expect(await member.create({ ...validKey, name: ' ' })).toEqual({
      status: 400,
      body: toInvalidInputReply({ name: 'Please provide a name for your API key' }),
    });
    expect((await member.create({ ...validKey, permissions: ['write:everything'] })).status).toBe(400);
    expect(await member.create({ ...validKey, addresses: ['10.0.0.0/8', 'my server'] })).toEqual({
      status: 400,
      body: toInvalidInputReply({
        addresses: 'Please write an address such as 203.0.113.7, or a block such as 203.0.113.0/24',
      }),
    });
    expect((await member.create({ ...validKey, addresses: ['loopback'] })).status).toBe(400);
    expect(await member.list()).toEqual([]);
  });

  it('rejects an unknown field, so that a misspelt isTest makes no live key', async () => {
    const member = await signIn();
    expect(await member.create({ ...validKey, kind: 'test' })).toEqual({
      status: 400,
      body: toInvalidInputReply({ kind: 'Not a field of this call.' }),
    });
    expect(await member.list()).toEqual([]);
  });

  it('creates a key without permissions, which every call rejects [DEC-76]', async () => {
    const member = await signIn();
    const { key } = (await member.create({ ...validKey, permissions: [] })).body as ApiKey;
    const id = randomUUID();
    const paths = ['', `/${id}`, `/${id}/compliance`, `/${id}/reviews`].map((part) => `/api/v1/providers${part}`);
    expect(await Promise.all(paths.map((path) => callWith(key, path)))).toEqual([403, 403, 403, 403]);
    const headers = { authorization: `Bearer ${key}` };
    expect((await server.post('/api/v1/reports', {}, { headers })).status).toBe(403);
  });

  it('creates one key for a repeated request, and returns the same key', async () => {
    const member = await signIn();
    const name = randomUUID();
    const responses = await Promise.all(Array.from({ length: 5 }, () => member.create(validKey, name)));
    expect(responses).toEqual(responses.map(() => responses[0]));
    expect(responses[0]?.status).toBe(201);
    expect(await member.list()).toHaveLength(1);
    expect((await member.create({ ...validKey, name: 'Another' }, name)).status).toBe(409);
  });

  it('allows ten working keys at a time, also for concurrent requests', async () => {
    const member = await signIn();
    const responses = await Promise.all(Array.from({ length: 14 }, () => member.create(validKey)));
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(10);
    expect(responses.filter(({ status }) => status === 409).map(({ body }) => body)).toEqual(
      Array.from({ length: 4 }, () => ({
        code: 'TOO_MANY_API_KEYS',
        message: 'Ten API keys can work at the same time. Please revoke one that you no longer use.',
      })),
    );
    const [first] = await member.list();
    await member.revoke(first!.id);
    expect((await member.create(validKey)).status).toBe(201);
  });

  it('allows keys for the active plans api and enterprise only [API-02] [DEC-29] [REAL-22]', async () => {
    const yesterday = new Date(Date.now() - 86_400_000);
    for (const subscriptionTier of ['free', 'premium'] as const) {
      expect(await (await signIn({ subscriptionTier })).create(validKey)).toEqual({
        status: 403,
        body: { code: 'FORBIDDEN', message: 'Your account may not do this.' },
      });
    }
    const endedMember = await signIn({ subscriptionTier: 'api', subscriptionEndsAt: yesterday });
    expect((await endedMember.create(validKey)).status).toBe(403);
    expect((await (await signIn({ subscriptionTier: 'enterprise' })).create(validKey)).status).toBe(201);
  });
});

describe('DELETE /api/api-keys/:id', () => {
  it('revokes a key immediately and permanently, keeps it in the list, and records one audit entry for repeated requests [REAL-22]', async () => {
    const member = await signIn();
    const created = (await member.create(validKey)).body as ApiKey;
    expect(await callWith(created.key)).toBe(200);
    const revoked = { status: 200, body: { ...created, key: `${created.key.slice(0, 12)}…`, status: 'revoked' } };
    expect(await member.revoke(created.id)).toEqual(revoked);
    expect(await callWith(created.key)).toBe(401);
    expect((await member.revoke(created.id)).status).toBe(200);
    expect((await member.list()).map(({ status }) => status)).toEqual(['revoked']);
    expect((await listAudited(created.id)).map(({ action }) => action)).toEqual(['api-key.created', 'api-key.revoked']);
  });

  it('responds 404 for the key of another account', async () => {
    const member = await signIn();
    const { id, key } = await makeApiKey(db());
    const unknown = { status: 404, body: { code: 'API_KEY_NOT_FOUND', message: 'You have no such API key.' } };
    expect(await member.revoke(id)).toEqual(unknown);
    expect(await member.rotate(id)).toEqual(unknown);
    expect(await callWith(key)).toBe(200);
  });
});

describe('POST /api/api-keys/:id/rotate', () => {
  it('creates a key with the same properties, while the old one works until the overlap ends', async () => {
    const member = await signIn();
    const oldKey = (await member.create({ ...validKey, addresses: ['127.0.0.0/8'], expiresInDays: 30 })).body as ApiKey;
    const { status, body } = await member.rotate(oldKey.id, { overlapHours: 2 });
    const created = body as ApiKey;
    expect(status).toBe(201);
    expect(created).toEqual({ ...oldKey, id: created.id, key: created.key, created: created.created });
    expect(created.key).not.toBe(oldKey.key);
    expect([await callWith(oldKey.key), await callWith(created.key)]).toEqual([200, 200]);
    const listed = (await member.list()).find(({ id }) => id === oldKey.id);
    expect(listed?.status).toBe('rotated');
    expect(Date.parse(listed!.expires!) - Date.now()).toBeLessThanOrEqual(2 * 3_600_000);
    const by = { actor_kind: 'user', actor_id: member.id };
    expect(await listAudited(oldKey.id)).toEqual([
      { ...by, action: 'api-key.created', detail: { isTest: false } },
      { ...by, action: 'api-key.rotated', detail: { overlapHours: 2, replacedBy: created.id } },
    ]);

    await test.sql(`update api_keys set expires_at = now() where id = $1`, [oldKey.id]);
    expect([await callWith(oldKey.key), await callWith(created.key)]).toEqual([401, 200]);
  });

  it('ends the old key immediately without an overlap, and rejects the rotation of an ended key', async () => {
    const member = await signIn();
    const oldKey = (await member.create(validKey)).body as ApiKey;
    await member.rotate(oldKey.id, { overlapHours: 0 });
    expect(await callWith(oldKey.key)).toBe(401);
    expect(await member.rotate(oldKey.id)).toEqual({
      status: 409,
      body: { code: 'API_KEY_NOT_WORKING', message: 'This API key no longer works. Please create a new one.' },
    });
  });
});

describe('GET /api/api-keys/usage', () => {
  it('shows measured calls per day, endpoint, key and outcome, and the rest of the quota [REAL-23] [API-14]', async () => {
    const member = await signIn();
    const { id, key } = (await member.create({ name: 'Payments', permissions: ['read:providers'] })).body as ApiKey;
    const { id: providerId } = await makeProvider(db());
    const headers = { authorization: `Bearer ${key}` };
    await callWith(key);
    await callWith(key);
    await callWith(key, '/api/v1/providers?limit=0');
    const { headers: firstHeaders } = await server.get(`/api/v1/providers/${providerId}`, { headers });
    const again = { headers: { ...headers, 'if-none-match': firstHeaders.get('etag')! } };
    expect((await server.get(`/api/v1/providers/${providerId}`, again)).status).toBe(304);
    // Rejected, and counted nowhere.
    await callWith(key, `/api/v1/providers/${providerId}/reviews`);

    await server.running.services.apiKeys.flush();
    const ms = expect.any(Number) as number;
    const measured = (endpoint: string, calls: number) => ({ endpoint, calls, failed: 0, medianMs: ms, slowMs: ms });
    expect(await member.usage('?days=7')).toEqual({
      quota: 50_000,
      used: 4,
      remaining: 49_996,
      resets: expect.stringMatching(/^\d{4}-\d\d-01T00:00:00.000Z$/) as string,
      since: new Date(Date.now() - 6 * 86_400_000).toISOString().slice(0, 10),
      days: { calls: [0, 0, 0, 0, 0, 0, 5], failed: [0, 0, 0, 0, 0, 0, 0] },
      endpoints: [measured('GET /api/v1/providers', 3), measured('GET /api/v1/providers/:id', 2)],
      keys: [{ id, name: 'Payments', calls: 5 }],
      outcomes: [
        { outcome: 'done', calls: 3 },
        { outcome: 'unchanged', calls: 1 },
        { outcome: 'wrong', calls: 1 },
      ],
    });
    const [listed] = await member.list();
    expect(Date.now() - Date.parse(listed!.lastUsed!)).toBeLessThan(60_000);
  });

  it('counts from the first day of the month, and shows the requested days', async () => {
    const member = await signIn();
    const { id: keyId } = await makeApiKey(db(), { accountId: member.id });
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    const sum = { accountId: member.id, keyId, endpoint: 'GET /api/v1/providers', outcome: 'done' as const };
    const latencies = [0, 9, 0, 0, 1, 0, 0, 0, 0, 0];
    await db()
      .insert(apiUsage)
      .values(
        [0, 40, 200].map((ago) => ({ ...sum, day: day(ago), calls: 10, charged: 10, latencyMs: 100, latencies })),
      );
    const usage = await member.usage();
    const expectDays = (count: number, agos: readonly number[]) => ({
      calls: Array.from({ length: count }, (_, place) => (agos.includes(count - 1 - place) ? 10 : 0)),
      failed: Array.from({ length: count }, () => 0),
    });
    expect([usage.used, usage.days]).toEqual([10, expectDays(30, [0])]);
    expect(usage.endpoints).toEqual([
      { endpoint: 'GET /api/v1/providers', calls: 10, failed: 0, medianMs: 10, slowMs: 100 },
    ]);
    expect((await member.usage('?days=366')).days).toEqual(expectDays(366, [200, 40, 0]));
  });

  it('is empty for a member who made no calls', async () => {
    const member = await signIn();
    expect(await member.usage()).toEqual(
      expectedReply('GET /api/api-keys/usage', {
        used: 0,
        remaining: 50_000,
        days: { calls: Array.from({ length: 30 }, () => 0), failed: Array.from({ length: 30 }, () => 0) },
        endpoints: [],
        keys: [],
        outcomes: [],
      }),
    );
  });

  it('shows usage within seconds, and deletes it with the account', async () => {
    const member = await signIn();
    const { key, id } = (await member.create(validKey)).body as ApiKey;
    await callWith(key);
    await vi.waitFor(async () => expect((await member.usage()).used).toBe(1), { timeout: 5000, interval: 200 });
    await callWith(key);
    await test.sql('delete from users where id = $1', [member.id]);
    await server.running.services.apiKeys.flush();
    expect(await test.sql('select key_id from api_usage where key_id = $1', [id])).toEqual([]);
    expect(server.log.filter(({ level }) => Number(level) >= 40)).toEqual([]);
  });

  it('deletes usage after the retention period [REAL-23]', async () => {
    const { id: keyId, accountId } = await makeApiKey(db());
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    const sum = {
      accountId,
      keyId,
      endpoint: 'x',
      outcome: 'done' as const,
      calls: 1,
      charged: 1,
      latencyMs: 1,
      latencies: [1],
    };
    await db()
      .insert(apiUsage)
      .values([399, 401].map((ago) => ({ ...sum, day: day(ago) })));
    await server.running.services.apiKeys.purgeExpiredUsage();
    expect(await test.sql('select day::text from api_usage where key_id = $1', [keyId])).toEqual([{ day: day(399) }]);
  });

  it('deletes an ended key once it has no usage left [REAL-22]', async () => {
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000);
    const { id: accountId } = await makeUser(test.database.db, { subscriptionTier: 'api' });
    const make = (name: string, endedMember: { revokedAt?: Date; expiresAt?: Date }) =>
      makeApiKey(test.database.db, { accountId, name, ...endedMember });
    await make('works', {});
    await make('ends tomorrow', { expiresAt: ago(-1) });
    await make('just revoked', { revokedAt: ago(399), expiresAt: ago(-1) });
    await make('just expired', { expiresAt: ago(399) });
    await make('long revoked', { revokedAt: ago(401), expiresAt: ago(-1) });
    await make('long expired', { expiresAt: ago(401) });
    const { id: keyId } = await make('long ended, with sums', { revokedAt: ago(401) });
    await test.sql(
      `insert into api_usage (account_id, day, key_id, endpoint, outcome, calls, charged, latency_ms, latencies)
       values ($1, current_date, $2, 'GET /api/v1/providers', 'done', 1, 1, 1, '{1,0,0,0,0,0,0,0,0,0}')`,
      [accountId, keyId],
    );
    expect(await server.running.services.apiKeys.purgeExpiredUsage()).toEqual({ sums: 0, keys: 2 });
    expect(await test.sql('select name from api_keys where account_id = $1 order by name', [accountId])).toEqual([
      { name: 'ends tomorrow' },
      { name: 'just expired' },
      { name: 'just revoked' },
      { name: 'long ended, with sums' },
      { name: 'works' },
    ]);
  });
});
