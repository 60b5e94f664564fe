/** The expiry of plans and the emails about it. */
import type { UserId } from '@hakiki/contract/accounts';
import type { PaymentId, RefundId } from '@hakiki/contract/billing';
import { afterAll, describe, expect, it } from 'vitest';
import { uuidv7 } from '../../../platform/db/uuid.ts';
import { openQueue } from '../../../platform/jobs/jobs.ts';
import { createLog } from '../../../platform/log/log.ts';
import { useDatabase } from '../../../../test/support/database.ts';
import { useMailbox } from '../../../../test/support/mailbox.ts';
import { makeUser } from '../../../../test/support/factories.ts';
import { useServer } from '../../../../test/support/server.ts';
import { createPlanExpiry } from './plan-expiry.ts';
import { type PlanStage, enqueuePlanEmail } from './plan-emails.ts';

const test = useDatabase();
const server = useServer(test);
const mailbox = useMailbox(test, server);
const db = () => test.database.db;
const queue = openQueue(test.url, createLog('silent'));
afterAll(() => queue.stop());
const processDuePlans = () => server.running.services.accounts.planExpiry.processDue();

const DAY_MS = 86_400_000;
const daysFromNow = (days: number) => new Date(Date.now() + days * DAY_MS);
const formatDay = (time: Date, language = 'en-US') =>
  time.toLocaleDateString(language, { dateStyle: 'long', timeZone: 'Africa/Johannesburg' });
const createPaidUser = (endsAt: Date, more: object = {}) =>
  makeUser(db(), {
    subscriptionTier: 'premium',
    subscriptionStatus: 'active',
    subscriptionEndsAt: endsAt,
    ...more,
  });
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
const readEmailSubjects = async (email: string) => (await mailbox.listEmailsTo(email)).map(({ subject }) => subject);
const readCount = async (tier: string) =>
  (await test.sql('select sum(n)::int as n from user_counts where tier = $1', [tier]))[0]?.['n'] ?? 0;

