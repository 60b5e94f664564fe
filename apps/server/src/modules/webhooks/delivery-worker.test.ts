/** Webhook events from the change to the receiver, over real TLS connections and with the SSRF guard. */
import { webcrypto } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type NewWebhook,
  type WebhookDelivery,
  WebhookEvent,
  webhookEventTypes,
  type Webhook,
  type WebhookWithSecret,
} from '@hakiki/contract/webhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createConsoleClient, makeAdmin } from '../../../test/support/staff.ts';
import { createCanaries, listEncodings } from '../../../test/support/canaries.ts';
import { useDatabase } from '../../../test/support/database.ts';
import {
  makeAlert,
  makeEvidence,
  makeProvider,
  makeSession,
  makeUser,
  PASSWORD,
} from '../../../test/support/factories.ts';
import { type ReceivedRequest, useWebhookReceiver } from '../../../test/support/webhook-receiver.ts';
import { createReporter } from '../../../test/support/reporter.ts';
import { useServer } from '../../../test/support/server.ts';
import { createGuardedPost } from '../../platform/fetch/guarded-post.ts';
import { type Jobs, startJobs } from '../../platform/jobs/jobs.ts';
import { createLog } from '../../platform/log/log.ts';
import type { OutgoingEmail } from '../../platform/mail/mail.ts';
import { startDeliveryWorker } from './delivery-worker.ts';
import { pausedEmailJob } from './emails.ts';

const test = useDatabase();
const appSecret = 'a secret of these tests that is long enough';
const server = useServer(test, { settings: { rateLimitScale: 1000, appSecret } });
const receiver = useWebhookReceiver();
const reporter = createReporter(server);
const { approve, putAsShownWithReason } = createConsoleClient(server);
const db = () => test.database.db;
const log = createLog('silent');

const emails: OutgoingEmail[] = [];
let jobs: Jobs;
const workers: ReturnType<typeof startDeliveryWorker>[] = [];
const startWorker = () =>
  workers.push(
    startDeliveryWorker({
      database: test.database,
      queue: jobs,
      log,
      settings: { appSecret, publicUrl: 'https://hakiki.example' },
      post: createGuardedPost('Hakiki-Webhooks/1.0', {
        contact: 'https://hakiki.example/contact',
        isProduction: false,
        testInternet: receiver.internet(),
        // Long enough for a busy machine: a receiver that responds must not count as too slow.
        timeoutMs: 3000,
      }),
      pollIntervalMs: 20,
    }),
  );

beforeAll(async () => {
  jobs = await startJobs(test.url, log);
  const sendMail = (email: OutgoingEmail) => {
    emails.push(email);
    return Promise.resolve();
  };
  await jobs.work([pausedEmailJob({ database: test.database, sendMail, publicUrl: 'https://hakiki.example' })]);
  // Two workers, so that concurrency is tested too.
  startWorker();
  startWorker();
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  await jobs.stop();
});
afterEach(async () => {
  await test.sql('delete from webhooks');
});

let hosts = 0;
const newHost = () => `receiver${(hosts += 1)}.hooks.example`;

async function makeOwner(overrides: Parameters<typeof makeUser>[1] = {}) {
  const user = await makeUser(db(), { subscriptionTier: 'api', subscriptionStatus: 'active', ...overrides });
  const headers = { cookie: (await makeSession(db(), { userId: user.id })).cookie };
  const send = async <Body>(method: 'POST' | 'PUT' | 'DELETE', path: string, body: object = {}): Promise<Body> => {
    const response = await server.post(path, body, { method, headers });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Body;
  };
  const read = async <Body>(path: string) => (await (await server.get(path, { headers })).json()) as Body;
  return {
    ...user,
    send,
    create: (overrides: Partial<NewWebhook> & { host?: string } = {}) => {
      const {
        host = newHost(),
        url = `https://${host}/hooks?from=hakiki`,
        events = [...webhookEventTypes],
      } = overrides;
      return send<WebhookWithSecret>('POST', '/api/webhooks', { url, events });
    },
    hooks: () => read<Webhook[]>('/api/webhooks'),
    deliveries: (id: string) => read<WebhookDelivery[]>(`/api/webhooks/${id}/deliveries`),
  };
}
type Owner = Awaited<ReturnType<typeof makeOwner>>;

