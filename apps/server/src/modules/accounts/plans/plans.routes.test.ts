import type { AdminUser } from '@hakiki/contract/accounts-admin';
import { tiers } from '@hakiki/contract/entitlements';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Admin, createConsoleClient, makeAdmin } from '../../../../test/support/staff.ts';
import { decisionFields, expectedReply } from '../../../../test/support/expected-replies.ts';
import { summarizeResponse } from '../../../../test/support/browser.ts';
import { useDatabase } from '../../../../test/support/database.ts';
import { makeSession, makeUser } from '../../../../test/support/factories.ts';
import { useServer } from '../../../../test/support/server.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000 } });
const { putAsShownWithReason, getJson } = createConsoleClient(server);
const db = () => test.database.db;

let admin: Admin;
beforeAll(async () => {
  admin = await makeAdmin(db());
});

const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const userPath = (id: string) => `/api/admin/users/${id}`;
const setPlan = async (id: string, subscriptionTier: string, more: object = {}) =>
  (await putAsShownWithReason(admin, userPath(id), { subscriptionTier, ...more })).json() as Promise<AdminUser>;
const readPlanDecisions = (id: string) =>
  test.sql(
    `select a.actor_id, a.reason, a.detail, d.id as decision, d.from_value, d.to_value
     from audit_entries a join decisions d on d.subject_id::text = a.subject and d.to_value = a.detail->>'after'
     where a.subject = $1 and a.action = 'account.tier-changed' order by a.at`,
    [id],
  );

