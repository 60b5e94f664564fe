/** Deposits, refunds, credits and differences, from the payer to the administrator who sees the bank statement. */
import type { CardForm } from '@hakiki/contract/billing';
import { toPaymentReference } from '@hakiki/contract/payment-values';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Admin, createConsoleClient, makeAdmin } from '../../../../test/support/staff.ts';
import { summarizeResponse } from '../../../../test/support/browser.ts';
import { useDatabase } from '../../../../test/support/database.ts';
import { decisionFields } from '../../../../test/support/expected-replies.ts';
import { makePaymentDifference, makeUser } from '../../../../test/support/factories.ts';
import { makePhoto, readImageMetadata } from '../../../../test/support/photo.ts';
import { toFormFields, startTestPayfast, createPayers } from '../../../../test/support/payments.ts';
import { useServer } from '../../../../test/support/server.ts';
import { billingJobs } from '../jobs.ts';

const test = useDatabase();
const { payfast, settings } = await startTestPayfast();
const bankAccount = {
  bank: 'Bank of Examples',
  accountHolder: 'Hakiki NPC',
  accountNumber: '62 000 000 001',
  branchCode: '250655',
};
const server = useServer(test, { settings: { ...settings, bankAccount, financeEmail: 'finance@example.com' } });
const { putAsShownWithReason, getJson } = createConsoleClient(server);
/** The same application after the company has registered for value-added tax. */
const vatRegistered = useServer(test, {
  settings: {
    rateLimitScale: 1000,
    invoicing: { name: 'Hakiki NPC', address: 'Cape Town', vatNumber: '4123456789', vatPercent: 15 },
  },
});
const { signUp, processNotices, endAgreements, readLedgerBalances, listOpenDifferences, runLedgerCheck } = createPayers(
  test,
  server,
  payfast,
);
const billing = () => server.running.services.billing;

let admin: Admin;
beforeAll(async () => {
  admin = await makeAdmin(test.database.db);
});

const listPending = () =>
  getJson<{ id: string; email: string; proofAt: string | null }[]>(admin, '/api/admin/payments');
const findPendingOf = async ({ email }: { email: string }) => (await listPending()).find((one) => one.email === email)!;
const confirmDeposit = async (payer: { email: string }) =>
  putAsShownWithReason(admin, `/api/admin/payments/${(await findPendingOf(payer)).id}/confirm`);
const statusAtPayfast = (token: string) => payfast.subscriptions().find((one) => one.token === token)?.statusText;

