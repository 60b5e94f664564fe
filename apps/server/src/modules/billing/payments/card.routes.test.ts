/** Card payments against a fake PayFast server on this machine that implements its protocol. */
import { describe, expect, it } from 'vitest';
import { makeAdmin } from '../../../../test/support/staff.ts';
import { summarizeResponse } from '../../../../test/support/browser.ts';
import { useDatabase } from '../../../../test/support/database.ts';
import { PASSWORD } from '../../../../test/support/factories.ts';
import { startTestPayfast, createPayers } from '../../../../test/support/payments.ts';
import { useServer } from '../../../../test/support/server.ts';

const test = useDatabase();
const { payfast, clock, settings } = await startTestPayfast();
const server = useServer(test, { settings });
const {
  signUp,
  processNotices,
  endAgreements,
  movePlanDatesBack,
  readLedgerBalances,
  listOpenDifferences,
  runLedgerCheck,
} = createPayers(test, server, payfast);
const billing = () => server.running.services.billing;
const free = { subscriptionTier: 'free', subscriptionStatus: 'inactive', subscriptionEndsAt: null };

const daysFromNow = (time: string | null) => (Date.parse(time!) - Date.now()) / 86_400_000;
const isAMonthAhead = (time: string | null) => daysFromNow(time) > 27 && daysFromNow(time) < 31.1;
const statusAtPayfast = (token: string) =>
  payfast.subscriptions().find((subscription) => subscription.token === token)?.statusText;
const paymentsOf = (userId: string) =>
  test.sql(`select method, status, amount_cents, credits_used from payments where user_id = $1 order by created_at`, [
    userId,
  ]);
const charged = { method: 'card_payment', status: 'confirmed', amount_cents: 25_000, credits_used: 0 };

/** Returns how much each ledger account changed during `work`. */
async function measureLedgerChange(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await readLedgerBalances();
  await work();
  const after = await readLedgerBalances();
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
  return Object.fromEntries(
    names.flatMap((name) => {
      const gain = (after[name] ?? 0) - (before[name] ?? 0);
      return gain === 0 ? [] : [[name, gain]];
    }),
  );
}

