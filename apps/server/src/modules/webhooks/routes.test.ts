import { randomUUID } from 'node:crypto';
import { retention } from '@hakiki/contract/retention';
import type { Webhook, WebhookDelivery, WebhookWithSecret } from '@hakiki/contract/webhooks';
import { describe, expect, it } from 'vitest';
import { useDatabase } from '../../../test/support/database.ts';
import { toInvalidInputReply } from '../../../test/support/expected-replies.ts';
import { makeAlert, makeSession, makeUser } from '../../../test/support/factories.ts';
import { useServer } from '../../../test/support/server.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000 } });
const db = () => test.database.db;

async function makeOwner(overrides: Parameters<typeof makeUser>[1] = {}) {
  const user = await makeUser(db(), { subscriptionTier: 'enterprise', ...overrides });
  const { cookie } = await makeSession(db(), { userId: user.id });
  const send = async (method: 'POST' | 'PUT' | 'DELETE', path: string, body: object = {}, more: object = {}) => {
    const response = await server.post(path, body, { method, headers: { cookie, ...more } });
    return [response.status, await response.json()] as [number, unknown];
  };
  return {
    ...user,
    send,
    create: async (body: object = validBody, more: object = {}) =>
      (await send('POST', '/api/webhooks', body, more)) as [number, WebhookWithSecret],
    read: async <Body>(path: string) => {
      const response = await server.get(path, { headers: { cookie } });
      return [response.status, await response.json()] as [number, Body];
    },
  };
}

const url = 'https://hooks.example/hakiki';
const validBody = { url, events: ['alert.published', 'alert.withdrawn'] };
const unknown = [404, { code: 'WEBHOOK_NOT_FOUND', message: 'You have no such webhook.' }];
const listAuditActions = async (id: string) =>
  (await test.sql('select action from audit_entries where subject = $1 order by id', [id])).map((row) => row['action']);

describe('POST /api/webhooks', () => {
  it('creates a webhook, shows its secret once, stores it encrypted and records it in the audit log [HOOK-01]', async () => {
    const owner = await makeOwner();
    const [status, created] = await owner.create();
    const shown = {
      id: created.id,
      url,
      events: validBody.events,
      state: 'active',
      created: expect.any(String) as string,
      failingSince: null,
      overlapUntil: null,
    };
    expect([status, created]).toEqual([
      201,
      { ...shown, secret: expect.stringMatching(/^whsec_[\w+/]{43}=$/) as string },
    ]);
    expect(await owner.read('/api/webhooks')).toEqual([200, [shown]]);
    const [stored] = await test.sql('select sealed_secret as sealed from webhook_secrets where webhook_id = $1', [
      created.id,
    ]);
    const secret = Buffer.from(created.secret.replace('whsec_', ''), 'base64');
    expect(Buffer.from(String(stored!['sealed']), 'base64url').includes(secret)).toBe(false);
    expect(String(stored!['sealed'])).not.toContain(created.secret);
    expect(await listAuditActions(created.id)).toEqual(['webhook.created']);
  });

  it('creates one webhook for a repeated request, and returns the same secret', async () => {
    const owner = await makeOwner();
    const key = { 'Idempotency-Key': randomUUID() };
    const responses = await Promise.all(Array.from({ length: 5 }, () => owner.create(validBody, key)));
    expect(responses).toEqual(responses.map(() => responses[0]));
    expect(await owner.read('/api/webhooks')).toEqual([200, [expect.objectContaining({ id: responses[0]![1].id })]]);
    expect(await owner.create({ ...validBody, events: ['licence.changed'] }, key)).toEqual([
      409,
      { code: 'KEY_REUSED', message: 'This was already sent with other content. Please send it again.' },
    ]);
  });

  it('accepts only https, the default port and public addresses [HOOK-01]', async () => {
    const owner = await makeOwner();
    const message = 'Please enter an address that begins with https:// and can be reached from the internet';
    for (const overrides of [
      'http://hooks.example/',
      'https://hooks.example:8443/',
      'https://user:secret@hooks.example/',
      'https://localhost/',
      'https://intranet/',
      'https://127.0.0.1/',
      'https://2130706433/',
      'https://10.0.0.8/',
      'https://[::1]/',
      'https://[::ffff:169.254.169.254]/',
      'ftp://hooks.example/',
      'hooks.example',
      '',
    ])
      expect([overrides, ...(await owner.create({ ...validBody, url: overrides }))]).toEqual([
        overrides,
        400,
        toInvalidInputReply({ url: message }),
      ]);
    expect(await owner.create({ url, events: [] })).toEqual([
      400,
      toInvalidInputReply({ events: 'Please choose at least one event' }),
    ]);
    expect(await owner.create({ url, events: ['webhook.test'] })).toEqual([
      400,
      toInvalidInputReply({ 'events.0': expect.any(String) as string }),
    ]);
  });

  it('allows ten webhooks per account, also for concurrent requests', async () => {
    const owner = await makeOwner();
    const responses = await Promise.all(Array.from({ length: 12 }, () => owner.create()));
    expect(responses.filter(([status]) => status === 201)).toHaveLength(10);
    expect(responses.filter(([status]) => status === 409)).toHaveLength(2);
    expect(responses.find(([status]) => status === 409)![1]).toEqual({
      code: 'TOO_MANY_WEBHOOKS',
      message: 'An account can have ten webhooks. Please delete one that you no longer use.',
    });
  });
});