describe('expired plans', () => {
  it('the hourly job expires a plan: it updates the row and the counts, writes an audit entry and sends one email [DEC-42] [DEC-43]', async () => {
    const endsAt = daysFromNow(-1);
    const user = await createPaidUser(endsAt, { subscriptionStatus: 'cancelled' });
    const before = await readCount('premium');
    await Promise.all([processDuePlans(), processDuePlans()]);
    await processDuePlans();
    expect(await readStoredPlan(user.id)).toEqual({ tier: 'free', status: 'expired', ends: endsAt, grace: null });
    expect(await readCount('premium')).toBe(Number(before) - 1);
    expect(await readAuditEntries(user.id)).toEqual([
      {
        actor_kind: 'system',
        actor_id: null,
        action: 'account.plan-ended',
        detail: { reason: 'expired', before: 'premium', endsAt: endsAt.toISOString() },
      },
    ]);
    expect(await readEmailSubjects(user.email)).toEqual(['Your Premium plan has ended']);
  });

  it('the hourly job keeps a plan in its days of grace, and a pending request stays pending [DEC-43]', async () => {
    const inGrace = await createPaidUser(daysFromNow(-5), { graceUntil: daysFromNow(1) });
    const afterGrace = await createPaidUser(daysFromNow(-7), { graceUntil: daysFromNow(-1) });
    const pendingUser = await createPaidUser(daysFromNow(-1), { subscriptionStatus: 'pending' });
    const contract = await makeUser(db(), { subscriptionTier: 'enterprise', subscriptionStatus: 'active' });
    await processDuePlans();
    expect(await readStoredPlan(inGrace.id)).toMatchObject({ tier: 'premium', status: 'active' });
    expect(await readStoredPlan(afterGrace.id)).toMatchObject({ tier: 'free', status: 'expired', grace: null });
    expect(await readStoredPlan(pendingUser.id)).toMatchObject({ tier: 'free', status: 'pending' });
    expect(await readStoredPlan(contract.id)).toMatchObject({ tier: 'enterprise', status: 'active' });
  });

  it('stops the charges in the same transaction; if that fails, it is tried again and other plans still expire', async () => {
    const [first, second] = [await createPaidUser(daysFromNow(-2)), await createPaidUser(daysFromNow(-1))];
    const { audit } = server.running.services;
    const stoppedCharges: [UserId, string][] = [];
    const failures: unknown[] = [];
    const ends = (fails: boolean) =>
      createPlanExpiry({
        database: test.database,
        audit,
        queue: { enqueue: () => Promise.resolve() },
        log: { error: (words: unknown) => failures.push(words) } as never,
        onPlanEnded: (_, userId, reason) => {
          if (fails && userId === first.id) return Promise.reject(new Error('The payment gateway is unavailable.'));
          stoppedCharges.push([userId, reason]);
          return Promise.resolve();
        },
      });
    await ends(true).processDue();
    expect(failures).toHaveLength(1);
    expect(await readStoredPlan(first.id)).toMatchObject({ tier: 'premium' });
    expect(await readAuditEntries(first.id)).toEqual([]);
    await ends(false).processDue();
    expect(stoppedCharges).toEqual([
      [second.id, 'expired'],
      [first.id, 'expired'],
    ]);
    expect(await readStoredPlan(first.id)).toMatchObject({ tier: 'free' });
  });

  it('expires more plans than one batch in a single run', { timeout: 60_000 }, async () => {
    await test.sql(
      `insert into users (id, email, subscription_tier, subscription_status, subscription_ends_at)
       select ('00000000-0000-7000-8000-0000' || lpad(to_hex(n), 8, '0'))::uuid, 'many-' || n || '@plans.example', 'premium', 'active',
         now() - interval '1 minute' * n
       from generate_series(1, 501) n`,
    );
    await createPlanExpiry({
      database: test.database,
      audit: server.running.services.audit,
      queue: { enqueue: () => Promise.resolve() },
      log: createLog('silent'),
      onPlanEnded: () => Promise.resolve(),
    }).processDue();
    const left = await test.sql(`select id from users where email like 'many-%' and subscription_tier <> 'free'`);
    expect(left).toEqual([]);
  });

  it('a plan that is paid again is in force, and its next end has its own emails', async () => {
    const user = await createPaidUser(daysFromNow(-1));
    await processDuePlans();
    expect(await readEmailSubjects(user.email)).toEqual(['Your Premium plan has ended']);
    const { plans } = server.running.services.accounts;
    await test.database.transaction((tx) => plans.extend(tx, user.id, { renews: false }));
    expect(await plans.readEffective(db(), user.id)).toMatchObject({ tier: 'premium', status: 'active' });
    await test.sql(`update users set subscription_ends_at = now() - interval '1 second' where id = $1`, [user.id]);
    await processDuePlans();
    expect(await readEmailSubjects(user.email)).toEqual(['Your Premium plan has ended', 'Your Premium plan has ended']);
  });
});

describe('plans that end soon', () => {
  it('announces the end once, three days before, to owners whose card does not renew the plan', async () => {
    const soon = daysFromNow(2.9);
    const [stoppedCharges, renewing, later] = [
      await createPaidUser(soon),
      await createPaidUser(soon, { graceUntil: daysFromNow(9) }),
      await createPaidUser(daysFromNow(3.1)),
    ];
    await processDuePlans();
    await processDuePlans();
    expect(await readEmailSubjects(stoppedCharges.email)).toEqual([`Your Premium plan ends on ${formatDay(soon)}`]);
    expect([await readEmailSubjects(renewing.email), await readEmailSubjects(later.email)]).toEqual([[], []]);
  });

  it('does not announce the end when the plan was paid before the email was sent', async () => {
    const user = await createPaidUser(daysFromNow(2));
    await test.database.transaction(async (tx) => {
      await enqueuePlanEmail(tx, queue, user.id, 'ending', { endsAt: user.subscriptionEndsAt!, tier: 'premium' });
      await server.running.services.accounts.plans.extend(tx, user.id, { renews: false });
    });
    expect(await readEmailSubjects(user.email)).toEqual([]);
  });
});

