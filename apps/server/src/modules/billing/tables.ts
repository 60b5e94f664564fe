/**
 * Money. Payments say what somebody owes or has paid, agreements which card is charged every month, notices what the gateway told us,
 * the ledger what really moved. Amounts are whole cents. Ledger and invoices are only added to; triggers hold it (see migrations).
 */
import type { UserId } from '@hakiki/contract/accounts';
import type { InvoiceId, PaymentId, RefundId } from '@hakiki/contract/billing';
import { tiers } from '@hakiki/contract/entitlements';
import {
  currencies,
  differenceKinds,
  invoiceKinds,
  invoiceStates,
  paymentMethods,
  paymentStates,
  refundStates,
} from '@hakiki/contract/payment-values';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytes, choice, createdAt, descending, id, oneOf } from '../../platform/db/columns.ts';
import { users } from '../accounts/tables.ts';

const time = () => timestamp({ withTimezone: true });
const cents = () => bigint({ mode: 'number' });
/** What was paid stays on record when the account is gone. */
const payer = () =>
  uuid()
    .$type<UserId>()
    .references(() => users.id, { onDelete: 'set null' });

/** Started when the form for the card was made; active once money came. */
export const agreementStates = ['started', 'active', 'ending', 'ended'] as const;

/** That a card is charged every month until it is told otherwise. Its id is what the gateway knows our side by. */
export const cardAgreements = pgTable(
  'card_agreements',
  {
    id: id(),
    userId: payer(),
    status: choice(agreementStates).notNull().default('started'),
    /** What the gateway knows it by; it comes with the first charge. */
    token: text(),
    /** What was agreed on: an amount that differs by a cent is another one. */
    firstCents: integer().notNull(),
    monthlyCents: integer().notNull(),
    isTest: boolean().notNull().default(false),
    nextChargeOn: date(),
    /** The first of the failures in a row: later ones do not begin the grace anew. */
    failedSince: time(),
    /** Since when it should end at the gateway; `ended` when the gateway says so. */
    endAskedAt: time(),
    endReason: text(),
    createdAt: createdAt(),
  },
  (table) => [
    oneOf('card_agreements_status_known', table.status, agreementStates),
    uniqueIndex('card_agreements_token').on(table.token),
    index('card_agreements_of_user').on(table.userId),
    uniqueIndex('card_agreements_active')
      .on(table.userId)
      .where(sql`${table.status} = 'active'`),
    index('card_agreements_due')
      .on(table.nextChargeOn)
      .where(sql`${table.status} = 'active'`),
    index('card_agreements_ending')
      .on(table.endAskedAt)
      .where(sql`${table.status} = 'ending'`),
  ],
);

export const payments = pgTable(
  'payments',
  {
    id: id<PaymentId>(),
    userId: payer(),
    tier: choice(tiers).notNull(),
    method: choice(paymentMethods).notNull().default('bank_deposit'),
    reference: text().notNull(),
    /** In money; credits come on top. */
    amountCents: integer().notNull(),
    creditsUsed: integer().notNull().default(0),
    status: choice(paymentStates).notNull().default('pending'),
    agreementId: uuid().references(() => cardAgreements.id),
    /** What the gateway calls this charge: it counts once. */
    gatewayReference: text(),
    periodFrom: time(),
    periodTo: time(),
    decidedAt: time(),
    createdAt: createdAt(),
  },
  (table) => [
    oneOf('payments_tier_known', table.tier, tiers),
    oneOf('payments_method_known', table.method, paymentMethods),
    oneOf('payments_status_known', table.status, paymentStates),
    check('payments_amount_positive', sql`${table.amountCents} >= 0 and ${table.creditsUsed} >= 0`),
    index('payments_of_user').on(table.userId),
    uniqueIndex('payments_gateway_reference').on(table.gatewayReference),
    // Somebody who asks twice pays once.
    uniqueIndex('payments_one_pending')
      .on(table.userId, table.method)
      .where(sql`${table.status} = 'pending'`),
    index('payments_pending_oldest')
      .on(table.createdAt, table.id)
      .where(sql`${table.status} = 'pending'`),
    index('payments_pending_card')
      .on(table.agreementId)
      .where(sql`${table.status} = 'pending'`),
  ],
);

export const noticeOutcomes = ['waiting', 'held', 'taken', 'ignored', 'refused'] as const;

/** What the gateway told us: the signed part of each notification, once. */
export const gatewayNotices = pgTable(
  'gateway_notices',
  {
    id: id(),
    bodyHash: bytes().notNull(),
    body: bytes().notNull(),
    /** From an address in the gateway's published ranges. */
    isFromGateway: boolean().notNull(),
    outcome: choice(noticeOutcomes).notNull().default('waiting'),
    createdAt: createdAt(),
    settledAt: time(),
  },
  (table) => [
    oneOf('gateway_notices_outcome_known', table.outcome, noticeOutcomes),
    uniqueIndex('gateway_notices_body').on(table.bodyHash),
    index('gateway_notices_waiting')
      .on(table.createdAt)
      .where(sql`${table.outcome} = 'waiting'`),
  ],
);

export const refunds = pgTable(
  'refunds',
  {
    id: id<RefundId>(),
    userId: payer(),
    paymentId: uuid()
      .$type<PaymentId>()
      .notNull()
      .references(() => payments.id),
    status: choice(refundStates).notNull().default('asked'),
    amountCents: integer().notNull(),
    decidedAt: time(),
    createdAt: createdAt(),
  },
  (table) => [
    oneOf('refunds_status_known', table.status, refundStates),
    uniqueIndex('refunds_of_payment')
      .on(table.paymentId)
      .where(sql`${table.status} <> 'declined'`),
    index('refunds_of_user').on(table.userId),
    index('refunds_asked')
      .on(table.createdAt, table.id)
      .where(sql`${table.status} = 'asked'`),
  ],
);