describe('paying by deposit', () => {
  it('shows the bank account from the settings to logged-in users only [REAL-16] [SUB-10] [SUB-11]', async () => {
    const payer = await signUp();
    expect(await payer.read('/api/site-info/payment')).toEqual({
      ...bankAccount,
      financeEmail: 'finance@example.com',
      takesCards: true,
    });
    expect(await summarizeResponse(await server.get('/api/site-info/payment'))).toBe('401 NOT_SIGNED_IN');
  });

  it('stores a deposit under a reference that the server creates, whatever the client sends [CALL-15] [SHAPE-10] [DEC-40] [DEC-44] [SUB-07]', async () => {
    const payer = await signUp();
    const reply = await payer.send('/api/subscription/upgrade', {
      method: 'bank_deposit',
      reference: 'HAKIKI-SOMEBODY',
    });
    const reference = `HAKIKI-${payer.id.slice(-8).toUpperCase()}`;
    expect([reply.status, await reply.json()]).toEqual([
      200,
      { message: 'Your subscription request is being processed.', subscriptionStatus: 'pending', reference },
    ]);
    expect(await payer.readPlan()).toEqual({
      subscriptionTier: 'free',
      subscriptionStatus: 'pending',
      subscriptionEndsAt: null,
    });
    expect(await findPendingOf(payer)).toEqual({
      id: expect.any(String),
      userId: payer.id,
      email: payer.email,
      tier: 'premium',
      method: 'bank_deposit',
      reference,
      amountCents: 25_000,
      creditsUsed: 0,
      createdAt: expect.any(String),
      proofAt: null,
      status: 'pending',
    });
    expect(toPaymentReference(payer.id)).toBe(reference);
  });

  describe('the proof of a deposit', () => {
    const sendProof = ({ cookie }: { cookie: string }, bytes: Uint8Array<ArrayBuffer>) =>
      fetch(`${server.url}/api/subscription/proof`, {
        method: 'PUT',
        headers: { cookie, 'content-type': 'application/octet-stream' },
        body: bytes,
      });
    const readProof = (id: string, { cookie }: { cookie: string }) =>
      server.get(`/api/admin/payments/${id}/proof`, { headers: { cookie } });
    const pdf = new TextEncoder().encode('%PDF-1.7 a proof of payment');

    it('a payer sends it, sees that it arrived, and an administrator reads it beside the deposit [SUB-11] [REAL-16]', async () => {
      const payer = await signUp();
      await payer.askFor('bank_deposit');
      const { id } = await findPendingOf(payer);
      expect(await summarizeResponse(await readProof(id, admin))).toBe('404 PAYMENT_NOT_FOUND');
      const photo = await makePhoto({ width: 60, height: 40 });
      expect((await sendProof(payer, new Uint8Array(photo))).status).toBe(200);
      const { pending } = await payer.read<{ pending: { proofAt: string } }>('/api/subscription');
      expect((await findPendingOf(payer)).proofAt).toBe(pending.proofAt);

      const proof = await readProof(id, admin);
      expect([proof.status, proof.headers.get('Content-Type')]).toEqual([200, 'image/jpeg']);
      expect(await readImageMetadata(Buffer.from(await proof.arrayBuffer()))).toEqual({ width: 60, hasExif: false });
      expect(await summarizeResponse(await readProof(id, payer))).toBe('403 FORBIDDEN');
    });

    it('is encrypted, replaced by a later one, and deleted when the deposit is decided', async () => {
      const payer = await signUp();
      await payer.askFor('bank_deposit');
      await sendProof(payer, pdf);
      await sendProof(payer, new TextEncoder().encode('%PDF-1.7 a better proof'));
      const { id } = await findPendingOf(payer);
      const countProofs = () => test.sql('select sealed from deposit_proofs where payment_id = $1', [id]);
      const [stored, ...more] = await countProofs();
      expect(more).toEqual([]);
      expect((stored!['sealed'] as Buffer).includes('proof')).toBe(false);
      expect(await (await readProof(id, admin)).text()).toBe('%PDF-1.7 a better proof');
      await confirmDeposit(payer);
      expect(await countProofs()).toEqual([]);
    });

    it('is refused without a pending deposit, and if it is neither a picture nor a PDF', async () => {
      const payer = await signUp();
      expect(await summarizeResponse(await sendProof(payer, pdf))).toBe('409 NO_PENDING_DEPOSIT');
      await payer.askFor('bank_deposit');
      const program = new TextEncoder().encode('MZ a program');
      expect(await summarizeResponse(await sendProof(payer, program))).toBe('400 FILE_REFUSED');
    });
  });

  it('keeps the card closed while a deposit is announced, until the payer withdraws it, so that nobody pays twice [DEC-40] [SUB-12]', async () => {
    const payer = await signUp();
    const askForCard = () => payer.send('/api/subscription/upgrade', { method: 'card_payment' });
    const withdraw = () => payer.send('/api/subscription/withdraw');
    expect(await summarizeResponse(await withdraw())).toBe('409 NO_PENDING_DEPOSIT');
    await payer.askFor('bank_deposit');
    const { id } = await findPendingOf(payer);
    expect(await summarizeResponse(await askForCard())).toBe('409 DEPOSIT_PENDING');
    expect((await findPendingOf(payer)).id).toBe(id);

    const withdrawn = await withdraw();
    expect([withdrawn.status, await withdrawn.json()]).toEqual([200, { message: 'Your deposit was withdrawn.' }]);
    expect(await findPendingOf(payer)).toBeUndefined();
    expect((await payer.readSubscription()).pending).toBeNull();
    expect((await payer.readPlan()).subscriptionStatus).toBe('inactive');
    expect(await test.sql('select action from audit_entries where subject = $1 order by id', [id])).toEqual([
      { action: 'payment.requested' },
      { action: 'payment.withdrawn' },
    ]);
    expect((await askForCard()).status).toBe(200);
  });

  it('a payment for the next month leaves an active plan active, also when it is declined [DEC-96]', async () => {
    const payer = await signUp();
    await payer.askFor('bank_deposit');
    await confirmDeposit(payer);
    const before = await payer.readPlan();
    const renewal = await payer.send('/api/subscription/upgrade', { method: 'bank_deposit' });
    expect(((await renewal.json()) as { subscriptionStatus: string }).subscriptionStatus).toBe('active');
    expect(await payer.readPlan()).toEqual(before);
    const { pending } = await payer.read<{ pending: { method: string } }>('/api/subscription');
    expect(pending.method).toBe('bank_deposit');
    const { id } = await findPendingOf(payer);
    await putAsShownWithReason(admin, `/api/admin/payments/${id}/decline`);
    expect(await payer.readPlan()).toEqual(before);
  });

  it('grants one month of premium when an administrator confirms a deposit three times at once [DEC-40] [REAL-16] [SUB-12]', async () => {
    const payer = await signUp();
    await payer.askFor('bank_deposit');
    const { id } = await findPendingOf(payer);
    const before = await readLedgerBalances();
    const responses = await Promise.all(
      [1, 2, 3].map(() => putAsShownWithReason(admin, `/api/admin/payments/${id}/confirm`)),
    );
    expect(responses.map(({ status }) => status).filter((status) => status === 200)).toEqual([200]);
    const plan = await payer.readPlan();
    expect(plan).toEqual({
      subscriptionTier: 'premium',
      subscriptionStatus: 'active',
      subscriptionEndsAt: expect.any(String),
    });
    const after = await readLedgerBalances();
    expect([
      (after['bank'] ?? 0) - (before['bank'] ?? 0),
      (after['income:premium'] ?? 0) - (before['income:premium'] ?? 0),
    ]).toEqual([25_000, -25_000]);
    expect(await payer.read('/api/account/invoices')).toEqual([
      expect.objectContaining({
        kind: 'premium',
        status: 'paid',
        totalCents: 25_000,
        number: expect.stringMatching(/^HK-\d{4}-\d{6}$/),
      }),
    ]);
    const renewsByItself = (await payer.readSubscription()).renewsAt;
    expect(renewsByItself).toBeNull();
  });

  it('stores the bank reference of a confirmed deposit and of a refund with the decision and in the audit log', async () => {
    const payer = await signUp();
    await payer.askFor('bank_deposit');
    const { id } = await findPendingOf(payer);
    const confirmed = await putAsShownWithReason(admin, `/api/admin/payments/${id}/confirm`, {
      reference: 'FT26321XYZ',
    });
    expect(confirmed.status).toBe(200);
    const asked = (await (await payer.send('/api/subscription/refund')).json()) as { refund: { id: string } };
    await putAsShownWithReason(admin, `/api/admin/refunds/${asked.refund.id}/pay`, { reference: 'OUT-7' });
    for (const [subject, reference] of [
      [id, 'FT26321XYZ'],
      [asked.refund.id, 'OUT-7'],
    ]) {
      const [decision] = await getJson<{ evidence: string }[]>(admin, `/api/admin/decisions?subjectId=${subject}`);
      expect(decision?.evidence).toBe(reference);
      const audited = await test.sql(
        `select detail ->> 'reference' as reference from audit_entries where subject = $1`,
        [subject],
      );
      expect(audited.map((entry) => entry['reference'])).toContain(reference);
    }
  });

  it('leaves the plan unchanged when an administrator declines the deposit [REAL-16]', async () => {
    const payer = await signUp();
    await payer.askFor('bank_deposit');
    const { id } = await findPendingOf(payer);
    const response = await putAsShownWithReason(admin, `/api/admin/payments/${id}/decline`);
    expect([response.status, await response.json()]).toEqual([
      200,
      {
        id,
        userId: payer.id,
        email: payer.email,
        tier: 'premium',
        method: 'bank_deposit',
        reference: toPaymentReference(payer.id),
        amountCents: 25_000,
        creditsUsed: 0,
        createdAt: expect.any(String),
        proofAt: null,
        status: 'declined',
        ...decisionFields({ canUndo: false }),
      },
    ]);
    expect(await payer.readPlan()).toEqual({
      subscriptionTier: 'free',
      subscriptionStatus: 'inactive',
      subscriptionEndsAt: null,
    });
  });

  it('finds a deposit by a mistyped reference, by amount and by name, the best match first [REAL-16]', async () => {
    const payer = await signUp({ firstName: 'Kofi', lastName: 'Mensahdemo' });
    await payer.askFor('bank_deposit');
    const exact = toPaymentReference(payer.id);
    const matchLine = async (line: string) => {
      const found = await getJson<{ payment: { email: string }; clues: string[] }[]>(
        admin,
        `/api/admin/payments/matches?line=${encodeURIComponent(line)}`,
      );
      return found.find(({ payment }) => payment.email === payer.email)?.clues;
    };
    expect(await matchLine(`EFT ${exact.toLowerCase().replace('-', ' ')} R 250,00`)).toEqual(['reference', 'amount']);
    const mistyped = exact.slice(0, -1) + (exact.endsWith('A') ? 'B' : 'A');
    expect(await matchLine(`${mistyped} 1 000.00`)).toEqual(['near-reference']);
    // The digits before an amount may be the end of the reference, or thousands.
    for (const line of ['IB 19C64770 250.00', 'IB 12 250.00', 'R250', '250,00 CR'])
      expect(await matchLine(line)).toEqual(['amount']);
    expect(await matchLine('R1,250.00')).toBeUndefined();
    expect(await matchLine('MENSAHDEMO K  99.00')).toEqual(['name']);
    expect(await matchLine('Somebody 12345')).toBeUndefined();
    const [first] = await getJson<{ payment: { email: string } }[]>(
      admin,
      `/api/admin/payments/matches?line=${encodeURIComponent(exact)}`,
    );
    expect(first?.payment.email).toBe(payer.email);
  });
});

