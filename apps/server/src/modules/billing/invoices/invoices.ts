/** Invoices and credit notes: immutable, numbered without gaps. A credit note corrects an error. */
import { createHash } from 'node:crypto';
import type { UserId } from '@hakiki/contract/accounts';
import type { InvoiceId, Invoice, listOwnInvoices, PaymentId } from '@hakiki/contract/billing';
import type { AdminInvoice, issueInvoice, listInvoices } from '@hakiki/contract/billing-admin';
import type { BodyOf, QueryOf } from '@hakiki/contract/endpoint';
import { prices } from '@hakiki/contract/prices';
import type * as z from 'zod/mini';
import { bindDeps } from '../../../platform/bind-deps.ts';
import { AppError, notFound } from '../../../platform/app-error.ts';
import type { Database, Db } from '../../../platform/db/database.ts';
import { uuidv7 } from '../../../platform/db/uuid.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import { runIdempotent, type IdempotencyContext } from '../../../platform/idempotency/idempotency.ts';
import type { JobHandler } from '../../../platform/jobs/job.ts';
import type { Queue } from '../../../platform/jobs/jobs.ts';
import { toAuditActor, type AuditService } from '../../audit/service.ts';
import { drawInvoice } from './invoice-drawing.ts';
import { drawInvoiceJob } from './invoices-jobs.ts';
import * as store from './invoices-store.ts';
import type { Ledger, Line } from '../ledger/ledger.ts';
import type { BankAccount, InvoiceSupplier } from '../tables.ts';
import { computeIncludedVat, type VatSettings } from './vat.ts';

interface Deps {
  database: Database;
  queue: Pick<Queue, 'enqueue'>;
  audit: AuditService;
  ledger: Ledger;
  settings: { invoicing: { name: string; address: string } & VatSettings; bankAccount: BankAccount };
}

const annualFees = {
  listing: { cents: prices.providerListingPerYear * 100, description: 'Listing in the register, one year' },
  api: { cents: prices.apiPerYear * 100, description: 'API access, one year' },
} as const;

const present = (row: store.InvoiceRow): Invoice => ({
  id: row.id,
  number: row.number,
  kind: row.kind,
  status: row.status,
  description: row.description,
  totalCents: row.totalCents,
  vatCents: row.vatCents,
  periodFrom: row.periodFrom,
  periodTo: row.periodTo,
  issuedOn: row.issuedOn,
  dueOn: row.dueOn,
  paidOn: row.paidOn,
});

const presentToStaff = (row: store.InvoiceRow): z.infer<typeof AdminInvoice> => ({
  ...present(row),
  billedTo: row.billedTo,
});

type PaidPayment = NonNullable<Awaited<ReturnType<typeof store.findPayment>>>;

const formatDescription = ({ creditsUsed }: PaidPayment): string =>
  `Premium, one month${creditsUsed > 0 ? `, less ${creditsUsed} referral credits` : ''}`;

const formatName = ({ firstName, lastName, email }: PaidPayment): string =>
  [firstName, lastName].filter(Boolean).join(' ') || email || 'An account that is gone';

export type InvoicesService = ReturnType<typeof createInvoices>;

type Context = ReturnType<typeof createContext>;

function createContext(deps: Deps) {
  const {
    settings: { invoicing, bankAccount },
  } = deps;
  const supplier: InvoiceSupplier = {
    name: invoicing.name,
    address: invoicing.address,
    vatNumber: invoicing.vatNumber ?? null,
    ...(invoicing.vatNumber && { vatPercent: invoicing.vatPercent }),
    bankAccount,
  };
  return { ...deps, invoicing, supplier };
}

/** Inserts last, because the number locks the series (see insertInvoice). */
async function issue(
  { audit, queue }: Context,
  tx: Db,
  invoice: Omit<store.NewInvoice, 'id'>,
  actor?: UserActor,
): Promise<InvoiceId> {
  const id = uuidv7<InvoiceId>();
  const detail = { kind: invoice.kind };
  if (actor) await audit.record(tx, { actor: toAuditActor(actor), action: 'invoice.issued', subject: id, detail });
  await queue.enqueue(tx, drawInvoiceJob, { invoiceId: id });
  await store.insertInvoice(tx, { ...invoice, id });
  return id;
}