describe('plans by contract', () => {
  const contract = (tier: 'api' | 'enterprise', endsAt: Date, more: object = {}) =>
    makeUser(db(), { subscriptionTier: tier, subscriptionStatus: 'active', subscriptionEndsAt: endsAt, ...more });

  it('announces the end of a contract once, thirty days before, with its own text [DEC-73]', async () => {
    const endsAt = daysFromNow(29.9);
    const api = await contract('api', endsAt, { firstName: 'Thandi' });
    const french = await contract('enterprise', endsAt, { firstName: 'Awa', language: 'fr' });
    const later = await contract('api', daysFromNow(30.1));
    await processDuePlans();
    await processDuePlans();
    const [email, ...more] = await mailbox.listEmailsTo(api.email);
    expect(more).toEqual([]);
    expect(email?.subject).toBe(`Your API plan ends on ${formatDay(endsAt)}`);
    expect(email?.text).toContain('After that day your API keys and webhooks stop working.');
    expect(email?.text).toContain('/contact');
    expect(await readEmailSubjects(french.email)).toEqual([
      `Votre abonnement Entreprise prend fin le ${formatDay(endsAt, 'fr')}`,
    ]);
    expect(await readEmailSubjects(later.email)).toEqual([]);
  });

  it('a contract that is over gives no access at once, and the hourly job stores it and notifies the owner [DEC-43] [DEC-73]', async () => {
    const endsAt = daysFromNow(-0.01);
    const user = await contract('enterprise', endsAt);
    const { plans } = server.running.services.accounts;
    expect(await plans.readEffective(db(), user.id)).toMatchObject({ tier: 'free', status: 'expired' });
    await processDuePlans();
    await processDuePlans();
    expect(await readStoredPlan(user.id)).toEqual({ tier: 'free', status: 'expired', ends: endsAt, grace: null });
    expect(await readEmailSubjects(user.email)).toEqual(['Your Enterprise plan has ended']);
    expect((await readAuditEntries(user.id)).map(({ detail }) => detail)).toEqual([
      { reason: 'expired', before: 'enterprise', endsAt: endsAt.toISOString() },
    ]);
  });
});

describe('emails about a plan', () => {
  const paymentId = uuidv7<PaymentId>();
  const refundId = uuidv7<RefundId>();
  const endsAt = new Date('2026-12-31T10:00:00Z');
  const graceUntil = new Date('2027-01-06T22:30:00Z');
  const amountCents = 25_000;
  const details: Record<PlanStage, object> = {
    started: { endsAt, amountCents, renews: true },
    renewed: { endsAt, amountCents: 0, renews: false },
    'payment-failed': { endsAt, graceUntil },
    ending: { endsAt, tier: 'premium' },
    ended: { endsAt, tier: 'premium' },
    cancelled: { endsAt },
    'deposit-declined': { paymentId, amountCents },
    'refund-paid': { refundId, amountCents },
    'refund-declined': { refundId, amountCents },
  };

  it.each(['en', 'fr'] as const)(
    'sends each email about a plan with formatted amounts and dates: %s',
    async (language) => {
      const user = await createPaidUser(endsAt, { language, firstName: 'Thandi' });
      for (const [stage, detail] of Object.entries(details)) {
        // Each email is enqueued twice and sent once.
        for (let time = 0; time < 2; time += 1) {
          await test.database.transaction((tx) =>
            enqueuePlanEmail(tx, queue, user.id, stage as PlanStage, detail as never),
          );
        }
      }
      const emails = await mailbox.listEmailsTo(user.email);
      const texts = emails
        .toSorted((a, b) => a.subject.localeCompare(b.subject))
        .map(({ subject, text }) => `${subject}\n\n${text.slice(0, text.indexOf('\n-- '))}`);
      await expect(texts.join('\n---\n\n')).toMatchFileSnapshot(`__snapshots__/plan-emails.${language}.txt`);
    },
  );

  it('sends a separate email for each month', async () => {
    const user = await createPaidUser(endsAt);
    for (const end of [endsAt, new Date('2027-01-31T10:00:00Z')]) {
      await test.database.transaction((tx) =>
        enqueuePlanEmail(tx, queue, user.id, 'renewed', { endsAt: end, amountCents, renews: true }),
      );
    }
    expect(await readEmailSubjects(user.email)).toHaveLength(2);
  });
});
