import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../../platform/db/database.ts';
import { referrals } from '../referrals/tables.ts';
import {
  differences,
  invoiceCounters,
  invoices,
  invoiceStatuses,
  ledgerAccounts,
  ledgerEntries,
  ledgerProofs,
  ledgerTransfers,
  payments,
  refunds,
} from '../tables.ts';

/** Staff read it: it contains numbers and codes, never text that a user wrote. */
export interface LedgerFault {
  /** Identifies the object, so that the same error is recorded once. */
  subject: string;
  detail: string;
}

/** Limit per check: more errors add no information. */
const MAX_FAULTS_PER_CHECK = 1000;

/** Rewards are posted when they are first read, at the latest in the following night. */
const REWARD_POSTING_DELAY = '25 hours';

/** What each posting of a source changed in income (including VAT) and in credits. Income is negative in the ledger. */
const postedBySource = (source: string): SQL => sql`
  select t.source_id,
    coalesce(-sum(e.amount) filter (where a.currency = 'ZAR' and (a.name like 'income:%' or a.name = 'vat')), 0) as cents,
    coalesce(sum(e.amount) filter (where a.currency = 'CREDIT' and a.name = 'credits:used'), 0) as credits
  from ${ledgerTransfers} t join ${ledgerEntries} e on e.transfer_id = t.id join ${ledgerAccounts} a on a.id = e.account_id
  where t.source = ${source} group by t.source_id`;

const unbalancedCurrencies = sql`
  select 'currency:' || a.currency as subject, 'The entries add up to ' || sum(e.amount) as detail
  from ${ledgerEntries} e join ${ledgerAccounts} a on a.id = e.account_id
  group by a.currency having sum(e.amount) <> 0`;

/** Finds two errors that cancel each other out in the totals. */
const unbalancedTransfers = sql`
  select 'posting:' || e.transfer_id as subject, a.currency || ' adds up to ' || sum(e.amount) as detail
  from ${ledgerEntries} e join ${ledgerAccounts} a on a.id = e.account_id
  group by e.transfer_id, a.currency having sum(e.amount) <> 0`;

const inconsistentAccounts = sql`
  with chained as (
    select account_id, amount, account_version, balance_before,
      lag(balance_after, 1, 0::bigint) over (partition by account_id order by account_version) as expected
    from ${ledgerEntries}
  ), summed as (
    select account_id, sum(amount) as total, count(*) as entries, min(account_version) as first, max(account_version) as last,
      count(*) filter (where balance_before <> expected) as breaks
    from chained group by account_id
  )
  select 'account:' || a.name || ' ' || a.currency as subject,
    format('balance %s, entries %s; version %s, entries %s from %s to %s, %s out of line', a.balance, coalesce(s.total, 0),
      a.version, coalesce(s.entries, 0), coalesce(s.first, 0), coalesce(s.last, 0), coalesce(s.breaks, 0)) as detail
  from ${ledgerAccounts} a left join summed s on s.account_id = a.id
  where a.balance <> coalesce(s.total, 0) or a.version <> coalesce(s.entries, 0) or a.version <> coalesce(s.last, 0)
    or s.first <> 1 or s.breaks > 0`;

/** A user's credit balance is never negative. */
const negativeCreditAccounts = sql`
  select 'account:' || name || ' below zero' as subject, 'balance ' || balance as detail
  from ${ledgerAccounts} where currency = 'CREDIT' and name <> 'credits:issued' and balance < 0`;

const isPaidOrRefunded = sql`p.status in ('confirmed', 'refunded')`;

const mispostedPayments = sql`
  with posted as (${postedBySource('payment')})
  select 'payment:' || coalesce(p.id::text, posted.source_id) as subject,
    format('%s: %s cents and %s credits, posted %s and %s', coalesce(p.status, 'unknown'), coalesce(p.amount_cents, 0),
      coalesce(p.credits_used, 0), coalesce(posted.cents, 0), coalesce(posted.credits, 0)) as detail
  from ${payments} p full join posted on posted.source_id = p.id::text
  where ${isPaidOrRefunded} and (p.amount_cents <> coalesce(posted.cents, 0) or p.credits_used <> coalesce(posted.credits, 0))
    or posted.source_id is not null and (p.id is null or not ${isPaidOrRefunded})`;

const mispostedRefunds = sql`
  with posted as (${postedBySource('refund')})
  select 'refund:' || coalesce(r.id::text, posted.source_id) as subject,
    format('%s: %s cents, posted %s', coalesce(r.status, 'unknown'), coalesce(r.amount_cents, 0), coalesce(-posted.cents, 0)) as detail
  from ${refunds} r full join posted on posted.source_id = r.id::text
  where r.status = 'paid' and r.amount_cents <> coalesce(-posted.cents, 0)
    or posted.source_id is not null and (r.id is null or r.status <> 'paid')`;