async function getInvoice(db: Db, id: InvoiceId): Promise<store.InvoiceRow> {
  const row = await store.findInvoice(db, id);
  if (!row) throw notFound('INVOICE_NOT_FOUND');
  return row;
}

/** Idempotent: the bytes are the same before and after the worker has stored the file. A payment replaces the file. */
async function draw(
  { database }: Context,
  { invoiceId: id, isPayment }: { invoiceId: InvoiceId; isPayment?: boolean | undefined },
): Promise<void> {
  const row = await store.findFile(database.db, id);
  if (!row) throw new Error(`There is no invoice ${id} to draw.`);
  if (row.file && !isPayment) return;
  const file = await drawInvoice(row);
  const fileHash = createHash('sha256').update(file).digest();
  await store.saveFile(database.db, id, { file, fileHash, status: row.status });
}

/**
 * Call it last in the transaction: others that issue wait for its end. A month paid with credits has no invoice.
 */
async function issueForPayment(
  deps: Context,
  tx: Db,
  { id: paymentId }: { id: PaymentId },
): Promise<InvoiceId | undefined> {
  const payment = await store.findPayment(tx, paymentId);
  if (!payment) throw notFound('PAYMENT_NOT_FOUND');
  if (payment.amountCents === 0) return undefined;
  const existing = await store.findByPayment(tx, paymentId);
  if (existing) return existing.id;
  return issue(deps, tx, {
    series: 'HK',
    kind: 'premium',
    userId: payment.userId,
    paymentId,
    supplier: deps.supplier,
    recipient: { name: formatName(payment), address: null, vatNumber: null },
    description: formatDescription(payment),
    totalCents: payment.amountCents,
    vatCents: computeIncludedVat(payment.amountCents, deps.invoicing),
    isDue: false,
    periodFrom: payment.periodFrom,
    periodTo: payment.periodTo,
  });
}

const vatOfPayment = async (tx: Db, paymentId: PaymentId): Promise<number> =>
  (await store.findByPayment(tx, paymentId))?.vatCents ?? 0;

/** Issues a credit note over the full amount. Call it last in the transaction, too. */
async function creditPayment(deps: Context, tx: Db, paymentId: PaymentId): Promise<InvoiceId | undefined> {
  const invoice = await store.findByPayment(tx, paymentId);
  if (!invoice) return undefined;
  const existingNoteId = await store.findCreditNote(tx, invoice.id);
  if (existingNoteId) return existingNoteId;
  await store.setCredited(tx, invoice.id);
  return issue(deps, tx, {
    series: 'HKC',
    kind: 'credit_note',
    userId: invoice.userId,
    paymentId,
    creditsInvoiceId: invoice.id,
    supplier: invoice.supplier,
    recipient: invoice.recipient,
    description: `Money paid back for ${invoice.number}: ${invoice.description}`,
    totalCents: -invoice.totalCents,
    vatCents: invoice.vatCents === null ? null : -invoice.vatCents,
    isDue: false,
  });
}

const issueAnnual = (
  deps: Context,
  actor: UserActor,
  { userId, kind, billedTo, address, vatNumber }: BodyOf<typeof issueInvoice>,
  repeat: IdempotencyContext | undefined,
): Promise<z.infer<typeof AdminInvoice>> =>
  deps.database.transaction((tx) =>
    runIdempotent(tx, repeat, async () => {
      if (!(await store.userExists(tx, userId))) throw notFound('USER_NOT_FOUND');
      const { cents, description } = annualFees[kind];
      const invoice: Omit<store.NewInvoice, 'id'> = {
        series: 'HK',
        kind,
        userId,
        supplier: deps.supplier,
        recipient: { name: billedTo, address, vatNumber: vatNumber || null },
        description,
        totalCents: cents,
        vatCents: computeIncludedVat(cents, deps.invoicing),
        isDue: true,
      };
      const id = await issue(deps, tx, invoice, actor);
      return presentToStaff(await getInvoice(tx, id));
    }),
  );