describe('paying by card', () => {
  it('responds with the signed form for R250.00 a month without end, and shows the request as being processed [CALL-15] [SHAPE-10] [DEC-40] [DEC-41] [SUB-12]', async () => {
    const payer = await signUp({ email: 'thandi@example.com' });
    const reply = await payer.send('/api/subscription/upgrade', { method: 'card_payment' });
    const body = (await reply.json()) as { payment: { paymentData: Record<string, string> } };
    const [agreement] = await test.sql('select id from card_agreements where user_id = $1', [payer.id]);
    expect([reply.status, body]).toEqual([
      200,
      {
        message: 'Your subscription request is being processed.',
        subscriptionStatus: 'pending',
        payment: {
          payfastUrl: `${payfast.url}/eng/process`,
          signature: expect.stringMatching(/^[0-9a-f]{32}$/),
          paymentData: {
            merchant_id: payfast.environment.PAYFAST_MERCHANT_ID,
            merchant_key: payfast.environment.PAYFAST_MERCHANT_KEY,
            return_url: `${settings.publicUrl}/subscribe?paid=1`,
            cancel_url: `${settings.publicUrl}/subscribe?cancelled=1`,
            notify_url: `${settings.publicUrl}/api/payment/payfast/notify`,
            name_first: 'Thandi',
            name_last: 'Demo',
            email_address: 'thandi@example.com',
            m_payment_id: agreement?.['id'],
            amount: '250.00',
            item_name: 'Hakiki Premium',
            subscription_type: '1',
            recurring_amount: '250.00',
            frequency: '3',
            cycles: '0',
          },
        },
      },
    ]);
    expect(await payer.readPlan()).toEqual({ ...free, subscriptionStatus: 'pending' });
    expect(await payer.readSubscription()).toEqual({
      nextChargeCents: 25_000,
      credits: 0,
      pending: {
        method: 'card_payment',
        amountCents: 25_000,
        creditsUsed: 0,
        createdAt: expect.any(String),
        proofAt: null,
      },
      renewsAt: null,
      failedSince: null,
      accessUntil: null,
      refundableUntil: null,
      refund: null,
    });
  });

  it('gives a member who requests a card payment twice the same form, so that nobody pays twice [CALL-15]', async () => {
    const payer = await signUp();
    const forms = await Promise.all(Array.from({ length: 5 }, () => payer.askFor('card_payment')));
    expect(new Set(forms.map(({ payment }) => payment.signature)).size).toBe(1);
    expect(await paymentsOf(payer.id)).toEqual([{ ...charged, status: 'pending' }]);
  });

  it('makes the plan premium for a month only after PayFast has confirmed the payment [DEC-40] [DEC-41]', async () => {
    const payer = await signUp();
    await payer.payByCard();
    expect(await payer.readPlan()).toEqual({ ...free, subscriptionStatus: 'pending' });
    expect(await measureLedgerChange(processNotices)).toEqual({
      fees: expect.any(Number),
      gateway: expect.any(Number),
      'income:premium': -25_000,
    });
    const plan = await payer.readPlan();
    expect(plan).toEqual({
      subscriptionTier: 'premium',
      subscriptionStatus: 'active',
      subscriptionEndsAt: expect.any(String),
    });
    expect(isAMonthAhead(plan.subscriptionEndsAt)).toBe(true);
    expect(await paymentsOf(payer.id)).toEqual([charged]);
    expect(await payer.readSubscription()).toEqual({
      nextChargeCents: 25_000,
      credits: 0,
      pending: null,
      renewsAt: plan.subscriptionEndsAt,
      failedSince: null,
      accessUntil: expect.any(String),
      refundableUntil: expect.any(String),
      refund: null,
    });
  });

  it('returns the payer to a page in their own language [DEC-41]', async () => {
    const payer = await signUp();
    const reply = await payer.send('/api/subscription/upgrade', { method: 'card_payment', language: 'fr' });
    const { payment } = (await reply.json()) as { payment: { paymentData: Record<string, string> } };
    expect([payment.paymentData['return_url'], payment.paymentData['cancel_url']]).toEqual([
      `${settings.publicUrl}/fr/subscribe?paid=1`,
      `${settings.publicUrl}/fr/subscribe?cancelled=1`,
    ]);
    expect((await payer.send('/api/subscription/upgrade', { method: 'card_payment', language: 'xx' })).status).toBe(
      400,
    );
  });

  it('grants one month when the same notification arrives 50 times at once [DEC-41]', async () => {
    const payer = await signUp();
    await payer.payByCard();
    const [notice] = await test.sql(`select id, body from gateway_notices where outcome = 'waiting'`);
    const body = notice!['body'] as Buffer;
    const repeat = () =>
      fetch(`${server.url}/api/payment/payfast/notify`, { method: 'POST', body: new Uint8Array(body) });
    const responses = await Promise.all(Array.from({ length: 50 }, repeat));
    expect([...new Set(responses.map(({ status }) => status))]).toEqual([200]);
    const settle = () => billing().notices.process({ noticeId: String(notice!['id']) });
    await Promise.all(Array.from({ length: 10 }, settle));
    expect(await paymentsOf(payer.id)).toEqual([charged]);
    const { subscriptionEndsAt } = await payer.readPlan();
    expect(isAMonthAhead(subscriptionEndsAt)).toBe(true);
    expect((await repeat()).status).toBe(200);
    await processNotices();
    expect((await payer.readPlan()).subscriptionEndsAt).toBe(subscriptionEndsAt);
  });

  it('starts the next month at the end of the last one, also when the card was charged days late [DEC-43]', async () => {
    const payer = await signUp();
    const token = await payer.payByCard();
    await processNotices();
    await movePlanDatesBack(payer.id, 33);
    const before = (await payer.readPlan()).subscriptionEndsAt!;
    expect(Date.parse(before) < Date.now()).toBe(true);
    await payfast.renew(token);
    await processNotices();
    const after = await payer.readPlan();
    expect([after.subscriptionTier, after.subscriptionStatus]).toEqual(['premium', 'active']);
    const days = (Date.parse(after.subscriptionEndsAt!) - Date.parse(before)) / 86_400_000;
    expect(days > 27 && days < 31.1).toBe(true);
    expect(await paymentsOf(payer.id)).toEqual([charged, charged]);
  });

  it('rejects a card payment of a member who has a plan already, by card or by contract [DEC-40] [SUB-02]', async () => {
    const payer = await signUp();
    await payer.payByCard();
    await processNotices();
    for (const method of ['card_payment', 'bank_deposit']) {
      expect(await summarizeResponse(await payer.send('/api/subscription/upgrade', { method }))).toBe(
        '409 ALREADY_SUBSCRIBED',
      );
    }
    expect((await payer.readPlan()).subscriptionStatus).toBe('active');
    for (const subscriptionTier of ['api', 'enterprise'] as const) {
      const company = await signUp({ subscriptionTier, subscriptionStatus: 'active' });
      const response = await company.send('/api/subscription/upgrade', { method: 'card_payment' });
      expect(await summarizeResponse(response)).toBe('409 PLAN_ACTIVE');
    }
    const visitor = await server.post('/api/subscription/upgrade', { method: 'card_payment' });
    expect(await summarizeResponse(visitor)).toBe('401 NOT_SIGNED_IN');
    expect(await summarizeResponse(await payer.send('/api/subscription/upgrade', { method: 'cash' }))).toBe(
      '400 INVALID_INPUT',
    );
  });
});

