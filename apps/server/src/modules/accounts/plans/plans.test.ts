/** The lifecycle of a plan as billing uses it: requested, paid, cancelled, refunded. */
import type { UserId } from '@hakiki/contract/accounts';
import type { Tier } from '@hakiki/contract/entitlements';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { createLimiter } from '../../../app.ts';
import type { AppError } from '../../../platform/app-error.ts';
import { readSettings } from '../../../platform/config/settings.ts';
import type { Db } from '../../../platform/db/database.ts';
import { createLog } from '../../../platform/log/log.ts';
import { useDatabase } from '../../../../test/support/database.ts';
import { makeUser } from '../../../../test/support/factories.ts';
import { makeUserActor } from '../../../../test/support/actors.ts';
import { useServer } from '../../../../test/support/server.ts';
import { createAccountsService } from '../service.ts';

const test = useDatabase();
const server = useServer(test);
const db = () => test.database.db;
const plans = () => server.running.services.accounts.plans;
const inTransaction = <Answer>(work: (tx: Db) => Promise<Answer>) => test.database.transaction(work);
const readErrorCode = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: unknown) => (error as AppError).code,
  );

const DAY_MS = 86_400_000;
const daysFromNow = (days: number) => new Date(Date.now() + days * DAY_MS);
const isNow = (time: Date | null) => time !== null && Math.abs(time.getTime() - Date.now()) < 60_000;
const daysBetween = (from: Date, to: Date | null) => Math.round((to!.getTime() - from.getTime()) / DAY_MS);
const readStoredPlan = async (id: string) =>
  (
    await test.sql(
      `select subscription_tier as tier, subscription_status as status, subscription_ends_at as ends, grace_until as grace
       from users where id = $1`,
      [id],
    )
  )[0];
const readAuditEntries = (id: string) =>
  test.sql(`select actor_kind, actor_id, action, detail from audit_entries where subject = $1 order by id`, [id]);

const createPaidUser = async (endsAt: Date, more: object = {}) =>
  makeUser(db(), {
    subscriptionTier: 'premium',
    subscriptionStatus: 'active',
    subscriptionEndsAt: endsAt,
    ...more,
  });

const createActor = async (overrides: { isAdmin?: true } = {}) =>
  makeUserActor({ ...overrides, id: (await makeUser(db(), overrides)).id });

describe('requesting a plan', () => {
  it('a requested plan is pending, and a plan in force stays active or cancelled [DEC-40] [DEC-43] [DEC-96]', async () => {
    const free = await makeUser(db());
    await inTransaction((tx) => plans().request(tx, free.id));
    expect(await readStoredPlan(free.id)).toEqual({ tier: 'free', status: 'pending', ends: null, grace: null });

    const ends = daysFromNow(3);
    const premium = await createPaidUser(ends);
    await inTransaction((tx) => plans().request(tx, premium.id));
    expect(await readStoredPlan(premium.id)).toEqual({ tier: 'premium', status: 'active', ends, grace: null });

    const cancelled = await createPaidUser(ends, { subscriptionStatus: 'cancelled' });
    expect(await inTransaction((tx) => plans().request(tx, cancelled.id))).toBe('cancelled');
    expect(await readStoredPlan(cancelled.id)).toMatchObject({ tier: 'premium', status: 'cancelled' });
  });

  it.each(['api', 'enterprise'] as const)(
    'rejects a request from the owner of an %s plan [DEC-40]',
    async (subscriptionTier) => {
      const user = await makeUser(db(), { subscriptionTier, subscriptionStatus: 'active' });
      expect(await readErrorCode(inTransaction((tx) => plans().request(tx, user.id)))).toBe('PLAN_ACTIVE');
      expect(await readStoredPlan(user.id)).toMatchObject({ tier: subscriptionTier, status: 'active' });
      const over = await makeUser(db(), {
        subscriptionTier,
        subscriptionStatus: 'active',
        subscriptionEndsAt: daysFromNow(-1),
      });
      expect(await readErrorCode(inTransaction((tx) => plans().request(tx, over.id)))).toBe('done');
    },
  );

  it('an unpaid request restores the previous status [DEC-43]', async () => {
    const free = await makeUser(db());
    const premium = await createPaidUser(daysFromNow(3));
    const lapsed = await createPaidUser(daysFromNow(-3));
    const people = [free, premium, lapsed];
    for (const { id } of people) {
      await inTransaction((tx) => plans().request(tx, id));
      const status = id === premium.id ? 'active' : 'pending';
      expect(await plans().readEffective(db(), id)).toMatchObject({ status });
      await inTransaction((tx) => plans().revertRequest(tx, id));
      await inTransaction((tx) => plans().revertRequest(tx, id));
    }
    const statuses = await Promise.all(people.map(async ({ id }) => (await plans().readEffective(db(), id)).status));
    expect(statuses).toEqual(['inactive', 'active', 'expired']);
  });
});