/** The money is on the bank account; it is posted in the same transaction. The file is rendered again, as paid. */
const markPaid = (
  { audit, database, ledger, queue }: Context,
  actor: UserActor,
  id: InvoiceId,
  reference?: string,
): Promise<z.infer<typeof AdminInvoice>> =>
  database.transaction(async (tx) => {
    const locked = await store.lockStatus(tx, id);
    if (!locked) throw notFound('INVOICE_NOT_FOUND');
    if (locked.status !== 'issued') throw new AppError('ALREADY_DECIDED');
    const vatCents = locked.vatCents ?? 0;
    const lines: Line[] = [
      { account: 'bank', currency: 'ZAR', amount: locked.totalCents },
      { account: `income:${locked.kind}`, currency: 'ZAR', amount: vatCents - locked.totalCents },
      ...(vatCents ? [{ account: 'vat', currency: 'ZAR', amount: -vatCents } as const] : []),
    ];
    await ledger.post(tx, { source: 'invoice', sourceId: id, eventAt: new Date(), lines });
    await store.setPaid(tx, id);
    await queue.enqueue(tx, drawInvoiceJob, { invoiceId: id, isPayment: true });
    await audit.record(tx, {
      actor: toAuditActor(actor),
      action: 'invoice.paid',
      subject: id,
      ...(reference && { detail: { reference } }),
    });
    return presentToStaff(await getInvoice(tx, id));
  });

async function listOwn(
  { database }: Context,
  { user }: UserActor,
  query: QueryOf<typeof listOwnInvoices>,
): Promise<Invoice[]> {
  const rows = await store.listByUser(database.db, user.id, query);
  return rows.map(present);
}

/** Annual invoices of a business, whichever of its owners was billed. */
async function listAnnual(
  { database }: Context,
  userIds: readonly UserId[],
): Promise<(Invoice & { userId: UserId | null })[]> {
  const rows = await store.listAnnual(database.db, userIds);
  return rows.map((row) => ({ ...present(row), userId: row.userId }));
}

/** `overdue` if any invoice is, `paid` if all are, `pending` if there is none or one is open. */
async function getListingPaymentStatus(
  { database }: Context,
  userIds: readonly UserId[],
): Promise<'paid' | 'pending' | 'overdue'> {
  const states = await store.listListingStates(database.db, userIds);
  if (states.includes('overdue')) return 'overdue';
  return states.includes('paid') && !states.includes('issued') ? 'paid' : 'pending';
}

/** `owner`: only an invoice of this user is found; administrators read all. */
async function getFile(
  { database }: Context,
  id: InvoiceId,
  owner?: UserId,
): Promise<{ name: string; bytes: Uint8Array<ArrayBuffer> }> {
  const row = await store.findFile(database.db, id);
  if (!row || (owner && row.userId !== owner)) throw notFound('INVOICE_NOT_FOUND');
  return { name: `${row.number}.pdf`, bytes: new Uint8Array(row.file ?? (await drawInvoice(row))) };
}

async function listAll({ database }: Context, query: QueryOf<typeof listInvoices>) {
  const { rows, total } = await store.listAll(database, query);
  return { rows: rows.map(presentToStaff), total };
}

/** Number of overdue invoices for the overview. */
const countOverdue = async ({ database }: Context): Promise<number> => (await store.countInvoices(database)).overdue;

const jobs = (deps: Context): JobHandler[] => [drawInvoiceJob.withHandler((payload) => draw(deps, payload))];

export function createInvoices(deps: Deps) {
  const context = createContext(deps);
  return {
    ...bindDeps(context, {
      issueForPayment,
      creditPayment,
      issueAnnual,
      markPaid,
      listOwn,
      listAnnual,
      getListingPaymentStatus,
      getFile,
      listAll,
      countOverdue,
      jobs,
    }),
    vatOfPayment,
    listingFeeCents: annualFees.listing.cents,
  };
}