describe('cancelling a card plan', () => {
  it('keeps access of a member who cancels until the end of the period, and PayFast charges nothing more [DEC-42] [SUB-14]', async () => {
    const payer = await signUp();
    const token = await payer.payByCard();
    await processNotices();
    const { subscriptionEndsAt } = await payer.readPlan();
    const reply = await payer.send('/api/subscription/cancel');
    expect([reply.status, await reply.json()]).toEqual([
      200,
      {
        message: 'Your subscription was cancelled. You keep access until it ends.',
        subscriptionStatus: 'cancelled',
        subscriptionEndsAt,
      },
    ]);
    await endAgreements();
    expect(statusAtPayfast(token)).toBe('CANCELLED');
    expect(await payer.readPlan()).toEqual({
      subscriptionTier: 'premium',
      subscriptionStatus: 'cancelled',
      subscriptionEndsAt,
    });
    await movePlanDatesBack(payer.id, 32);
    expect(await payer.readPlan()).toEqual({
      subscriptionTier: 'free',
      subscriptionStatus: 'expired',
      subscriptionEndsAt: expect.any(String),
    });
    expect(await summarizeResponse(await payer.send('/api/subscription/cancel'))).toBe('409 NOT_SUBSCRIBED');
  });

  it('repeats the cancellation until PayFast confirms it, and records a difference for staff after a day [DEC-42]', async () => {
    const payer = await signUp();
    const token = await payer.payByCard();
    await processNotices();
    await payer.send('/api/subscription/cancel');
    payfast.breakDown({ at: '/cancel', kind: 'html', times: 1 });
    await expect(endAgreements()).rejects.toThrow();
    expect(statusAtPayfast(token)).toBe('ACTIVE');
    await billing().agreements.retryLateCancellations();
    expect(await listOpenDifferences()).toEqual([]);
    await movePlanDatesBack(payer.id, 2);
    await billing().agreements.retryLateCancellations();
    await billing().agreements.retryLateCancellations();
    expect((await listOpenDifferences()).map(({ kind }) => kind)).toEqual(['cancel-refused']);
    await endAgreements();
    expect(statusAtPayfast(token)).toBe('CANCELLED');
    await test.sql('update differences set settled_at = now()');
  });

  it('posts a charge after the cancellation, grants nothing for it, and lists it for a refund [DEC-42]', async () => {
    const payer = await signUp();
    const token = await payer.payByCard();
    await processNotices();
    await payer.send('/api/subscription/cancel');
    await endAgreements();
    const { subscriptionEndsAt } = await payer.readPlan();
    await payfast.renew(token, { evenIfEnded: true });
    const books = await measureLedgerChange(processNotices);
    expect(books['owed:unexpected']).toBe(-25_000);
    expect(await payer.readPlan()).toEqual({
      subscriptionTier: 'premium',
      subscriptionStatus: 'cancelled',
      subscriptionEndsAt,
    });
    expect(await listOpenDifferences()).toEqual([
      { kind: 'charge-unexpected', subject: expect.any(String), amount_cents: 25_000 },
    ]);
    await test.sql('update differences set settled_at = now()');
  });

  it('counts a cancellation by the buyer at PayFast, once PayFast has confirmed it [DEC-42]', async () => {
    const payer = await signUp();
    const token = await payer.payByCard();
    await processNotices();
    await payfast.cancelByBuyer(token);
    await processNotices();
    expect((await payer.readPlan()).subscriptionStatus).toBe('cancelled');
    expect((await payer.readSubscription()).renewsAt).toBeNull();
  });

  it('cancels at PayFast when an administrator removes the plan or the account is deleted [DEC-42]', async () => {
    const { accounts } = server.running.services;
    const payer = await signUp();
    const token = await payer.payByCard();
    await processNotices();
    const { actor } = await makeAdmin(test.database.db);
    await accounts.plans.update(actor, payer.id, { subscriptionTier: 'free', reason: 'Fraud.' });
    await endAgreements();
    expect(statusAtPayfast(token)).toBe('CANCELLED');

    const otherPayer = await signUp();
    const otherToken = await otherPayer.payByCard();
    await processNotices();
    expect((await otherPayer.send('/api/account/delete', { currentPassword: PASSWORD })).status).toBe(200);
    await endAgreements();
    expect(statusAtPayfast(otherToken)).toBe('CANCELLED');
  });
});