describe('a paid month', () => {
  it('a paid month starts now for a member without a plan, with an audit entry [DEC-40]', async () => {
    const { id } = await makeUser(db(), { subscriptionStatus: 'pending' });
    const { from, to } = await inTransaction((tx) => plans().extend(tx, id, { renews: false }));
    expect(isNow(from)).toBe(true);
    expect([28, 29, 30, 31]).toContain(daysBetween(from, to));
    expect(await readStoredPlan(id)).toEqual({ tier: 'premium', status: 'active', ends: to, grace: null });
    expect(await readAuditEntries(id)).toEqual([
      {
        actor_kind: 'system',
        actor_id: null,
        action: 'account.plan-extended',
        detail: { from: from.toISOString(), to: to.toISOString() },
      },
    ]);
  });

  it('a paid month starts at the previous end, and six days of grace follow when a card renews [DEC-43]', async () => {
    const ends = daysFromNow(5);
    const { id } = await createPaidUser(ends);
    const { from, to } = await inTransaction((tx) => plans().extend(tx, id, { renews: true }));
    expect(from).toEqual(ends);
    const { grace } = (await readStoredPlan(id)) as { grace: Date };
    expect(daysBetween(to, grace)).toBe(6);
    const next = await inTransaction((tx) => plans().extend(tx, id, { renews: true }));
    expect(next.from).toEqual(to);
  });

  it('a paid month starts at the previous end within the days of grace, and now after them [DEC-43]', async () => {
    const ends = daysFromNow(-4);
    const late = await createPaidUser(ends, { graceUntil: daysFromNow(2) });
    expect((await inTransaction((tx) => plans().extend(tx, late.id, { renews: true }))).from).toEqual(ends);
    const tooLate = await createPaidUser(daysFromNow(-7), { graceUntil: daysFromNow(-1) });
    expect(isNow((await inTransaction((tx) => plans().extend(tx, tooLate.id, { renews: true }))).from)).toBe(true);
  });

  it('adds two months when two are paid at the same time', async () => {
    const { id } = await makeUser(db());
    const both = await Promise.all([1, 2].map(() => inTransaction((tx) => plans().extend(tx, id, { renews: false }))));
    const [first, second] = both.toSorted((a, b) => a.to.getTime() - b.to.getTime());
    expect(second!.from).toEqual(first!.to);
    expect(await readStoredPlan(id)).toMatchObject({ ends: second!.to });
  });

  it('a paid month does not change a plan by contract, and returns the month that it would have been', async () => {
    const { id } = await makeUser(db(), { subscriptionTier: 'enterprise', subscriptionStatus: 'active' });
    const { from } = await inTransaction((tx) => plans().extend(tx, id, { renews: true }));
    expect(isNow(from)).toBe(true);
    expect(await readStoredPlan(id)).toEqual({ tier: 'enterprise', status: 'active', ends: null, grace: null });
    expect(await readAuditEntries(id)).toEqual([]);
  });
});

describe('cancelling a plan', () => {
  it('a cancelled plan stays in force until its end without grace, with an audit entry [DEC-42] [SUB-14]', async () => {
    const ends = daysFromNow(12);
    const { id } = await createPaidUser(ends, { graceUntil: daysFromNow(18) });
    expect(await inTransaction((tx) => plans().cancel(tx, id))).toEqual(ends);
    expect(await readStoredPlan(id)).toEqual({ tier: 'premium', status: 'cancelled', ends, grace: null });
    expect(await readAuditEntries(id)).toEqual([
      { actor_kind: 'user', actor_id: id, action: 'account.plan-cancelled', detail: { to: ends.toISOString() } },
    ]);
    expect(await readErrorCode(inTransaction((tx) => plans().cancel(tx, id)))).toBe('NOT_SUBSCRIBED');
  });

  it('rejects a cancellation by a member without a Premium plan in force [DEC-42]', async () => {
    const people = await Promise.all([
      makeUser(db()),
      makeUser(db(), { subscriptionStatus: 'pending' }),
      makeUser(db(), { subscriptionTier: 'api', subscriptionStatus: 'active' }),
      createPaidUser(daysFromNow(-1)),
      createPaidUser(daysFromNow(-7), { graceUntil: daysFromNow(-1) }),
    ]);
    for (const { id } of people) {
      expect(await readErrorCode(inTransaction((tx) => plans().cancel(tx, id)))).toBe('NOT_SUBSCRIBED');
      expect(await readAuditEntries(id)).toEqual([]);
    }
  });

  it('cancelling a plan without an end ends it at once', async () => {
    const { id } = await makeUser(db(), { subscriptionTier: 'premium', subscriptionStatus: 'active' });
    expect(isNow(await inTransaction((tx) => plans().cancel(tx, id)))).toBe(true);
    expect(await plans().readEffective(db(), id)).toMatchObject({ tier: 'free', status: 'expired' });
  });
});

describe('refunding a plan', () => {
  it('a refund ends the plan at once, with an audit entry', async () => {
    const { id } = await createPaidUser(daysFromNow(20), { graceUntil: daysFromNow(26) });
    await inTransaction((tx) => plans().end(tx, id));
    expect(await readStoredPlan(id)).toEqual({ tier: 'free', status: 'inactive', ends: null, grace: null });
    expect(await readAuditEntries(id)).toEqual([
      { actor_kind: 'system', actor_id: null, action: 'account.plan-ended', detail: { reason: 'refund' } },
    ]);
  });

  it('a refund does not change a plan by contract', async () => {
    const { id } = await makeUser(db(), { subscriptionTier: 'api', subscriptionStatus: 'active' });
    await inTransaction((tx) => plans().end(tx, id));
    expect(await readStoredPlan(id)).toMatchObject({ tier: 'api', status: 'active' });
  });
});

