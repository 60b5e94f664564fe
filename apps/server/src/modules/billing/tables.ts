/**
 * Tables of billing. Payments store what a user owes or has paid, agreements which card is charged every month, notices
 * what the gateway sent us, the ledger what really moved. Amounts are whole cents. Ledger and invoices are append-only,
 * enforced by triggers (see migrations).
 */
import type { UserId } from '@hakiki/contract/accounts';
import type { InvoiceId, PaymentId, RefundId } from '@hakiki/contract/billing';
import { tiers } from '@hakiki/contract/entitlements';
import { evidenceTypes } from '@hakiki/contract/filing-values';
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
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytes, enumText, createdAt, descending, id, checkOneOf, timestampColumn } from '../../platform/db/columns.ts';
import { users } from '../accounts/tables.ts';

const centsColumn = () => bigint({ mode: 'number' });
/** Payments stay on record when the account is deleted. */
const payerColumn = () =>
  uuid()
    .$type<UserId>()
    .references(() => users.id, { onDelete: 'set null' });

/** `started` when the card form is created; `active` after the first charge. */
export const agreementStates = ['started', 'active', 'ending', 'ended'] as const;

/** Permission to charge a card every month until it is cancelled. The gateway gets our id with the checkout. */
export const cardAgreements = pgTable(
  'card_agreements',
  {
    id: id(),
    userId: payerColumn(),
    status: enumText(agreementStates).notNull().default('started'),
    /** The gateway's id of the agreement; it comes with the first charge. */
    token: text(),
    /** The agreed amounts: a charge that differs by a cent is rejected. */
    firstCents: integer().notNull(),
    monthlyCents: integer().notNull(),
    isTest: boolean().notNull().default(false),
    nextChargeOn: date(),
    /** Time of the first failure in a row: later failures do not restart the grace period. */
    failedSince: timestampColumn(),
    /** When we requested the end; the status becomes `ended` when the gateway confirms it. */
    endAskedAt: timestampColumn(),
    endReason: text(),
    createdAt: createdAt(),
  },
  (table) => [
    checkOneOf('card_agreements_status_known', table.status, agreementStates),
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
    userId: payerColumn(),
    tier: enumText(tiers).notNull(),
    method: enumText(paymentMethods).notNull().default('bank_deposit'),
    reference: text().notNull(),
    /** In money, without the part paid by credits. */
    amountCents: integer().notNull(),
    creditsUsed: integer().notNull().default(0),
    status: enumText(paymentStates).notNull().default('pending'),
    agreementId: uuid().references(() => cardAgreements.id),
    /** The gateway's id of the charge: unique, so a charge counts once. */
    gatewayReference: text(),
    periodFrom: timestampColumn(),
    periodTo: timestampColumn(),
    decidedAt: timestampColumn(),
    createdAt: createdAt(),
  },
  (table) => [
    checkOneOf('payments_tier_known', table.tier, tiers),
    checkOneOf('payments_method_known', table.method, paymentMethods),
    checkOneOf('payments_status_known', table.status, paymentStates),
    check('payments_amount_positive', sql`${table.amountCents} >= 0 and ${table.creditsUsed} >= 0`),
    index('payments_of_user').on(table.userId),
    uniqueIndex('payments_gateway_reference').on(table.gatewayReference),
    // A repeated request creates no second payment.
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

/** The proof that a pending deposit was paid, encrypted. It is deleted when the deposit is decided. */
export const depositProofs = pgTable(
  'deposit_proofs',
  {
    paymentId: uuid()
      .$type<PaymentId>()
      .primaryKey()
      .references(() => payments.id, { onDelete: 'cascade' }),
    type: enumText(evidenceTypes).notNull(),
    sealed: bytes().notNull(),
    createdAt: createdAt(),
  },
  (table) => [checkOneOf('deposit_proofs_type_known', table.type, evidenceTypes)],
);

export const noticeOutcomes = ['waiting', 'held', 'taken', 'ignored', 'refused'] as const;

/** Notifications from the gateway: the signed part of each, stored once. */
export const gatewayNotices = pgTable(
  'gateway_notices',
  {
    id: id(),
    bodyHash: bytes().notNull(),
    body: bytes().notNull(),
    /** From an address in the gateway's published ranges. */
    isFromGateway: boolean().notNull(),
    outcome: enumText(noticeOutcomes).notNull().default('waiting'),
    createdAt: createdAt(),
    settledAt: timestampColumn(),
  },
  (table) => [
    checkOneOf('gateway_notices_outcome_known', table.outcome, noticeOutcomes),
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
    userId: payerColumn(),
    paymentId: uuid()
      .$type<PaymentId>()
      .notNull()
      .references(() => payments.id),
    status: enumText(refundStates).notNull().default('asked'),
    amountCents: integer().notNull(),
    decidedAt: timestampColumn(),
    createdAt: createdAt(),
  },
  (table) => [
    checkOneOf('refunds_status_known', table.status, refundStates),
    uniqueIndex('refunds_of_payment')
      .on(table.paymentId)
      .where(sql`${table.status} <> 'declined'`),
    index('refunds_of_user').on(table.userId),
    index('refunds_asked')
      .on(table.createdAt, table.id)
      .where(sql`${table.status} = 'asked'`),
  ],
);

/**
 * Mismatches between our records and those of the payment gateway. `subject` identifies one, so that the nightly check
 * does not record it twice.
 */
export const differences = pgTable(
  'differences',
  {
    id: id(),
    kind: enumText(differenceKinds).notNull(),
    subject: text().notNull(),
    detail: text().notNull(),
    amountCents: integer(),
    userId: payerColumn(),
    note: text(),
    settledAt: timestampColumn(),
    createdAt: createdAt(),
  },
  (table) => [
    checkOneOf('differences_kind_known', table.kind, differenceKinds),
    uniqueIndex('differences_open')
      .on(table.kind, table.subject)
      .where(sql`${table.settledAt} is null`),
    index('differences_of_user').on(table.userId),
    index('differences_oldest')
      .on(table.createdAt, table.id)
      .where(sql`${table.settledAt} is null`),
  ],
);

/**
 * A ledger account: the bank, the gateway, what a user owes, income, credits. Its balance is the sum of its entries.
 */
export const ledgerAccounts = pgTable(
  'ledger_accounts',
  {
    id: id(),
    /** Such as `bank`, `gateway`, `income:premium`, `credits:issued` or `credits:<user id>`. */
    name: text().notNull(),
    currency: enumText(currencies).notNull(),
    balance: centsColumn().notNull().default(0),
    /** Number of entries. */
    version: integer().notNull().default(0),
    createdAt: createdAt(),
  },
  (table) => [
    checkOneOf('ledger_accounts_currency_known', table.currency, currencies),
    uniqueIndex('ledger_accounts_name').on(table.name, table.currency),
  ],
);

export const ledgerTransfers = pgTable(
  'ledger_transfers',
  {
    id: id(),
    /** What caused the transfer, such as `payment` and its id: posted once. */
    source: text().notNull(),
    sourceId: text().notNull(),
    /** When it happened outside, which may be days before we learn of it. */
    eventAt: timestampColumn().notNull(),
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
    amount: centsColumn().notNull(),
    balanceBefore: centsColumn().notNull(),
    balanceAfter: centsColumn().notNull(),
    accountVersion: integer().notNull(),
  },
  (table) => [
    check('ledger_entries_add_up', sql`${table.balanceAfter} = ${table.balanceBefore} + ${table.amount}`),
    check('ledger_entries_move', sql`${table.amount} <> 0`),
    uniqueIndex('ledger_entries_in_order').on(table.accountId, table.accountVersion),
    index('ledger_entries_of_transfer').on(table.transferId),
  ],
);

/** Results of the nightly ledger checks. */
export const ledgerProofs = pgTable('ledger_proofs', {
  id: id(),
  entries: bigint({ mode: 'number' }).notNull(),
  faults: integer().notNull(),
  createdAt: createdAt(),
});

/**
 * The last number used in a series. It is incremented at the end of the issuing transaction, so that there is no gap.
 */
export const invoiceCounters = pgTable('invoice_counters', { series: text().primaryKey(), last: integer().notNull() });

export interface InvoiceParty {
  name: string;
  address: string | null;
  vatNumber: string | null;
}

/** As of the day of issue: later changes of the settings do not change an invoice. */
export interface InvoiceSupplier extends InvoiceParty {
  /** Both are absent on invoices of earlier releases. */
  vatPercent?: number;
  bankAccount?: BankAccount;
}

export interface BankAccount {
  bank: string;
  accountHolder: string;
  accountNumber: string;
  branchCode: string;
}

/** Invoices as issued; an error is corrected by a credit note. They stay when the account is deleted. */
export const invoices = pgTable(
  'invoices',
  {
    id: id<InvoiceId>(),
    number: text().notNull(),
    kind: enumText(invoiceKinds).notNull(),
    /** No foreign key: the row is immutable, so it could not be set to null when the account is deleted. */
    userId: uuid().$type<UserId>(),
    paymentId: uuid()
      .$type<PaymentId>()
      .references(() => payments.id),
    /** The invoice that a credit note cancels. */
    creditsInvoiceId: uuid().$type<InvoiceId>(),
    supplier: jsonb().$type<InvoiceSupplier>().notNull(),
    recipient: jsonb().$type<InvoiceParty>().notNull(),
    description: text().notNull(),
    totalCents: integer().notNull(),
    vatCents: integer(),
    /** First and last day. */
    periodFrom: date(),
    periodTo: date(),
    issuedOn: date().notNull(),
    dueOn: date(),
    createdAt: createdAt(),
  },
  (table) => [
    checkOneOf('invoices_kind_known', table.kind, invoiceKinds),
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

/** Status of an invoice after it was issued, and its PDF file once the worker has created it. */
export const invoiceStatuses = pgTable(
  'invoice_statuses',
  {
    invoiceId: uuid()
      .$type<InvoiceId>()
      .primaryKey()
      .references(() => invoices.id),
    /** `overdue` depends on the date and is computed on read. */
    status: enumText(invoiceStates).notNull(),
    paidAt: timestampColumn(),
    file: bytes(),
    fileHash: bytes(),
  },
  (table) => [
    checkOneOf('invoice_statuses_status_known', table.status, invoiceStates),
    // Nearly all invoices are paid.
    index('invoice_statuses_unpaid')
      .on(table.status)
      .where(sql`${table.status} <> 'paid'`),
  ],
);