describe('the money-back guarantee', () => {
  it('refunds the last month: at PayFast, in the ledger and on a credit note, and the plan ends', async () => {
    const payer = await signUp();
    const token = await payer.payByCard();
    await processNotices();
    const before = await readLedgerBalances();
    const requestResponse = await payer.send('/api/subscription/refund');
    const { refund } = (await requestResponse.json()) as { refund: { id: string } };
    expect([requestResponse.status, refund]).toEqual([
      200,
      { id: expect.any(String), status: 'asked', amountCents: 25_000, createdAt: expect.any(String) },
    ]);
    const again = (await (await payer.send('/api/subscription/refund')).json()) as { refund: { id: string } };
    expect(again.refund.id).toBe(refund.id);
    expect(await getJson(admin, '/api/admin/refunds')).toEqual([
      {
        id: refund.id,
        email: payer.email,
        amountCents: 25_000,
        method: 'card_payment',
        paidAt: expect.any(String),
        reference: expect.any(String),
        createdAt: expect.any(String),
        status: 'asked',
      },
    ]);
    const paid = await putAsShownWithReason(admin, `/api/admin/refunds/${refund.id}/pay`);
    expect(paid.status).toBe(200);
    expect(await summarizeResponse(await putAsShownWithReason(admin, `/api/admin/refunds/${refund.id}/pay`))).toBe(
      '409 ALREADY_DECIDED',
    );
    expect(await payer.readPlan()).toEqual({
      subscriptionTier: 'free',
      subscriptionStatus: 'inactive',
      subscriptionEndsAt: null,
    });
    await endAgreements();
    expect(statusAtPayfast(token)).toBe('CANCELLED');
    await billing().refunds.refundAtGateway({ refundId: refund.id as never });
    await billing().refunds.refundAtGateway({ refundId: refund.id as never });
    const after = await readLedgerBalances();
    expect([
      (after['income:premium'] ?? 0) - (before['income:premium'] ?? 0),
      (after['gateway'] ?? 0) - (before['gateway'] ?? 0),
    ]).toEqual([25_000, -25_000]);
    expect(
      (await payer.read<{ kind: string; status: string }[]>('/api/account/invoices')).map(({ kind, status }) => [
        kind,
        status,
      ]),
    ).toEqual([
      ['credit_note', expect.any(String)],
      ['premium', 'credited'],
    ]);
    expect(await summarizeResponse(await payer.send('/api/subscription/refund'))).toBe('409 NOTHING_TO_REFUND');
  });

  it('refunds the VAT that the invoice shows, not the VAT of the day of the refund', async () => {
    const before = await readLedgerBalances();
    const payer = await signUp();
    await payer.payByCard();
    await processNotices();
    const requestResponse = await payer.send('/api/subscription/refund');
    const { refund } = (await requestResponse.json()) as { refund: { id: string } };
    const paid = await createConsoleClient(vatRegistered).putAsShownWithReason(
      admin,
      `/api/admin/refunds/${refund.id}/pay`,
    );
    expect(paid.status).toBe(200);
    const after = await readLedgerBalances();
    const ledgerChange = (account: string) => (after[account] ?? 0) - (before[account] ?? 0);
    expect([ledgerChange('income:premium'), ledgerChange('vat')]).toEqual([0, 0]);
  });

  it('rejects a refund request after thirty days', async () => {
    const payer = await signUp();
    await payer.askFor('bank_deposit');
    expect((await confirmDeposit(payer)).status).toBe(200);
    await test.sql(`update payments set decided_at = now() - interval '30 days 1 minute' where user_id = $1`, [
      payer.id,
    ]);
    expect((await payer.readSubscription()).refundableUntil).toBeNull();
    expect(await summarizeResponse(await payer.send('/api/subscription/refund'))).toBe('409 NOTHING_TO_REFUND');
  });
});