describe('the plan in force', () => {
  it('derives tier and status of a plan from its end and the days of grace [DEC-43]', async () => {
    const read = async (user: { id: UserId }) => {
      const { tier, status } = await plans().readEffective(db(), user.id);
      return `${tier} ${status}`;
    };
    const statuses = { subscriptionStatus: 'cancelled' as const };
    expect(await read(await makeUser(db()))).toBe('free inactive');
    expect(await read(await createPaidUser(daysFromNow(1)))).toBe('premium active');
    expect(await read(await createPaidUser(daysFromNow(-1), { graceUntil: daysFromNow(5) }))).toBe('premium active');
    expect(await read(await createPaidUser(daysFromNow(-7), { graceUntil: daysFromNow(-1) }))).toBe('free expired');
    expect(await read(await createPaidUser(daysFromNow(1), statuses))).toBe('premium cancelled');
    expect(await read(await createPaidUser(daysFromNow(-1), statuses))).toBe('free expired');
    expect(await read(await createPaidUser(daysFromNow(-1), { subscriptionStatus: 'pending' }))).toBe('free pending');
    expect(await readErrorCode(plans().readEffective(db(), '01890000-0000-7000-8000-00000000dead' as UserId))).toBe(
      'USER_NOT_FOUND',
    );
  });
});

describe('the callback that stops charges', () => {
  const stoppedCharges: [UserId, string, boolean][] = [];
  /** The service as it is wired, except for the callback that stops charges. */
  function createServiceWithCallback() {
    const { audit, decisions } = server.running.services;
    const settings = readSettings({ NODE_ENV: 'test', DATABASE_URL: test.url });
    const log = createLog('silent');
    return createAccountsService({
      database: test.database,
      queue: { enqueue: () => Promise.resolve() },
      limiter: createLimiter({ database: test.database, log, settings }),
      audit,
      createPlanWorkflow: decisions.createWorkflow,
      log,
      settings,
      exportUserData: () => Promise.reject(new Error('This callback is not used here.')),
      releaseClaims: () => Promise.resolve(),
      deleteUserData: () => Promise.resolve(),
      referralHooks: {} as never,
      onPlanEnded: async (tx, userId, reason) => {
        const isThere = (await tx.execute(sql`select from users where id = ${userId}`)).rowCount === 1;
        stoppedCharges.push([userId, reason, isThere]);
      },
    });
  }

  it('stops charges when an administrator ends the plan or grants another, and not when nothing ends', async () => {
    const admin = await createActor({ isAdmin: true });
    const { id } = await createPaidUser(daysFromNow(9));
    const set = (subscriptionTier: Tier) => createServiceWithCallback().plans.update(admin, id, { subscriptionTier });
    await set('premium');
    expect(stoppedCharges.splice(0)).toEqual([]);
    await set('free');
    expect(stoppedCharges.splice(0)).toEqual([[id, 'administrator', true]]);
    await set('premium');
    expect(stoppedCharges.splice(0)).toEqual([]);
    await set('enterprise');
    expect(stoppedCharges.splice(0)).toEqual([[id, 'administrator', true]]);
    expect(await readStoredPlan(id)).toEqual({
      tier: 'enterprise',
      status: 'active',
      ends: expect.any(Date),
      grace: null,
    });
  });

  it('stops charges before the account is deleted', async () => {
    const owner = await createActor();
    await createServiceWithCallback().ownAccount.delete(owner);
    expect(stoppedCharges.splice(0)).toEqual([[owner.user.id, 'deleted', true]]);
    expect(await test.sql('select from users where id = $1', [owner.user.id])).toEqual([]);
  });
});

describe('a deposit that an administrator confirms', () => {
  it('a confirmed deposit adds a month at the previous end, with an audit entry of the administrator', async () => {
    const admin = await createActor({ isAdmin: true });
    const ends = daysFromNow(4);
    const { id } = await createPaidUser(ends, { subscriptionStatus: 'pending' });
    const period = await inTransaction((tx) => plans().grantMonth(tx, admin, id));
    expect(period.from).toEqual(ends);
    expect(await readStoredPlan(id)).toEqual({ tier: 'premium', status: 'active', ends: period.to, grace: null });
    expect(await readAuditEntries(id)).toEqual([
      {
        actor_kind: 'user',
        actor_id: admin.user.id,
        action: 'account.plan-extended',
        detail: { from: ends.toISOString(), to: period.to.toISOString() },
      },
    ]);
    const contract = await makeUser(db(), { subscriptionTier: 'api', subscriptionStatus: 'active' });
    await inTransaction((tx) => plans().grantMonth(tx, admin, contract.id));
    expect(await readStoredPlan(contract.id)).toMatchObject({ tier: 'api', ends: null });
  });
});