const hostOf = ({ url }: Webhook) => new URL(url).hostname;
const listReceived = (webhook: Webhook) => receiver.listRequestsTo(hostOf(webhook));
const listReceivedIds = (webhook: Webhook) => listReceived(webhook).map(({ headers }) => headers['webhook-id']);
/** The limit ends a test that hangs; machines are shared. */
const waitUntil = <Result>(check: () => Result | Promise<Result>) =>
  vi.waitFor(check, { timeout: 100_000, interval: 20 });
const publish = () => makeAlert(db(), { status: 'approved' });

/**
 * Waits until nothing is due and no webhook is being served. Uses clock_timestamp() instead of now(), which would miss
 * deliveries that became due in between.
 */
const waitUntilIdle = () =>
  waitUntil(async () => {
    const busy = await test.sql(`
      select from webhooks w where leased_until > clock_timestamp() or exists (select from webhook_events where spread_at is null)
        or w.state = 'active' and w.not_before <= clock_timestamp() and exists (
          select from webhook_deliveries d
          where d.webhook_id = w.id and d.state = 'waiting' and d.next_at <= clock_timestamp())`);
    if (busy.length > 0) throw new Error('A delivery is still due or leased.');
  });

/** Shifts all stored times into the past. */
async function passTime(hours: number) {
  const shift = `- make_interval(secs => ${hours * 3600})`;
  await test.sql(`update webhooks set not_before = not_before ${shift}, failing_since = failing_since ${shift}`);
  await test.sql(
    `update webhook_deliveries set next_at = next_at ${shift}, first_tried_at = first_tried_at ${shift} where state = 'waiting'`,
  );
  await test.sql(`update webhook_secrets set ends_at = ends_at ${shift}`);
  await waitUntilIdle();
}

/** Verifies with another implementation than the one that signs. */
async function isSignedWith({ headers, body }: ReceivedRequest, secret: string): Promise<boolean> {
  const bytes = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const key = await webcrypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  const parts = [headers['webhook-id'], headers['webhook-timestamp'], body];
  const signed = new TextEncoder().encode(parts.join('.'));
  const checks = String(headers['webhook-signature'])
    .split(' ')
    .map((one) => webcrypto.subtle.verify('HMAC', key, Buffer.from(one.replace('v1,', ''), 'base64'), signed));
  return (await Promise.all(checks)).includes(true);
}

