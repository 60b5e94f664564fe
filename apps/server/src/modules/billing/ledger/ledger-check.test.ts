import type { UserId } from '@hakiki/contract/accounts';
import { beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '../../../../test/support/database.ts';
import { makePayment, makeReferral, makeUser } from '../../../../test/support/factories.ts';
import { makeUserActor } from '../../../../test/support/actors.ts';
import type { Log } from '../../../platform/log/log.ts';
import { createAuditService } from '../../audit/service.ts';
import { createInvoices } from '../invoices/invoices.ts';
import { ledgerCheckJobs } from './ledger-check.ts';
import { createLedger, type Line, type Posting } from './ledger.ts';
import { refunds } from '../tables.ts';

const test = useDatabase();
const db = () => test.database.db;
const ledger = createLedger();
const invoicing = { name: 'Hakiki', address: 'Cape Town', vatNumber: '4123456789', vatPercent: 15 };
const invoices = () =>
  createInvoices({
    database: test.database,
    queue: { enqueue: () => Promise.resolve() },
    audit: createAuditService(),
    ledger,
    settings: { invoicing, bankAccount: { bank: '', accountHolder: '', accountNumber: '', branchCode: '' } },
  });

const logged: { level: string; fields: unknown; message: unknown }[] = [];
const log = {
  info: (fields: unknown, message: unknown) => logged.push({ level: 'info', fields, message }),
  error: (fields: unknown, message: unknown) => logged.push({ level: 'error', fields, message }),
} as unknown as Log;
const runCheck = () => ledgerCheckJobs({ database: test.database, log })[0]!.run({}, { id: 'tonight' });
const readLastCheck = () =>
  test.sql('select entries::int, faults from ledger_proofs order by created_at desc, id desc limit 1');
const listRecorded = async () =>
  (await test.sql(`select subject from differences where kind = 'books-wrong' and settled_at is null`)).map(
    ({ subject }) => String(subject),
  );

const line = (account: string, amount: number, currency: Line['currency'] = 'ZAR'): Line => ({
  account,
  currency,
  amount,
});
const post = (source: Posting['source'], sourceId: string, lines: Line[]) =>
  test.database.transaction((tx) => ledger.post(tx, { source, sourceId, eventAt: new Date(), lines }));
const income = (cents: number) => {
  const vat = Math.round((cents * 15) / 115);
  return [line('income:premium', vat - cents), line('vat', -vat)];
};

/** A card payment of R200.00 and 50 credits, posted and billed. */
async function buy(userId: UserId) {
  const payment = await makePayment(db(), { userId, amountCents: 20_000, creditsUsed: 50, status: 'confirmed' });
  await post('payment', payment.id, [
    line('gateway', 19_300),
    line('fees', 700),
    ...income(20_000),
    line(`credits:${userId}`, -50, 'CREDIT'),
    line('credits:used', 50, 'CREDIT'),
  ]);
  const invoiceId = await test.database.transaction((tx) => invoices().issueForPayment(tx, payment));
  return { paymentId: payment.id, invoiceId: invoiceId! };
}
async function reward(userId: UserId, amount = 50) {
  const referral = await makeReferral(db(), {
    referrerId: userId,
    status: 'completed',
    rewardAmount: amount,
    completedAt: new Date('2026-01-01T00:00:00Z'),
  });
  await post('referral', referral.id, [
    line(`credits:${userId}`, amount, 'CREDIT'),
    line('credits:issued', -amount, 'CREDIT'),
  ]);
  return referral.id;
}
async function makeRefund({ paymentId }: { paymentId: never }) {
  const [refund] = await db()
    .insert(refunds)
    .values({ paymentId, amountCents: 20_000, status: 'paid' })
    .returning({ id: refunds.id });
  await test.sql(`update payments set status = 'refunded' where id = $1`, [paymentId]);
  await post('refund', refund!.id, [line('gateway', -20_000), ...income(-20_000)]);
  const noteId = await test.database.transaction((tx) => invoices().creditPayment(tx, paymentId));
  return { refundId: refund!.id, noteId: noteId! };
}
async function issueAnnual(isPaid: boolean) {
  const { id: userId } = await makeUser(db());
  const actor = makeUserActor({ id: (await makeUser(db(), { isAdmin: true })).id, isAdmin: true });
  const body = { userId, kind: 'listing' as const, billedTo: 'Demo Ltd', address: 'Accra' };
  const { id } = await invoices().issueAnnual(actor, body, undefined);
  if (isPaid) await invoices().markPaid(actor, id);
  return id;
}
/** Only the owner of the tables could do this. */
async function tamper(table: string, statement: string, values: unknown[] = []) {
  await test.sql(`alter table ${table} disable trigger ${table}_append_only`);
  await test.sql(statement, values);
  await test.sql(`alter table ${table} enable always trigger ${table}_append_only`);
}

let userId: UserId;
beforeAll(async () => {
  userId = (await makeUser(db())).id;
  for (let turn = 0; turn < 12; turn += 1) await reward(userId);
});

describe('the ledger check', () => {
  it('finds no fault in correct payments, refunds, rewards and invoices', async () => {
    await buy(userId);
    await makeRefund((await buy(userId)) as never);
    await issueAnnual(true);
    await issueAnnual(false);
    // These need no posting: not paid yet, declined, and earned a moment ago.
    await makePayment(db(), { userId, status: 'pending' });
    await makePayment(db(), { userId, status: 'declined' });
    await makeReferral(db(), {
      referrerId: userId,
      status: 'completed',
      rewardAmount: 50,
      completedAt: new Date(),
    });
    await runCheck();
    const [{ n }] = (await test.sql('select count(*)::int as n from ledger_entries')) as [{ n: number }];
    expect(await listRecorded()).toEqual([]);
    expect(await readLastCheck()).toEqual([{ entries: n, faults: 0 }]);
    expect(logged.at(-1)).toEqual({ level: 'info', fields: { entries: n }, message: 'the ledger check passed' });
  });

  /** Each entry breaks one thing and returns the expected subjects; earlier damage remains. */
  const damages: Record<string, () => Promise<string[]>> = {
    'a payment that was confirmed and never posted': async () => {
      const { id } = await makePayment(db(), { userId, amountCents: 25_000, status: 'confirmed' });
      return [`payment:${id}`, `payment:${id} invoice`];
    },
    'a payment that was posted and not confirmed': async () => {
      const { paymentId, invoiceId } = await buy(userId);
      await test.sql(`update payments set status = 'declined' where id = $1`, [paymentId]);
      return [`payment:${paymentId}`, `invoice:${invoiceId}`];
    },
    'a payment that was posted with a cent less': async () => {
      const { paymentId, invoiceId } = await buy(userId);
      await test.sql('update payments set amount_cents = 20001 where id = $1', [paymentId]);
      return [`payment:${paymentId}`, `invoice:${invoiceId}`];
    },
    'credits that were used and not posted': async () => {
      const { paymentId } = await buy(userId);
      await test.sql('update payments set credits_used = 51 where id = $1', [paymentId]);
      return [`payment:${paymentId}`];
    },
    'a posting of an unknown payment': async () => {
      await post('payment', 'nobody', [line('bank', 100), ...income(100)]);
      return ['payment:nobody'];
    },
    'a payment that was refunded without a refund row': async () => {
      const { paymentId } = await buy(userId);
      await test.sql(`update payments set status = 'refunded' where id = $1`, [paymentId]);
      return [`payment:${paymentId} refunded`];
    },
    'a refund that was not posted': async () => {
      const { paymentId } = await buy(userId);
      await test.sql(`update payments set status = 'refunded' where id = $1`, [paymentId]);
      const [refund] = await db()
        .insert(refunds)
        .values({ paymentId, amountCents: 20_000, status: 'paid' })
        .returning({ id: refunds.id });
      return [`refund:${refund!.id}`];
    },
    'a refund that was posted and not paid': async () => {
      const { refundId, noteId } = await makeRefund((await buy(userId)) as never);
      await test.sql(`update refunds set status = 'asked' where id = $1 returning payment_id`, [refundId]);
      const [{ paymentId }] = (await test.sql('select payment_id as "paymentId" from refunds where id = $1', [
        refundId,
      ])) as [{ paymentId: string }];
      await test.sql(`update payments set status = 'confirmed' where id = $1`, [paymentId]);
      return [`refund:${refundId}`, `invoice:${noteId}`];
    },
    'a reward that was never posted': async () => {
      const completedAt = new Date(Date.now() - 26 * 3_600_000);
      const { id } = await makeReferral(db(), {
        referrerId: userId,
        status: 'completed',
        rewardAmount: 50,
        completedAt,
      });
      return [`referral:${id}`];
    },
    'a reward that is larger than what was posted': async () => {
      const id = await reward(userId);
      await test.sql('update referrals set reward_amount = 60 where id = $1', [id]);
      return [`referral:${id}`];
    },
    'an annual invoice that is paid without a posting': async () => {
      const id = await issueAnnual(false);
      await test.sql(`update invoice_statuses set status = 'paid' where invoice_id = $1`, [id]);
      return [`invoice:${id}`];
    },
    'a posting of an invoice that is not paid': async () => {
      const id = await issueAnnual(true);
      await test.sql(`update invoice_statuses set status = 'issued' where invoice_id = $1`, [id]);
      return [`invoice:${id}`];
    },
    'credits that the user did not have': async () => {
      const { id: poor } = await makeUser(db());
      await post('credits', 'spent', [line(`credits:${poor}`, -1, 'CREDIT'), line('credits:used', 1, 'CREDIT')]);
      return [`account:credits:${poor} below zero`];
    },
    'a balance that does not follow from its entries': async () => {
      await post('charge', 'one', [line('bank', 100), line('odd', -100)]);
      await test.sql(`update ledger_accounts set balance = balance + 1 where name = 'odd'`);
      return ['account:odd ZAR'];
    },
    'an account whose entries have a gap': async () => {
      for (const turn of [1, 2, 3]) await post('charge', `gap ${turn}`, [line('holes', 5), line('bank', -5)]);
      await tamper(
        'ledger_entries',
        `update ledger_entries set account_version = 9 where account_version = 3
           and account_id = (select id from ledger_accounts where name = 'holes')`,
      );
      return ['account:holes ZAR'];
    },
    'an entry that does not start at the balance of the previous one': async () => {
      for (const turn of [1, 2]) await post('charge', `chain ${turn}`, [line('chained', 5), line('bank', -5)]);
      await tamper(
        'ledger_entries',
        `update ledger_entries set balance_before = 1, balance_after = 6 where account_version = 2
           and account_id = (select id from ledger_accounts where name = 'chained')`,
      );
      return ['account:chained ZAR'];
    },
    'two postings that cancel each other out': async () => {
      await post('charge', 'first', [line('up', 50), line('bank', -50)]);
      await post('charge', 'second', [line('down', 50), line('bank', -50)]);
      await tamper(
        'ledger_entries',
        `update ledger_entries e set amount = e.amount + n.more, balance_after = e.balance_after + n.more
           from ledger_accounts a join (values ('up', 1), ('down', -1)) n (name, more) on n.name = a.name where a.id = e.account_id`,
      );
      const rows = await test.sql(`select id from ledger_transfers where source_id in ('first', 'second')`);
      await test.sql(`update ledger_accounts set balance = balance + 1 where name = 'up'`);
      await test.sql(`update ledger_accounts set balance = balance - 1 where name = 'down'`);
      return rows.map(({ id }) => `posting:${String(id)}`);
    },
    'an entry without a counter-entry': async () => {
      await post('charge', 'nowhere', [line('found', 50), line('bank', -50)]);
      await tamper(
        'ledger_entries',
        `update ledger_entries set amount = 51, balance_after = 51 where account_id = (select id from ledger_accounts where name = 'found')`,
      );
      await test.sql(`update ledger_accounts set balance = 51 where name = 'found'`);
      const [{ id }] = (await test.sql(`select id from ledger_transfers where source_id = 'nowhere'`)) as [
        { id: string },
      ];
      return [`posting:${id}`, 'currency:ZAR'];
    },
    'an invoice number that is missing': async () => {
      const id = await issueAnnual(false);
      await tamper('invoices', `update invoices set number = 'HK-1999-000002' where id = $1`, [id]);
      const [{ series }] = (await test.sql('select series from invoice_counters where series like $1', ['HK-%'])) as [
        { series: string },
      ];
      return [`series:${series}`, 'series:HK-1999'];
    },
  };

  it.each(Object.keys(damages))('finds %s', async (name) => {
    await runCheck();
    const before = new Set(await listRecorded());
    const expected = await damages[name]!();
    await runCheck();
    const found = (await listRecorded()).filter((subject) => !before.has(subject));
    expect(found.toSorted()).toEqual(expected.toSorted());
    const all = await listRecorded();
    expect(logged.at(-1)).toEqual({
      level: 'error',
      fields: {
        entries: expect.any(Number),
        faults: all.length,
        subjects: expect.arrayContaining([expect.any(String)]),
      },
      message: 'the ledger check failed',
    });
    expect(await readLastCheck()).toEqual([{ entries: expect.any(Number), faults: all.length }]);
  });

  it('records a known fault once until it is settled', async () => {
    const before = await listRecorded();
    await runCheck();
    expect(await listRecorded()).toHaveLength(before.length);
    await test.sql(`update differences set settled_at = now() where subject = 'payment:nobody'`);
    await runCheck();
    expect(new Set(await listRecorded())).toEqual(new Set(before));
    const again = await test.sql(`select settled_at is null as open from differences where subject = 'payment:nobody'`);
    expect(again.map(({ open }) => open)).toEqual(expect.arrayContaining([true, false]));
  });
});