describe('verifying notifications of PayFast', () => {
  it('grants nothing for an amount that differs by a cent [DEC-41]', async () => {
    const payer = await signUp();
    const token = await payer.payByCard();
    await processNotices();
    const { subscriptionEndsAt } = await payer.readPlan();
    await payfast.renew(token, { cents: 24_999 });
    await processNotices();
    expect((await payer.readPlan()).subscriptionEndsAt).toBe(subscriptionEndsAt);
    expect(await listOpenDifferences()).toEqual([
      { kind: 'charge-unexpected', subject: expect.any(String), amount_cents: 24_999 },
    ]);
    await test.sql('update differences set settled_at = now()');
  });

  it('holds a notification from an unlisted address, and applies the charge from the daily list [DEC-41]', async () => {
    const payer = await signUp();
    payfast.comeFrom('abroad');
    await payer.payByCard();
    payfast.comeFrom('home');
    await processNotices();
    expect((await payer.readPlan()).subscriptionTier).toBe('free');
    expect((await listOpenDifferences()).map(({ kind }) => kind)).toEqual(['notice-held']);
    await billing().reconciliation.run(Date.now() + 86_400_000);
    expect((await payer.readPlan()).subscriptionTier).toBe('premium');
    expect(await paymentsOf(payer.id)).toEqual([charged]);
    expect(await listOpenDifferences()).toEqual([]);
  });

  it('finds a charge whose notification was lost and applies it once [DEC-41]', async () => {
    const payer = await signUp();
    const token = await payer.payByCard();
    await processNotices();
    const { subscriptionEndsAt } = await payer.readPlan();
    payfast.hold();
    await payfast.renew(token);
    await billing().reconciliation.run(Date.now() + 86_400_000);
    await billing().reconciliation.run(Date.now() + 86_400_000);
    const after = (await payer.readPlan()).subscriptionEndsAt!;
    const days = (Date.parse(after) - Date.parse(subscriptionEndsAt!)) / 86_400_000;
    expect(days > 27 && days < 31.1).toBe(true);
    await payfast.release();
    await processNotices();
    expect((await payer.readPlan()).subscriptionEndsAt).toBe(after);
    expect(await listOpenDifferences()).toEqual([]);
  });

  it('retries later when PayFast does not confirm or deny a notification [DEC-41]', async () => {
    const payer = await signUp();
    await payer.payByCard();
    for (const kind of ['html', 'silent', 'broken', 'cut-off', 'rate-limited'] as const) {
      payfast.breakDown({ at: '/validate', kind, times: 1 });
      await expect(processNotices()).rejects.toThrow();
      expect((await payer.readPlan()).subscriptionTier).toBe('free');
    }
    await processNotices();
    expect((await payer.readPlan()).subscriptionTier).toBe('premium');
  });

  it('deletes a notification after 90 days, since it names the buyer, whether it was taken, held or never confirmed [SAFE-05]', async () => {
    const payer = await signUp();
    await payer.payByCard();
    payfast.comeFrom('abroad');
    await (await signUp()).payByCard();
    payfast.comeFrom('home');
    await processNotices();
    await (await signUp()).payByCard();
    const outcomes = async () =>
      (await test.sql('select distinct outcome from gateway_notices order by outcome')).map(({ outcome }) => outcome);
    const age = (days: number) =>
      test.sql(`update gateway_notices set settled_at = now() - interval '${days} days' where outcome <> 'waiting'`);
    await age(89);
    await test.sql(`update gateway_notices set created_at = now() - interval '89 days'`);
    await billing().notices.purgeExpired();
    expect(await outcomes()).toEqual(['held', 'taken', 'waiting']);
    await age(91);
    await test.sql(`update gateway_notices set created_at = now() - interval '91 days'`);
    await billing().notices.purgeExpired();
    expect(await outcomes()).toEqual([]);
    expect((await listOpenDifferences()).map(({ kind }) => kind)).toEqual(['notice-held']);
    const { subscriptionEndsAt } = await payer.readPlan();
    await payfast.replay();
    await processNotices();
    expect((await payer.readPlan()).subscriptionEndsAt).toBe(subscriptionEndsAt);
    await test.sql('update differences set settled_at = now()');
    await test.sql('delete from gateway_notices');
  });

  it('stores nothing of an unsigned notification [DEC-41]', async () => {
    const payer = await signUp();
    await payer.payByCard();
    const [{ body: raw } = {}] = await test.sql(`select body from gateway_notices where outcome = 'waiting'`);
    const [{ n: before } = {}] = await test.sql('select count(*)::int as n from gateway_notices');
    const body = (raw as Buffer).toString();
    const forged = [
      body.replace('COMPLETE', 'CANCELLED'),
      body.replace(/amount_gross=[\d.]+/, 'amount_gross=1.00'),
      body.replace(/m_payment_id=[^&]+/, `m_payment_id=${payer.id}`),
      `${body}&x=1`.replace(/signature=\w+/, 'signature=0'),
      '',
      'hello',
      '%%%',
    ];
    for (const text of forged) {
      const response = await fetch(`${server.url}/api/payment/payfast/notify`, { method: 'POST', body: text });
      expect(await summarizeResponse(response)).toBe('400 INVALID_INPUT');
    }
    expect(await test.sql('select count(*)::int as n from gateway_notices')).toEqual([{ n: before }]);
    await processNotices();
  });
});