const refundedWithoutRefund = sql`
  select 'payment:' || p.id || ' refunded' as subject, 'without a refund that was paid' as detail
  from ${payments} p where p.status = 'refunded'
    and not exists (select from ${refunds} r where r.payment_id = p.id and r.status = 'paid' and r.amount_cents = p.amount_cents)`;

const mispostedRewards = sql`
  with posted as (
    select t.source_id, a.name, sum(e.amount) as credits
    from ${ledgerTransfers} t join ${ledgerEntries} e on e.transfer_id = t.id join ${ledgerAccounts} a on a.id = e.account_id
    where t.source = 'referral' and a.currency = 'CREDIT' group by t.source_id, a.name
  )
  select 'referral:' || f.id as subject, format('%s credits, posted %s', f.reward_amount, coalesce(posted.credits, 0)) as detail
  from ${referrals} f left join posted on posted.source_id = f.id::text and posted.name = 'credits:' || f.referrer_id
  where f.status <> 'pending' and f.reward_amount <> coalesce(posted.credits, 0)
    and (coalesce(f.completed_at, f.created_at) < now() - ${REWARD_POSTING_DELAY}::interval or posted.credits is not null)`;

/** A premium invoice belongs to a payment, a credit note to a refunded payment, others to their own posting. */
const mismatchedInvoices = sql`
  with posted as (${postedBySource('invoice')})
  select 'invoice:' || coalesce(i.id::text, posted.source_id) as subject,
    format('%s %s: %s cents, posted %s', i.kind, s.status, coalesce(i.total_cents, 0), coalesce(posted.cents, 0)) as detail
  from ${invoices} i join ${invoiceStatuses} s on s.invoice_id = i.id
    full join posted on posted.source_id = i.id::text
    left join ${payments} p on p.id = i.payment_id
  where case
    when i.kind = 'premium' then p.id is null or not ${isPaidOrRefunded} or p.amount_cents <> i.total_cents
    when i.kind = 'credit_note' then p.id is null or p.status <> 'refunded' or p.amount_cents <> -i.total_cents
    when s.status = 'paid' then i.total_cents <> coalesce(posted.cents, 0)
    else posted.source_id is not null
  end`;

const paymentsWithoutInvoice = sql`
  select 'payment:' || p.id || ' invoice' as subject, format('%s: %s cents and no invoice', p.status, p.amount_cents) as detail
  from ${payments} p
  where ${isPaidOrRefunded} and p.tier = 'premium' and p.amount_cents > 0
    and not exists (select from ${invoices} i where i.payment_id = p.id and i.kind <> 'credit_note')`;

const invoiceNumberGaps = sql`
  with numbered as (
    select regexp_replace(number, '-[0-9]+$', '') as series, substring(number from '[0-9]+$')::int as place from ${invoices}
  ), counted as (select series, count(*) as n, min(place) as first, max(place) as last from numbered group by series)
  select 'series:' || coalesce(c.series, counted.series) as subject,
    format('%s invoices from %s to %s, counted to %s', coalesce(n, 0), first, counted.last, c.last) as detail
  from ${invoiceCounters} c full join counted on counted.series = c.series
  where c.last is distinct from counted.last or n is distinct from counted.last or first <> 1`;

const checks = [
  unbalancedCurrencies,
  unbalancedTransfers,
  inconsistentAccounts,
  negativeCreditAccounts,
  mispostedPayments,
  mispostedRefunds,
  refundedWithoutRefund,
  mispostedRewards,
  mismatchedInvoices,
  paymentsWithoutInvoice,
  invoiceNumberGaps,
];

/** Runs all checks in one snapshot, so that a concurrent posting is in all sums or in none. */
export async function checkLedger(tx: Db): Promise<{ entries: number; faults: LedgerFault[] }> {
  await tx.execute(sql`set transaction isolation level repeatable read, read only`);
  // The nightly check reads all entries and needs more time than a request.
  await tx.execute(sql`set local statement_timeout = '15min'`);
  await tx.execute(sql`set local work_mem = '64MB'`);
  const entryCount = await tx.execute<{ n: number }>(sql`select count(*)::int as n from ${ledgerEntries}`);
  const faults: LedgerFault[] = [];
  for (const check of checks) {
    const found = await tx.execute<{ subject: string; detail: string }>(
      sql`select subject, detail from (${check}) faults order by subject limit ${MAX_FAULTS_PER_CHECK}`,
    );
    faults.push(...found.rows.map(({ subject, detail }) => ({ subject, detail })));
  }
  return { entries: entryCount.rows[0]!.n, faults };
}

/** An error with an open difference is not recorded again. */
export const recordFaults = (tx: Db, faults: readonly LedgerFault[]) =>
  tx
    .insert(differences)
    .values(faults.map(({ subject, detail }) => ({ kind: 'books-wrong' as const, subject, detail })))
    .onConflictDoNothing();

export const insertCheckResult = (tx: Db, proof: { entries: number; faults: number }) =>
  tx.insert(ledgerProofs).values(proof);