describe('referral credits', () => {
  const statuses = async ({ id }: { id: string }) =>
    (await test.sql('select status from referrals where referrer_id = $1 order by completed_at, id', [id])).map(
      ({ status }) => status,
    );

  it('lowers a deposit by one rand per credit, and uses the credits when the deposit is confirmed [DEC-46]', async () => {
    const payer = await signUp();
    await payer.insertJoinedFriends(2);
    expect(await payer.readSubscription()).toEqual(expect.objectContaining({ credits: 100, nextChargeCents: 15_000 }));
    await payer.askFor('bank_deposit');
    expect(await findPendingOf(payer)).toEqual(expect.objectContaining({ amountCents: 15_000, creditsUsed: 100 }));
    expect((await confirmDeposit(payer)).status).toBe(200);
    expect(await payer.readSubscription()).toEqual(expect.objectContaining({ credits: 0, nextChargeCents: 25_000 }));
    expect(await statuses(payer)).toEqual(['credited', 'credited']);
  });

  it('pays a full month with credits, and the remaining credits stay [DEC-46]', async () => {
    const payer = await signUp();
    await payer.insertJoinedFriends(6);
    await payer.askFor('bank_deposit');
    const [{ id } = {}] = await test.sql(`select id from payments where user_id = $1 and status = 'pending'`, [
      payer.id,
    ]);
    for (let n = 0; n < 2; n += 1) await billing().deposits.confirmCredited({ paymentId: id as never });
    expect((await payer.readPlan()).subscriptionTier).toBe('premium');
    expect((await payer.readSubscription()).credits).toBe(50);
    expect(await statuses(payer)).toEqual(['credited', 'credited', 'credited', 'credited', 'credited', 'completed']);
    expect(await payer.read('/api/account/invoices')).toEqual([]);
  });

  it('lowers only the first charge of a card by credits [DEC-46] [DEC-41]', async () => {
    const payer = await signUp();
    await payer.insertJoinedFriends(1);
    const { payment } = await payer.askFor('card_payment');
    expect([payment.paymentData['amount'], payment.paymentData['recurring_amount']]).toEqual(['200.00', '250.00']);
    await payfast.pay(toFormFields(payment));
    await processNotices();
    expect((await payer.readPlan()).subscriptionTier).toBe('premium');
    expect(await statuses(payer)).toEqual(['credited']);
  });

  it('leaves an amount of zero or at least R5.00 to pay after credits [DEC-46]', async () => {
    const payer = await signUp();
    await payer.insertJoinedFriends(5);
    await test.sql(
      `update referrals set reward_amount = 49 where referrer_id = $1 and id = (select id from referrals where referrer_id = $1 limit 1)`,
      [payer.id],
    );
    expect(await payer.readSubscription()).toEqual(expect.objectContaining({ credits: 249, nextChargeCents: 500 }));
  });

  it('uses the same credits once, however many checkout forms were opened with them [DEC-46]', async () => {
    const payer = await signUp();
    await payer.insertJoinedFriends(5);
    const { payment: first } = await payer.askFor('card_payment');
    await payer.askFor('bank_deposit');
    const { payment: second } = await payer.askFor('card_payment');
    expect([first.paymentData['amount'], second.paymentData['amount']]).toEqual(['0.00', '0.00']);
    await payfast.pay(toFormFields(first));
    await processNotices();
    const { subscriptionEndsAt } = await payer.readPlan();
    await payfast.pay(toFormFields(second));
    await processNotices();
    expect((await payer.readPlan()).subscriptionEndsAt).toBe(subscriptionEndsAt);
    expect((await payer.readSubscription()).credits).toBe(0);
    expect((await listOpenDifferences()).map(({ kind }) => kind)).toEqual(['charge-unexpected']);
    await test.sql('update differences set settled_at = now()');
  });

  it('skips a charge of a card when credits pay the full month [DEC-46]', async () => {
    const payer = await signUp();
    const token = await payer.payByCard();
    await processNotices();
    await payer.insertJoinedFriends(5);
    const { subscriptionEndsAt } = await payer.readPlan();
    await billing().renewals.payRenewalsWithCredits();
    expect((await payer.readPlan()).subscriptionEndsAt).toBe(subscriptionEndsAt);
    await test.sql(`update card_agreements set next_charge_on = current_date + 2 where user_id = $1`, [payer.id]);
    for (let n = 0; n < 3; n += 1) await billing().renewals.payRenewalsWithCredits();
    expect(statusAtPayfast(token)).toBe('PAUSED');
    const days =
      (Date.parse((await payer.readPlan()).subscriptionEndsAt!) - Date.parse(subscriptionEndsAt!)) / 86_400_000;
    expect(days > 27 && days < 31.1).toBe(true);
    expect((await payer.readSubscription()).credits).toBe(0);
  });
});