describe('a renewal that fails', () => {
  it('detects a failed renewal a day later and emails the member once; access lasts six days and returns when the card works [DEC-43]', async () => {
    const payer = await signUp();
    clock.aheadMs = -33 * 86_400_000;
    const token = await payer.payByCard();
    clock.aheadMs = 0;
    await processNotices();
    await movePlanDatesBack(payer.id, 33);
    payfast.fail(token);
    await billing().renewals.checkOverdueRenewals();
    const { failedSince } = await payer.readSubscription();
    expect(failedSince).not.toBeNull();
    await billing().renewals.checkOverdueRenewals();
    expect((await payer.readSubscription()).failedSince).toBe(failedSince);
    expect((await payer.readPlan()).subscriptionStatus).toBe('active');
    const [{ n } = {}] = await test.sql(
      `select count(*)::int as n from plan_emails where user_id = $1 and stage like 'payment-failed%'`,
      [payer.id],
    );
    expect(n).toBe(1);
    await payfast.renew(token);
    await processNotices();
    expect((await payer.readSubscription()).failedSince).toBeNull();
    await movePlanDatesBack(payer.id, 31 + 7);
    expect((await payer.readPlan()).subscriptionTier).toBe('free');
  });
});

describe('the ledger after all card tests', () => {
  it('passes the ledger check after all payments of this file', async () => {
    expect(await runLedgerCheck()).toEqual([]);
  });
});