describe('webhook events', () => {
  it('sends a signed, timestamped event when a moderator publishes an alert [HOOK-01]', async () => {
    const owner = await makeOwner();
    const hook = await owner.create();
    const admin = await makeAdmin(db());
    const { item } = await reporter.reportScam({});
    await approve(admin, item.id);
    const [received] = await waitUntil(() => {
      expect(listReceived(hook)).toHaveLength(1);
      return listReceived(hook);
    });
    const { headers, path, body } = received!;
    expect(path).toBe('/hooks?from=hakiki');
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Hakiki-Webhooks/1.0 (+https://hakiki.example/contact)',
    });
    expect(Math.abs(Date.now() / 1000 - Number(headers['webhook-timestamp']))).toBeLessThan(30);
    expect(await isSignedWith(received!, hook.secret)).toBe(true);
    expect(await isSignedWith({ ...received!, body: body.replace('alert', 'Alert') }, hook.secret)).toBe(false);
    expect(JSON.parse(body)).toEqual({
      type: 'alert.published',
      timestamp: expect.any(String) as string,
      data: {
        id: item.id,
        url: `https://hakiki.example/alerts/${item.id}`,
        alertType: item.alertType,
        severity: item.severity,
        language: 'en',
        affectedCountries: item.affectedCountries,
        providerId: null,
      },
    });
    const [delivery] = await waitUntil(async () => {
      const all = await owner.deliveries(hook.id);
      expect(all[0]?.state).toBe('delivered');
      return all;
    });
    expect(delivery).toEqual({
      id: delivery!.id,
      eventId: headers['webhook-id'],
      type: 'alert.published',
      created: delivery!.created,
      state: 'delivered',
      attempts: 1,
      lastAttempt: expect.any(String) as string,
      nextAttempt: null,
      statusCode: 204,
      fault: null,
      answer: null,
    });
  });

  it('sends an event for each public change, and none for a change that is not public [HOOK-01]', async () => {
    const owner = await makeOwner();
    const hook = await owner.create();
    const listed = await makeProvider(db(), { name: 'Demo Coins', licenseInfo: null });
    const waiting = await makeProvider(db(), { reviewState: 'pending' });
    await makeAlert(db(), { status: 'pending' });
    await makeAlert(db(), { status: 'rejected' });
    await makeEvidence(db(), { providerId: waiting.id });
    await makeEvidence(db(), { providerId: listed.id, kind: 'audit' });
    await test.sql(`update providers set name = 'Still hidden' where id = $1`, [waiting.id]);
    await test.sql(`update providers set rating = 4.5, description = description where id = $1`, [listed.id]);
    await test.sql(`update providers set license_info = 'DEMO-1', risk_score = 'High' where id = $1`, [listed.id]);
    await makeEvidence(db(), { providerId: listed.id });
    await test.sql(`update providers set verification_status = 'Suspended' where id = $1`, [listed.id]);
    await test.sql(`update providers set review_state = 'rejected' where id = $1`, [listed.id]);
    const alert = await makeAlert(db(), { status: 'approved', affectedProviderId: listed.id });
    await test.sql(`update fraud_alerts set title = 'Another title' where id = $1`, [alert.id]);
    await test.sql(`update fraud_alerts set status = 'rejected' where id = $1`, [alert.id]);
    await waitUntilIdle();
    const received = listReceived(hook).map(({ body }) => WebhookEvent.parse(JSON.parse(body)));
    const byTime = received
      .toSorted((one, other) => one.timestamp.localeCompare(other.timestamp) || one.type.localeCompare(other.type))
      .map(({ type, data }) => [type, data]);
    const provider = {
      id: listed.id,
      url: `https://hakiki.example/provider/${listed.id}`,
      name: 'Demo Coins',
      type: listed.type,
      verificationStatus: listed.verificationStatus,
      riskScore: listed.riskScore,
      countries: listed.countries,
      isListed: true,
      changed: ['reviewState'],
    };
    const { id, url, name } = provider;
    const licence = { id, url, name, licenseInfo: 'DEMO-1', regulatoryCompliance: listed.regulatoryCompliance };
    const unlisted = {
      name: null,
      type: null,
      verificationStatus: null,
      riskScore: null,
      countries: [],
      isListed: false,
    };
    const aboutAlert = { id: alert.id, url: `https://hakiki.example/alerts/${alert.id}` };
    expect(byTime).toEqual([
      ['provider.changed', provider],
      ['licence.changed', { ...licence, changed: ['licenseInfo'] }],
      ['provider.changed', { ...provider, riskScore: 'High', changed: ['licenseInfo', 'riskScore'] }],
      ['licence.changed', { ...licence, changed: ['evidence'] }],
      [
        'provider.changed',
        {
          ...provider,
          riskScore: 'High',
          verificationStatus: 'Suspended',
          isListed: false,
          changed: ['verificationStatus'],
        },
      ],
      ['provider.changed', { id, url, ...unlisted, changed: ['reviewState'] }],
      [
        'alert.published',
        {
          ...aboutAlert,
          alertType: alert.alertType,
          severity: alert.severity,
          language: 'en',
          affectedCountries: alert.affectedCountries,
          providerId: null,
        },
      ],
      ['alert.withdrawn', aboutAlert],
    ]);
  });

  it('stores an event in the transaction of the change, none on rollback, and none while no webhook subscribes [HOOK-01]', async () => {
    await publish();
    expect(await test.sql('select from webhook_events where spread_at is null')).toEqual([]);
    const owner = await makeOwner();
    const hook = await owner.create({ events: ['alert.withdrawn'] });
    const before = (await test.sql('select from webhook_events')).length;
    await publish();
    expect((await test.sql('select from webhook_events')).length).toBe(before);
    const { id } = await publish();
    await expect(
      test.database.transaction(async (tx) => {
        await tx.execute(`update fraud_alerts set status = 'rejected' where id = '${id}'`);
        throw new Error('Rolled back.');
      }),
    ).rejects.toThrow('Rolled back.');
    await waitUntilIdle();
    expect(listReceived(hook)).toEqual([]);
  });

  it(
    'sends no private data of reporters, accounts, moderators or pending items [HOOK-01]',
    { timeout: 60_000 },
    async () => {
      const { words, createCanary, createPhoneCanary } = createCanaries();
      const mail = (word: string) => `${word}@example.com`;
      const owner = await makeOwner({
        email: createCanary('owner', mail),
        lastName: createCanary('name of the owner'),
      });
      const hook = await owner.create();
      const admin = await makeAdmin(db());
      const person = await makeUser(db(), { email: createCanary('account', mail) });
      const { item } = await reporter.reportScam({
        contactEmail: createCanary('contactEmail', mail),
        contactPhone: createPhoneCanary('contactPhone'),
        amountLost: createCanary('amountLost'),
      });
      await approve(admin, item.id, createCanary('reason of a moderator'));
      const proposal = await reporter.submitProvider({
        contactEmail: createCanary('a proposal: contactEmail', mail),
        submitterName: createCanary('a proposal: submitterName'),
        submitterEmail: createCanary('a proposal: submitterEmail', mail),
      });
      const path = `/api/admin/providers/${proposal.item.id}`;
      const accepted = await putAsShownWithReason(admin, path, {
        verificationStatus: 'Limited',
        reason: createCanary('reason of an administrator'),
      });
      expect(accepted.status, await accepted.text()).toBe(200);
      await makeProvider(db(), { reviewState: 'pending', name: createCanary('a provider that waits') });
      await makeAlert(db(), { status: 'pending', title: createCanary('an alert that waits'), createdBy: person.id });
      await makeAlert(db(), {
        status: 'approved',
        createdBy: person.id,
        description: createCanary('the account of what happened'),
      });
      await waitUntilIdle();
      const sent = listReceived(hook);
      const types = sent.map(({ body }) => WebhookEvent.parse(JSON.parse(body)).type);
      expect(types.toSorted()).toEqual(['alert.published', 'alert.published', 'provider.changed']);
      const all = JSON.stringify(sent);
      for (const [field, word] of Object.entries({ ...words, 'id of an account': person.id, 'id of staff': admin.id }))
        for (const spelling of listEncodings(word)) expect(all.includes(spelling), field).toBe(false);
    },
  );
});