/** One row per thing that does not agree; `subject` names it, so that a nightly look finds it noted already. */
export const differences = pgTable(
  'differences',
  {
    id: id(),
    kind: choice(differenceKinds).notNull(),
    subject: text().notNull(),
    detail: text().notNull(),
    amountCents: integer(),
    userId: payer(),
    note: text(),
    settledAt: time(),
    createdAt: createdAt(),
  },
  (table) => [
    oneOf('differences_kind_known', table.kind, differenceKinds),
    uniqueIndex('differences_open')
      .on(table.kind, table.subject)
      .where(sql`${table.settledAt} is null`),
    index('differences_of_user').on(table.userId),
    index('differences_oldest')
      .on(table.createdAt, table.id)
      .where(sql`${table.settledAt} is null`),
  ],
);

/** A place where value is: the bank, the gateway, what a person owes, income, credits. Its balance is the sum of its entries. */
export const ledgerAccounts = pgTable(
  'ledger_accounts',
  {
    id: id(),
    /** Such as `bank`, `gateway`, `income:premium`, `credits:issued` or `credits:<user id>`. */
    name: text().notNull(),
    currency: choice(currencies).notNull(),
    balance: cents().notNull().default(0),
    /** Counts the entries. */
    version: integer().notNull().default(0),
    createdAt: createdAt(),
  },
  (table) => [
    oneOf('ledger_accounts_currency_known', table.currency, currencies),
    uniqueIndex('ledger_accounts_name').on(table.name, table.currency),
  ],
);

export const ledgerTransfers = pgTable(
  'ledger_transfers',
  {
    id: id(),
    /** What it follows from, such as `payment` and its id: posted once. */
    source: text().notNull(),
    sourceId: text().notNull(),
    /** When it happened outside, which may be days before we heard of it. */
    eventAt: time().notNull(),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('ledger_transfers_source').on(table.source, table.sourceId)],
);

export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: id(),
    transferId: uuid()
      .notNull()
      .references(() => ledgerTransfers.id),
    accountId: uuid()
      .notNull()
      .references(() => ledgerAccounts.id),
    amount: cents().notNull(),
    balanceBefore: cents().notNull(),
    balanceAfter: cents().notNull(),
    accountVersion: integer().notNull(),
  },
  (table) => [
    check('ledger_entries_add_up', sql`${table.balanceAfter} = ${table.balanceBefore} + ${table.amount}`),
    check('ledger_entries_move', sql`${table.amount} <> 0`),
    uniqueIndex('ledger_entries_in_order').on(table.accountId, table.accountVersion),
    index('ledger_entries_of_transfer').on(table.transferId),
  ],
);

/** When the books were proven, and whether they were right. */
export const ledgerProofs = pgTable('ledger_proofs', {
  id: id(),
  entries: bigint({ mode: 'number' }).notNull(),
  faults: integer().notNull(),
  createdAt: createdAt(),
});

/** The last number given in a series: taken last in the transaction that issues, so that there is no gap. */
export const invoiceCounters = pgTable('invoice_counters', { series: text().primaryKey(), last: integer().notNull() });

export interface InvoiceParty {
  name: string;
  address: string | null;
  vatNumber: string | null;
}

/** As it was issued; what is wrong is put right by a credit note. Kept when the account is gone. */
export const invoices = pgTable(
  'invoices',
  {
    id: id<InvoiceId>(),
    number: text().notNull(),
    kind: choice(invoiceKinds).notNull(),
    /** No foreign key: a row that is never changed cannot lose it when the account goes. */
    userId: uuid().$type<UserId>(),
    paymentId: uuid()
      .$type<PaymentId>()
      .references(() => payments.id),
    /** The invoice that a credit note takes back. */
    creditsInvoiceId: uuid().$type<InvoiceId>(),
    supplier: jsonb().$type<InvoiceParty>().notNull(),
    recipient: jsonb().$type<InvoiceParty>().notNull(),
    description: text().notNull(),
    totalCents: integer().notNull(),
    vatCents: integer(),
    issuedOn: date().notNull(),
    dueOn: date(),
    createdAt: createdAt(),
  },
  (table) => [
    oneOf('invoices_kind_known', table.kind, invoiceKinds),
    uniqueIndex('invoices_number').on(table.number),
    uniqueIndex('invoices_of_payment')
      .on(table.paymentId)
      .where(sql`${table.kind} <> 'credit_note'`),
    uniqueIndex('invoices_credited_once').on(table.creditsInvoiceId),
    index('invoices_of_user').on(table.userId, descending(table.createdAt), descending(table.id)),
    index('invoices_newest').on(descending(table.createdAt), descending(table.id)),
    index('invoices_number_and_name').using(
      'gin',
      sql`lower(${table.number} || ' ' || (${table.recipient} ->> 'name')) gin_trgm_ops`,
    ),
  ],
);

/** What becomes of an invoice after it was issued, and its file once the worker has drawn it. */
export const invoiceStandings = pgTable(
  'invoice_standings',
  {
    invoiceId: uuid()
      .$type<InvoiceId>()
      .primaryKey()
      .references(() => invoices.id),
    /** Overdue is a matter of the day and computed on read. */
    status: choice(invoiceStates).notNull(),
    paidAt: time(),
    file: bytes(),
    fileHash: bytes(),
  },
  (table) => [
    oneOf('invoice_standings_status_known', table.status, invoiceStates),
    // Nearly all are paid.
    index('invoice_standings_unpaid')
      .on(table.status)
      .where(sql`${table.status} <> 'paid'`),
  ],
);