describe('PUT /api/admin/users/:userId', () => {
  it('an administrator changes a plan, with an audit entry, and gets the account [CALL-32] [SHAPE-21] [DEC-73] [ROLE-12]', async () => {
    const { id, email } = await makeUser(db());
    const user = await setPlan(id, 'enterprise', { reason: 'Contract of May.' });
    expect(user).toEqual(
      expectedReply('PUT /api/admin/users/:userId', {
        id,
        email,
        subscriptionTier: 'enterprise',
        emailVerified: true,
        isAdmin: false,
        subscriptionStatus: 'active',
        subscriptionEndsAt: expect.any(String) as string,
        ...decisionFields({ canUndo: false }),
      }),
    );
    expect(JSON.stringify(user)).not.toContain('assword');
    expect(await readPlanDecisions(id)).toEqual([
      {
        actor_id: admin.id,
        reason: 'Contract of May.',
        detail: { before: 'free', after: 'enterprise', endsAt: user.subscriptionEndsAt },
        decision: user.decisionId,
        from_value: 'free',
        to_value: 'enterprise',
      },
    ]);
  });

  it.each(tiers.filter((tier) => tier !== 'premium'))(
    'an administrator changes %s to premium for a month, and back to free [ADMIN-31]',
    async (tier) => {
      const { id } = await makeUser(db(), { subscriptionTier: tier });
      const premium = await setPlan(id, 'premium');
      expect(premium).toEqual(
        expectedReply('PUT /api/admin/users/:userId', {
          subscriptionTier: 'premium',
          subscriptionStatus: 'active',
          ...decisionFields({ canUndo: false }),
        }),
      );
      const days = (Date.parse(premium.subscriptionEndsAt!) - Date.now()) / 86_400_000;
      expect([days > 27, days < 32]).toEqual([true, true]);
      expect(await setPlan(id, 'free')).toEqual(
        expectedReply('PUT /api/admin/users/:userId', {
          subscriptionTier: 'free',
          subscriptionStatus: 'inactive',
          subscriptionEndsAt: null,
          ...decisionFields({ canUndo: false }),
        }),
      );
    },
  );

  it.each(['api', 'enterprise'])(
    'an administrator grants %s for twelve months when no end is given [DEC-73]',
    async (tier) => {
      const { id } = await makeUser(db());
      const { subscriptionEndsAt } = await setPlan(id, tier);
      const inAYear = new Date();
      inAYear.setUTCFullYear(inAYear.getUTCFullYear() + 1);
      expect(Math.abs(Date.parse(subscriptionEndsAt!) - inAYear.getTime())).toBeLessThan(2 * 86_400_000);
    },
  );

  it('an administrator grants a contract until the end of a day and extends it later, with an audit entry [DEC-73]', async () => {
    const { id } = await makeUser(db());
    const [first, second] = [daysFromNow(90), daysFromNow(455)];
    expect(await setPlan(id, 'api', { endsOn: first, reason: 'Contract of May.' })).toEqual(
      expectedReply('PUT /api/admin/users/:userId', {
        subscriptionTier: 'api',
        subscriptionEndsAt: `${first}T21:59:59.000Z`,
        ...decisionFields({ canUndo: false }),
      }),
    );
    const moved = { subscriptionTier: 'api', endsOn: second, reason: 'Renewed in writing.' } as const;
    expect(await setPlan(id, moved.subscriptionTier, moved)).toEqual(
      expectedReply('PUT /api/admin/users/:userId', {
        subscriptionTier: 'api',
        subscriptionEndsAt: `${second}T21:59:59.000Z`,
      }),
    );
    // Sent again or without a date: nothing changes.
    for (const again of [moved, {}]) {
      expect((await setPlan(id, 'api', again)).subscriptionEndsAt).toBe(`${second}T21:59:59.000Z`);
    }
    expect(
      await test.sql(
        `select actor_id, reason, detail from audit_entries where subject = $1 and action = 'account.plan-extended'`,
        [id],
      ),
    ).toEqual([
      {
        actor_id: admin.id,
        reason: 'Renewed in writing.',
        detail: { from: `${first}T21:59:59.000Z`, to: `${second}T21:59:59.000Z` },
      },
    ]);
    expect(await readPlanDecisions(id)).toHaveLength(1);
  });

  it('rejects an end that is past, too far or not a date, and an end for a monthly plan', async () => {
    const { id } = await makeUser(db());
    const readRejection = async (body: object) => {
      const response = await putAsShownWithReason(admin, userPath(id), body);
      return [response.status, ((await response.json()) as { fields: unknown }).fields];
    };
    for (const endsOn of [daysFromNow(-1), '2026-01-01', daysFromNow(1900), '9999-12-31']) {
      expect(await readRejection({ subscriptionTier: 'api', endsOn })).toEqual([
        400,
        { endsOn: 'Please choose a day within the next five years' },
      ]);
    }
    expect(await readRejection({ subscriptionTier: 'api', endsOn: 'tomorrow' })).toEqual([
      400,
      { endsOn: expect.any(String) },
    ]);
    for (const subscriptionTier of ['free', 'premium']) {
      expect(await readRejection({ subscriptionTier, endsOn: daysFromNow(9) })).toEqual([
        400,
        { endsOn: 'Only API and Enterprise plans have an agreed end.' },
      ]);
    }
    expect(await readPlanDecisions(id)).toEqual([]);
  });

  it('accepts api_access, stores and returns api, and filters by either [DEC-29] [ROLE-11]', async () => {
    await test.sql(`update users set subscription_tier = 'free' where subscription_tier = 'api'`);
    const { id } = await makeUser(db());
    const { cookie } = await makeSession(db(), { userId: id });
    expect((await setPlan(id, 'api_access')).subscriptionTier).toBe('api');
    const own = (await (await server.get('/api/auth/user', { headers: { cookie } })).json()) as AdminUser;
    expect(own.subscriptionTier).toBe('api');
    expect(await test.sql('select subscription_tier from users where id = $1', [id])).toEqual([
      { subscription_tier: 'api' },
    ]);
    for (const spelling of ['api', 'api_access']) {
      const found = await getJson<AdminUser[]>(admin, `/api/admin/users?subscriptionTier=${spelling}`);
      expect(found.map(({ id: one, subscriptionTier }) => [one, subscriptionTier])).toEqual([[id, 'api']]);
    }
    await setPlan(id, 'free');
    expect(await getJson(admin, '/api/admin/users?subscriptionTier=api_access')).toEqual([]);
  });

  it('a new plan applies from the next request on, in open sessions [DEC-73]', async () => {
    const { id } = await makeUser(db());
    const { cookie } = await makeSession(db(), { userId: id });
    const requestPreferences = async () => (await server.get('/api/alert-preferences', { headers: { cookie } })).status;
    expect(await requestPreferences()).toBe(403);
    await setPlan(id, 'premium');
    expect(await requestPreferences()).toBe(200);
    await setPlan(id, 'free');
    expect(await requestPreferences()).toBe(403);
  });

  it('changes and records nothing when the plan is the same', async () => {
    const subscriptionEndsAt = new Date('2027-01-01T00:00:00Z');
    const { id } = await makeUser(db(), { subscriptionTier: 'premium', subscriptionEndsAt });
    expect(await setPlan(id, 'premium')).toEqual(
      expectedReply('PUT /api/admin/users/:userId', { subscriptionEndsAt: subscriptionEndsAt.toISOString() }),
    );
    expect(await readPlanDecisions(id)).toEqual([]);
  });

  it('changes only the plan, and rejects an unknown plan [SHAPE-21] [DEC-76]', async () => {
    const { id, email } = await makeUser(db());
    expect(await setPlan(id, 'api', { isAdmin: true, email: 'x@example.com', userType: 'regtech' })).toEqual(
      expectedReply('PUT /api/admin/users/:userId', {
        email,
        isAdmin: false,
        userType: 'user',
        ...decisionFields({ canUndo: false }),
      }),
    );
    for (const body of [{}, { subscriptionTier: 'gold' }, { subscriptionTier: null }, { isAdmin: true }]) {
      expect(await summarizeResponse(await putAsShownWithReason(admin, userPath(id), body))).toBe('400 INVALID_INPUT');
    }
    const unknown = userPath('01890000-0000-7000-8000-00000000dead');
    expect(await summarizeResponse(await putAsShownWithReason(admin, unknown, { subscriptionTier: 'free' }))).toBe(
      '404 USER_NOT_FOUND',
    );
  });
});