describe('a receiver that is down', () => {
  it(
    'sends everything, each event under its id, to a receiver that is back after a day, and delays no other receiver [HOOK-01]',
    { timeout: 120_000 },
    async () => {
      const owner = await makeOwner();
      const [downHook, healthyHook] = [
        await owner.create({ events: ['alert.published'] }),
        await owner.create({ events: ['alert.published'] }),
      ];
      receiver.setResponse(hostOf(downHook), (response) => response.writeHead(503).end('Back soon'));
      for (let n = 0; n < 5; n += 1) await publish();
      await waitUntilIdle();
      for (let hour = 0; hour < 24; hour += 1) {
        if (hour % 6 === 0) await publish();
        await passTime(1);
      }
      expect(new Set(listReceivedIds(healthyHook)).size).toBe(9);
      expect(listReceivedIds(healthyHook)).toHaveLength(9);
      const [waitingDelivery] = await owner.deliveries(downHook.id);
      expect(waitingDelivery).toMatchObject({ state: 'waiting', nextAttempt: expect.any(String) as string });
      const attemptCount = listReceived(downHook).length;
      // With increasing delays: one attempt at a time, however many deliveries wait.
      expect(attemptCount).toBeGreaterThanOrEqual(8);
      expect(attemptCount).toBeLessThanOrEqual(16);
      expect((await owner.hooks())[0]).toMatchObject({ state: 'active', failingSince: expect.any(String) as string });

      receiver.setResponse(hostOf(downHook), (response) => response.writeHead(200).end('{"ok":true}'));
      await passTime(8);
      const delivered = await owner.deliveries(downHook.id);
      expect(delivered.map(({ state, statusCode, answer }) => [state, statusCode, answer])).toEqual(
        Array.from({ length: 9 }, () => ['delivered', 200, '{"ok":true}']),
      );
      const after = listReceivedIds(downHook).slice(attemptCount);
      expect(after).toHaveLength(9);
      expect(new Set(after)).toEqual(new Set(listReceivedIds(healthyHook)));
      expect((await owner.hooks())[0]).toMatchObject({ state: 'active', failingSince: null });
    },
  );

  it(
    'pauses a receiver that is down for three days, emails its owner once, and sends the waiting events after the resume [HOOK-01]',
    { timeout: 120_000 },
    async () => {
      const owner = await makeOwner({ language: 'fr' });
      const hook = await owner.create({ events: ['alert.published'] });
      receiver.setResponse(hostOf(hook), (response) =>
        response.writeHead(500).end(`broken \u0000 ${'x'.repeat(5000)}`),
      );
      await publish();
      await waitUntilIdle();
      for (let passed = 0; passed < 71; passed += 1) await passTime(1);
      expect((await owner.hooks())[0]!.state).toBe('active');
      await publish();
      await waitUntilIdle();
      await passTime(1.1);
      expect((await owner.hooks())[0]!.state).toBe('failing');
      const [second, first] = await owner.deliveries(hook.id);
      expect(first).toMatchObject({ state: 'waiting', fault: 'status', statusCode: 500 });
      expect(first!.answer).toBe(`broken ${'x'.repeat(200 - 'broken '.length)}`);
      expect(second).toMatchObject({ state: 'waiting' });
      const attemptCount = listReceived(hook).length;
      await passTime(24);
      expect(listReceived(hook)).toHaveLength(attemptCount);
      await waitUntil(() => expect(emails.filter(({ to }) => to === owner.email)).toHaveLength(1));
      const email = emails.find(({ to }) => to === owner.email)!;
      expect(email.subject).toBe('Nous avons mis votre webhook en pause');
      expect(email.text).toContain(hostOf(hook));
      expect(email.text).toContain('https://hakiki.example/fr/api');

      receiver.setResponse(hostOf(hook), (response) => response.writeHead(202).end());
      await owner.send('PUT', `/api/webhooks/${hook.id}`, { isPaused: false });
      await waitUntilIdle();
      expect((await owner.deliveries(hook.id)).map(({ state }) => state)).toEqual(['delivered', 'delivered']);
      expect((await owner.hooks())[0]).toMatchObject({ state: 'active', failingSince: null });
    },
  );

  it('gives up one event that a receiver rejects for three days, and the owner can replay it [HOOK-01]', async () => {
    const owner = await makeOwner();
    const hook = await owner.create({ events: ['alert.published', 'alert.withdrawn'] });
    let isRepaired = false;
    receiver.setResponse(hostOf(hook), (response, { body }) =>
      response.writeHead(body.includes('alert.withdrawn') && !isRepaired ? 400 : 204).end(),
    );
    const { id } = await publish();
    await test.sql(`update fraud_alerts set status = 'rejected' where id = $1`, [id]);
    await waitUntilIdle();
    for (let day = 0; day < 4; day += 0.25) {
      await publish();
      await passTime(6.5);
    }
    expect((await owner.hooks())[0]).toMatchObject({ state: 'active', failingSince: null });
    const all = await owner.deliveries(hook.id);
    const rejected = all.find(({ type }) => type === 'alert.withdrawn')!;
    expect(rejected).toMatchObject({ state: 'failed', fault: 'status', statusCode: 400, nextAttempt: null });
    expect(rejected.attempts).toBeGreaterThan(8);
    expect(new Set(all.filter((one) => one !== rejected).map(({ state }) => state))).toEqual(new Set(['delivered']));
    isRepaired = true;
    await owner.send('POST', `/api/webhooks/${hook.id}/deliveries/${rejected.id}/replay`);
    await waitUntilIdle();
    expect(listReceivedIds(hook).at(-1)).toBe(rejected.eventId);
    const replayed = (await owner.deliveries(hook.id)).find(({ id: one }) => one === rejected.id);
    expect(replayed).toMatchObject({ state: 'delivered', statusCode: 204, attempts: rejected.attempts + 1 });
  });

  it('pauses a receiver that responds 410 immediately, and respects Retry-After of a busy receiver', async () => {
    const owner = await makeOwner();
    const [unlisted, busy] = [await owner.create(), await owner.create()];
    receiver.setResponse(hostOf(unlisted), (response) => response.writeHead(410).end());
    receiver.setResponse(hostOf(busy), (response) => response.writeHead(429, { 'Retry-After': '7200' }).end());
    await publish();
    await waitUntilIdle();
    expect((await owner.hooks()).map(({ state }) => state)).toEqual(['failing', 'active']);
    await passTime(1.9);
    expect(listReceived(busy)).toHaveLength(1);
    await passTime(0.2);
    expect(listReceived(busy)).toHaveLength(2);
  });
});