describe('managing a webhook', () => {
  it('lets the owner change, pause, resume and delete a webhook, and records each action', async () => {
    const owner = await makeOwner();
    const [, { secret: _, ...created }] = await owner.create();
    const path = `/api/webhooks/${created.id}`;
    expect(await owner.send('PUT', path, { events: ['licence.changed', 'licence.changed'] })).toEqual([
      200,
      { ...created, events: ['licence.changed'] },
    ]);
    const paused = { ...created, events: ['licence.changed'], state: 'paused' };
    expect(await owner.send('PUT', path, { isPaused: true })).toEqual([200, paused]);
    expect(await owner.send('PUT', path, { isPaused: true })).toEqual([200, paused]);
    expect(await owner.send('POST', `${path}/test`)).toEqual([
      409,
      { code: 'WEBHOOK_PAUSED', message: 'This webhook is paused. Please resume it first.' },
    ]);
    expect(await owner.send('PUT', path, { isPaused: false })).toEqual([200, { ...paused, state: 'active' }]);
    expect(await owner.send('DELETE', path)).toEqual([200, { message: 'The webhook was deleted.' }]);
    expect(await owner.send('DELETE', path)).toEqual(unknown);
    const changes = ['created', 'changed', 'paused', 'resumed', 'deleted'];
    expect(await listAuditActions(created.id)).toEqual(changes.map((one) => `webhook.${one}`));
  });

  it('hides a webhook from other accounts, which cannot read, change or replay it [HOOK-01]', async () => {
    const [owner, other] = [await makeOwner(), await makeOwner()];
    const [, { id }] = await owner.create();
    const [, ownDelivery] = (await owner.send('POST', `/api/webhooks/${id}/test`)) as [number, WebhookDelivery];
    const path = `/api/webhooks/${id}`;
    expect(await other.read('/api/webhooks')).toEqual([200, []]);
    expect(await other.read(`${path}/deliveries`)).toEqual(unknown);
    expect(await other.send('PUT', path, { isPaused: true })).toEqual(unknown);
    expect(await other.send('DELETE', path)).toEqual(unknown);
    expect(await other.send('POST', `${path}/rotate`)).toEqual(unknown);
    expect(await other.send('POST', `${path}/test`)).toEqual(unknown);
    expect(await other.send('POST', `${path}/replay`, { since: '2020-01-01T00:00:00Z' })).toEqual(unknown);
    expect(await other.send('POST', `${path}/deliveries/${ownDelivery.id}/replay`)).toEqual(unknown);
    const [, { id: otherHookId }] = await other.create();
    expect(await other.send('POST', `/api/webhooks/${otherHookId}/deliveries/${ownDelivery.id}/replay`)).toEqual([
      404,
      { code: 'DELIVERY_NOT_FOUND', message: 'This delivery is no longer stored.' },
    ]);
    const [, [remaining]] = await owner.read<Webhook[]>('/api/webhooks');
    expect([remaining?.id, remaining?.state]).toEqual([id, 'active']);
  });

  it('rejects accounts without an API plan or with an expired one [DEC-42]', async () => {
    const forbidden = [403, { code: 'FORBIDDEN', message: 'Your account may not do this.' }];
    const endedAt = new Date(Date.now() - 1000);
    for (const overrides of [
      { subscriptionTier: 'premium' },
      { subscriptionTier: 'api', subscriptionStatus: 'active', subscriptionEndsAt: endedAt },
    ] as const)
      expect(await (await makeOwner(overrides)).create()).toEqual(forbidden);
  });
});

it('deletes deliveries after 30 days, and a replaced secret after its overlap [HOOK-01] [SAFE-05]', async () => {
  const owner = await makeOwner();
  const [, { id }] = await owner.create();
  await owner.send('POST', `/api/webhooks/${id}/rotate`);
  const { days } = retention.webhookDeliveries;
  for (const age of [days - 1, days + 1]) {
    await makeAlert(db(), { status: 'approved' });
    await owner.send('POST', `/api/webhooks/${id}/test`);
    await test.sql(
      `update webhook_events set created_at = now() - make_interval(days => $1) where created_at > now() - interval '1 hour'`,
      [age],
    );
  }
  await test.sql(`update webhook_secrets set ends_at = now() - interval '1 second' where ends_at is not null`);
  expect(await server.running.services.webhooks.purgeExpired()).toBe(2);
  const [, stored] = await owner.read<WebhookDelivery[]>(`/api/webhooks/${id}/deliveries`);
  expect(stored.map(({ type }) => type)).toEqual(['webhook.test']);
  expect(await test.sql('select ends_at as ends from webhook_secrets where webhook_id = $1', [id])).toEqual([
    { ends: null },
  ]);
});