describe('the sandbox payment', () => {
  const buyer = {
    name_first: 'Test',
    name_last: 'Buyer',
    email_address: 'buyer@example.com',
    cell_number: '0821234567',
    amount: '5.00',
  };

  it('responds with a signed form for R5.00 a month [CALL-19] [SHAPE-16] [ENT-21] [TESTPAY-03] [TESTPAY-04]', async () => {
    const reply = await server.post('/api/payment/generate-payfast', buyer);
    const body = (await reply.json()) as CardForm;
    expect([reply.status, body]).toEqual([
      200,
      {
        payfastUrl: `${payfast.url}/eng/process`,
        signature: expect.stringMatching(/^[0-9a-f]{32}$/),
        paymentData: {
          merchant_id: payfast.environment.PAYFAST_MERCHANT_ID,
          merchant_key: payfast.environment.PAYFAST_MERCHANT_KEY,
          return_url: `${settings.publicUrl}/test-payment?paid=1`,
          cancel_url: `${settings.publicUrl}/test-payment?cancelled=1`,
          notify_url: `${settings.publicUrl}/api/payment/payfast/notify`,
          name_first: 'Test',
          name_last: 'Buyer',
          email_address: 'buyer@example.com',
          cell_number: '0821234567',
          m_payment_id: expect.any(String),
          amount: '5.00',
          item_name: 'Sandbox payment',
          subscription_type: '1',
          recurring_amount: '5.00',
          frequency: '3',
          cycles: '0',
        },
      },
    ]);
    const before = await readLedgerBalances();
    await payfast.pay(toFormFields(body));
    await processNotices();
    expect(await readLedgerBalances()).toEqual(before);
    expect(await listOpenDifferences()).toEqual([]);
  });

  it('rejects any other amount for the sandbox payment [DEC-45]', async () => {
    for (const amount of ['5', '4.99', '250.00', 5, '']) {
      expect(await summarizeResponse(await server.post('/api/payment/generate-payfast', { ...buyer, amount }))).toBe(
        '400 INVALID_INPUT',
      );
    }
  });
});