describe('a receiver that is slow', () => {
  it('delays no other receiver, also with more slow receivers than can be served at once [HOOK-01]', async () => {
    const slow: Owner[] = [];
    for (let n = 0; n < 11; n += 1) slow.push(await makeOwner());
    const host = newHost();
    receiver.setResponse(host, () => undefined);
    for (const owner of slow) for (let n = 0; n < 10; n += 1) await owner.create({ host, events: ['alert.published'] });
    const quickHook = await (await makeOwner()).create({ events: ['alert.published'] });
    await publish();
    await waitUntil(() => expect(listReceived(quickHook)).toHaveLength(1));
    await publish();
    await publish();
    await waitUntil(() => expect(listReceived(quickHook)).toHaveLength(3));
    await waitUntilIdle();
    const [hook] = await slow[0]!.hooks();
    expect((await slow[0]!.deliveries(hook!.id)).at(-1)).toMatchObject({ state: 'waiting', fault: 'too-slow' });
  });
});

describe('an unsafe receiver', () => {
  const deliverTo = async (host: string): Promise<WebhookDelivery> => {
    const owner = await makeOwner();
    const hook = await owner.create({ host, events: ['alert.published'] });
    await publish();
    await waitUntilIdle();
    const [delivery] = await owner.deliveries(hook.id);
    return delivery!;
  };

  it('does not follow redirects of a receiver [HOOK-01]', async () => {
    const [host, redirectTarget] = [newHost(), newHost()];
    receiver.setResponse(host, (response) => response.writeHead(307, { Location: `https://${redirectTarget}/` }).end());
    expect(await deliverTo(host)).toMatchObject({ state: 'waiting', fault: 'redirect', statusCode: null });
    expect([receiver.listRequestsTo(host).length, receiver.listRequestsTo(redirectTarget).length]).toEqual([1, 0]);
  });

  it('does not connect to a private address, also after DNS rebinding [HOOK-01]', async () => {
    const privateHost = newHost();
    receiver.setAddresses(privateHost, '10.0.0.5');
    expect(await deliverTo(privateHost)).toMatchObject({ state: 'waiting', fault: 'address', attempts: 1 });
    const rebindingHost = newHost();
    receiver.setAddresses(rebindingHost, '196.25.1.9', '169.254.169.254');
    const owner = await makeOwner();
    const hook = await owner.create({ host: rebindingHost, events: ['alert.published'] });
    await publish();
    await publish();
    await waitUntil(async () => {
      const faults = (await owner.deliveries(hook.id)).map(({ fault, state }) => `${state} ${fault}`);
      expect(faults.toSorted()).toEqual(['delivered null', 'waiting address']);
    });
    expect([receiver.listRequestsTo(privateHost).length, receiver.listRequestsTo(rebindingHost).length]).toEqual([
      0, 1,
    ]);
  });

  it('sends nothing to a receiver without a valid certificate for its name [HOOK-01]', async () => {
    expect(await deliverTo('impostor.hooks.example')).toMatchObject({
      state: 'waiting',
      fault: 'certificate',
      attempts: 1,
    });
    expect(receiver.listRequestsTo('impostor.hooks.example')).toEqual([]);
  });
});

