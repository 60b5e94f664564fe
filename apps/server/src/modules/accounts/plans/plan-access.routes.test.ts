/** What a plan gives access to, from its first to its last second, in open sessions. */
import type { User, UserId } from '@hakiki/contract/accounts';
import type { DashboardSummary } from '@hakiki/contract/dashboard';
import type { EndpointDefinition } from '@hakiki/contract/endpoint';
import { endpoints } from '@hakiki/contract/endpoints';
import { describe, expect, it } from 'vitest';
import { summarizeResponse } from '../../../../test/support/browser.ts';
import { expectedReply } from '../../../../test/support/expected-replies.ts';
import { getEndpointName } from '../../../../test/support/contract-rules.ts';
import { useDatabase } from '../../../../test/support/database.ts';
import { makeSession, makeUser } from '../../../../test/support/factories.ts';
import { useServer } from '../../../../test/support/server.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000 } });
const db = () => test.database.db;

const entitledEndpoints = (endpoints as readonly EndpointDefinition[]).filter(({ access }) =>
  access.startsWith('entitled:'),
);

async function createUserWithPlan(more: object = {}) {
  const { id } = await makeUser(db(), {
    subscriptionTier: 'premium',
    subscriptionStatus: 'active',
    subscriptionEndsAt: new Date(Date.now() + 86_400_000),
    ...more,
  });
  const { cookie } = await makeSession(db(), { userId: id });
  return { id, cookie };
}

/** Relative to now, by the clock of the database. */
const moveEnd = (id: UserId, end: string, grace: string | null = null) =>
  test.sql(
    `update users set subscription_ends_at = now() + $2::interval, grace_until = now() + $3::interval where id = $1`,
    [id, end, grace],
  );

/** An empty body passes the access check and fails afterwards. */
async function isForbidden({ method, path }: EndpointDefinition, cookie: string): Promise<boolean> {
  const response = await server.get(path.replaceAll(/:\w+/g, '01890000-0000-7000-8000-00000000dead'), {
    method,
    headers: { cookie, 'content-type': 'application/json' },
    ...(method !== 'GET' && { body: '{}' }),
  });
  if (response.status !== 403) return false;
  expect(await summarizeResponse(response)).toBe('403 FORBIDDEN');
  return true;
}

async function read<Reply>(path: string, cookie: string): Promise<Reply> {
  const response = await server.get(path, { headers: { cookie } });
  expect(response.status, path).toBe(200);
  return (await response.json()) as Reply;
}

const expectedUser = (plan: Partial<User>) => expectedReply('GET /api/auth/user', plan);
const readOwnUser = (cookie: string) => read<User>('/api/auth/user', cookie);

describe('access by plan', () => {
  it('some endpoints require a plan', () => {
    expect(entitledEndpoints.map(getEndpointName)).toEqual(
      expect.arrayContaining(['GET /api/alert-preferences', 'POST /api/providers/:id/reviews']),
    );
  });

  it.each(entitledEndpoints.map((endpoint) => [getEndpointName(endpoint), endpoint] as const))(
    'closes when the plan is over and stays open in the days of grace, in open sessions: %s [DEC-43] [AUTH-05]',
    async (_, endpoint) => {
      const subscriptionTier = endpoint.access === 'entitled:apiKeys' ? 'api' : 'premium';
      const { id, cookie } = await createUserWithPlan({ subscriptionTier });
      expect(await isForbidden(endpoint, cookie)).toBe(false);
      await moveEnd(id, '0 seconds');
      expect(await isForbidden(endpoint, cookie)).toBe(true);
      await moveEnd(id, '-5 days', '1 day');
      expect(await isForbidden(endpoint, cookie)).toBe(false);
      await moveEnd(id, '-6 days', '0 seconds');
      expect(await isForbidden(endpoint, cookie)).toBe(true);
      await moveEnd(id, '1 second');
      expect(await isForbidden(endpoint, cookie)).toBe(false);
    },
  );

  it.each(['active', 'cancelled', 'pending'] as const)(
    'access depends on the end of the plan and not on its status: %s [DEC-42] [DEC-43]',
    async (subscriptionStatus) => {
      const { id, cookie } = await createUserWithPlan({ subscriptionStatus });
      const requestPreferences = async () =>
        (await server.get('/api/alert-preferences', { headers: { cookie } })).status;
      expect(await requestPreferences()).toBe(200);
      await moveEnd(id, '-1 second');
      expect(await requestPreferences()).toBe(403);
    },
  );

  it('a paid plan gives access again with the next request [AUTH-05] [DEC-40]', async () => {
    const { id, cookie } = await createUserWithPlan({ subscriptionStatus: 'expired' });
    await moveEnd(id, '-10 days');
    expect(await readOwnUser(cookie)).toEqual(
      expectedUser({ subscriptionTier: 'free', subscriptionStatus: 'expired' }),
    );
    const { plans } = server.running.services.accounts;
    await test.database.transaction((tx) => plans.extend(tx, id, { renews: true }));
    expect(await readOwnUser(cookie)).toEqual(
      expectedUser({ subscriptionTier: 'premium', subscriptionStatus: 'active' }),
    );
    expect((await server.get('/api/alert-preferences', { headers: { cookie } })).status).toBe(200);
  });

  it('the dashboard has no statistics of the plan once it is over [DEC-43]', async () => {
    const { id, cookie } = await createUserWithPlan();
    const summary = () => read<DashboardSummary>('/api/dashboard/summary', cookie);
    const open = await summary();
    await moveEnd(id, '-1 second');
    const closed = await summary();
    const free = await makeSession(db(), { userId: (await makeUser(db())).id });
    expect(open.moneySaved).not.toBeNull();
    expect(closed).toEqual(await read('/api/dashboard/summary', free.cookie));
  });
});

describe("a plan in the owner's account", () => {
  it('a plan that is over is expired and keeps its end date [ENT-02] [DEC-43]', async () => {
    const { id, cookie } = await createUserWithPlan({ subscriptionStatus: 'cancelled' });
    const before = await readOwnUser(cookie);
    expect(before).toEqual(expectedUser({ subscriptionTier: 'premium', subscriptionStatus: 'cancelled' }));
    await moveEnd(id, '-1 hour');
    const [{ ends }] = (await test.sql('select subscription_ends_at as ends from users where id = $1', [id])) as [
      { ends: Date },
    ];
    const after = { subscriptionTier: 'free', subscriptionStatus: 'expired', subscriptionEndsAt: ends.toISOString() };
    expect(await readOwnUser(cookie)).toEqual({ ...before, ...after });
    const { user } = await read<{ user: User }>('/api/account/data', cookie);
    expect({ ...user, ...after }).toEqual(user);
  });

  it('a plan in its days of grace is active with an end date in the past, so that pages can tell [DEC-43]', async () => {
    const { id, cookie } = await createUserWithPlan();
    await moveEnd(id, '-2 days', '4 days');
    const owner = await readOwnUser(cookie);
    expect(owner).toEqual(expectedUser({ subscriptionTier: 'premium', subscriptionStatus: 'active' }));
    expect(Date.parse(owner.subscriptionEndsAt!)).toBeLessThan(Date.now());
  });

  it('an owner whose plan is over sees it as expired after the next login', async () => {
    const { id } = await createUserWithPlan();
    await moveEnd(id, '-1 second');
    const { cookie } = await makeSession(db(), { userId: id });
    expect(await readOwnUser(cookie)).toEqual(
      expectedUser({ subscriptionTier: 'free', subscriptionStatus: 'expired' }),
    );
  });
});