describe('differences', () => {
  it('keeps a difference open until an administrator writes down how it was resolved', async () => {
    await test.sql(
      `insert into differences (id, kind, subject, detail, amount_cents) values (gen_random_uuid(), 'charge-missing', 'pf-1', 'Not listed.', 25000)`,
    );
    const [row] = await getJson<{ id: string }[]>(admin, '/api/admin/differences');
    expect(row).toEqual({
      id: expect.any(String),
      kind: 'charge-missing',
      detail: 'Not listed.',
      amountCents: 25_000,
      reference: 'pf-1',
      email: null,
      note: null,
      createdAt: expect.any(String),
      settledAt: null,
    });
    const path = `/api/admin/differences/${row!.id}/settle`;
    expect(await summarizeResponse(await putAsShownWithReason(admin, path, { note: ' ' }))).toBe('400 INVALID_INPUT');
    const settled = await putAsShownWithReason(admin, path, { note: 'Their list was late.' });
    expect([settled.status, await settled.json()]).toEqual([
      200,
      { ...row, note: 'Their list was late.', settledAt: expect.any(String) },
    ]);
    expect(await summarizeResponse(await putAsShownWithReason(admin, path, { note: 'Again.' }))).toBe(
      '409 ALREADY_DECIDED',
    );
    expect(await getJson(admin, '/api/admin/differences')).toEqual([]);
  });

  it('emails the finance staff once a night while a difference is open', async () => {
    const jobs = billingJobs({
      billing: billing(),
      database: test.database,
      queue: { enqueue: () => Promise.resolve() },
      sendMail: (letter) =>
        Promise.resolve(void emails.push({ to: letter.to, subject: letter.subject, text: letter.text })),
      settings: {
        operatorEmail: 'operator@example.com',
        financeEmail: 'finance@example.com',
        publicUrl: 'https://hakiki.example',
      },
    });
    const emails: { to: string; subject: string; text: string }[] = [];
    const sendEmail = () => jobs.find(({ name }) => name === 'mail.differences')!.run({}, { id: 'one' });
    await sendEmail();
    expect(emails).toEqual([]);
    await makePaymentDifference(test.database.db, { kind: 'cancel-refused' });
    await makePaymentDifference(test.database.db);
    await sendEmail();
    expect(emails).toEqual([
      {
        to: 'operator@example.com',
        subject: 'Payments and books do not match',
        text: expect.stringContaining('1 cancelled subscriptions that have not ended'),
      },
    ]);
    await test.sql('update differences set settled_at = now()');
  });

  it('shows open differences on the overview with the other money statistics', async () => {
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
    const plansOf = async () => (await getJson<{ paidPlans: number }>(admin, '/api/admin/money')).paidPlans;
    const before = await plansOf();
    const premium = { subscriptionTier: 'premium', subscriptionStatus: 'active' } as const;
    await makeUser(test.database.db, { ...premium, subscriptionEndsAt: inDays(3) });
    await makeUser(test.database.db, { ...premium, subscriptionEndsAt: inDays(-3), graceUntil: inDays(3) });
    // The plan has expired, though the hourly job has not stored it yet.
    await makeUser(test.database.db, { ...premium, subscriptionEndsAt: inDays(-3), graceUntil: inDays(-1) });
    expect(await plansOf()).toBe(before + 2);
    const figures = await getJson<Record<string, unknown>>(admin, '/api/admin/money');
    expect(figures).toEqual({
      receivedCents: expect.any(Number),
      refundedCents: 75_000,
      paidPlans: before + 2,
      cardPlans: expect.any(Number),
      waitingDeposits: (await listPending()).length,
      askedRefunds: 0,
      openDifferences: 0,
      overdueInvoices: 0,
      provenAt: null,
    });
  });
});

describe('the ledger after all deposit tests', () => {
  it('passes the ledger check after all payments of this file', async () => {
    expect(await runLedgerCheck()).toEqual([]);
  });
});