describe('the owner of a webhook', () => {
  it('signs with both secrets for a day after a rotation, then with the new one only [HOOK-01]', async () => {
    const owner = await makeOwner();
    const hook = await owner.create({ events: ['alert.published'] });
    const rotated = await owner.send<WebhookWithSecret>('POST', `/api/webhooks/${hook.id}/rotate`);
    expect(rotated).toEqual({
      ...hook,
      secret: expect.stringMatching(/^whsec_/) as string,
      overlapUntil: expect.any(String) as string,
    });
    await publish();
    await waitUntilIdle();
    await passTime(23.9);
    await publish();
    await waitUntilIdle();
    await passTime(0.2);
    await publish();
    await waitUntilIdle();
    const signed = await Promise.all(
      listReceived(hook).map(async (one) => [
        await isSignedWith(one, hook.secret),
        await isSignedWith(one, rotated.secret),
      ]),
    );
    expect(signed).toEqual([
      [true, true],
      [true, true],
      [false, true],
    ]);
    expect((await owner.hooks())[0]!.overlapUntil).toBeNull();
  });

  it('sends everything since the pause when the owner resumes, and replays deliveries on request [HOOK-01]', async () => {
    const owner = await makeOwner();
    const hook = await owner.create({ events: ['alert.published'] });
    await owner.send('PUT', `/api/webhooks/${hook.id}`, { isPaused: true });
    await publish();
    await publish();
    await waitUntilIdle();
    expect(listReceived(hook)).toEqual([]);
    await owner.send('PUT', `/api/webhooks/${hook.id}`, { isPaused: false });
    await waitUntilIdle();
    expect(listReceived(hook)).toHaveLength(2);
    const [newest, oldest] = await owner.deliveries(hook.id);
    const replayed = (since: string, more: object = {}) =>
      owner.send('POST', `/api/webhooks/${hook.id}/replay`, { since, ...more });
    expect(await replayed(oldest!.created, { onlyFailed: true })).toEqual({ replayed: 0 });
    expect(await replayed(newest!.created)).toEqual({ replayed: 1 });
    await waitUntilIdle();
    expect(await replayed('2020-01-01T00:00:00+02:00')).toEqual({ replayed: 2 });
    await waitUntilIdle();
    expect(listReceivedIds(hook).slice(2)).toEqual([newest!.eventId, ...listReceivedIds(hook).slice(3)]);
    expect(new Set(listReceivedIds(hook)).size).toBe(2);
    expect((await owner.deliveries(hook.id)).map(({ attempts }) => attempts)).toEqual([3, 2]);
  });

  it('sends a test event when the owner requests it', async () => {
    const owner = await makeOwner();
    const [hook, other] = [await owner.create(), await owner.create()];
    const testDelivery = await owner.send<WebhookDelivery>('POST', `/api/webhooks/${hook.id}/test`);
    expect(testDelivery).toMatchObject({ type: 'webhook.test', state: 'waiting', attempts: 0 });
    await waitUntilIdle();
    const [received] = listReceived(hook);
    expect(JSON.parse(received!.body)).toEqual({
      type: 'webhook.test',
      timestamp: testDelivery.created,
      data: { webhookId: hook.id },
    });
    expect(await isSignedWith(received!, hook.secret)).toBe(true);
    expect(listReceived(other)).toEqual([]);
  });

  it('sends nothing after the plan has ended, and the waiting events when it is active again [HOOK-01] [DEC-42]', async () => {
    const owner = await makeOwner();
    const hook = await owner.create({ events: ['alert.published'] });
    receiver.setResponse(hostOf(hook), (response) => response.writeHead(503).end());
    await publish();
    await waitUntilIdle();
    receiver.setResponse(hostOf(hook), (response) => response.writeHead(204).end());
    await test.sql(`update users set subscription_ends_at = now() - interval '1 minute' where id = $1`, [owner.id]);
    await publish();
    const shift = `- interval '10 hours'`;
    await test.sql(`update webhooks set not_before = not_before ${shift}`);
    await test.sql(`update webhook_deliveries set next_at = next_at ${shift}`);
    await waitUntil(async () =>
      expect(await test.sql('select from webhook_events where spread_at is null')).toEqual([]),
    );
    await pause(500);
    expect(listReceived(hook)).toHaveLength(1);
    await test.sql(`update users set subscription_ends_at = null where id = $1`, [owner.id]);
    await waitUntilIdle();
    // Events of the time without a plan are never sent.
    expect(listReceived(hook)).toHaveLength(2);
    expect(new Set(listReceivedIds(hook)).size).toBe(1);
  });

  it('deletes all webhook data when the owner deletes the account [HOOK-01]', async () => {
    const owner = await makeOwner();
    const { id } = await owner.create();
    await publish();
    await waitUntilIdle();
    await owner.send('POST', '/api/account/delete', { currentPassword: PASSWORD });
    const remainingRows = await test.sql(
      `select (select count(*) from webhooks where id = $1) + (select count(*) from webhook_secrets where webhook_id = $1)
         + (select count(*) from webhook_deliveries where webhook_id = $1) as n`,
      [id],
    );
    expect(remainingRows).toEqual([{ n: '0' }]);
  });
});

it('sends an event again when the worker died during the attempt, and not before its lease ends [HOOK-01]', async () => {
  const owner = await makeOwner();
  const hook = await owner.create({ events: ['alert.published'] });
  await test.sql(`update webhooks set leased_until = now() + interval '1 minute'`);
  await publish();
  await pause(500);
  expect(listReceived(hook)).toEqual([]);
  await test.sql(`update webhooks set leased_until = now()`);
  await waitUntilIdle();
  expect(listReceived(hook)).toHaveLength(1);
});
