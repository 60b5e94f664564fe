import type { UserId } from '@hakiki/contract/accounts';
import type { InvoiceId, PaymentId } from '@hakiki/contract/billing';
import type { listInvoices } from '@hakiki/contract/billing-admin';
import type { QueryOf } from '@hakiki/contract/endpoint';
import { paging } from '@hakiki/contract/limits';
import { invoiceDueDays, type InvoiceKind, type InvoiceState } from '@hakiki/contract/payment-values';
import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Database, Db } from '../../../platform/db/database.ts';
import { type NewestList, readPage, normalizeSearchText } from '../../../platform/db/newest-list.ts';
import { prepareStatement } from '../../../platform/db/statement.ts';
import { users } from '../../accounts/read-model.ts';
import {
  invoiceCounters,
  type InvoiceParty,
  type InvoiceSupplier,
  invoices,
  invoiceStatuses,
  payments,
} from '../tables.ts';

/** In the company's time zone. */
const today = sql`(now() at time zone 'Africa/Johannesburg')::date`;

/** Overdue from the day after the due date. */
const currentStatus = sql<InvoiceState>`
  case when ${invoiceStatuses.status} = 'issued' and ${invoices.dueOn} < ${today} then 'overdue' else ${invoiceStatuses.status} end`;

const toCompanyDate = (time: PgColumn) => sql<string | null>`(${time} at time zone 'Africa/Johannesburg')::date::text`;
const paidOn = toCompanyDate(invoiceStatuses.paidAt);

const listColumns = {
  id: invoices.id,
  number: invoices.number,
  kind: invoices.kind,
  status: currentStatus,
  description: invoices.description,
  billedTo: sql<string>`${invoices.recipient} ->> 'name'`,
  totalCents: invoices.totalCents,
  vatCents: invoices.vatCents,
  periodFrom: invoices.periodFrom,
  periodTo: invoices.periodTo,
  issuedOn: invoices.issuedOn,
  dueOn: invoices.dueOn,
  paidOn,
};

const selectInvoices = (db: Db) =>
  db
    .select(listColumns)
    .from(invoices)
    .innerJoin(invoiceStatuses, eq(invoiceStatuses.invoiceId, invoices.id))
    .$dynamic();

export type InvoiceRow = Awaited<ReturnType<typeof selectInvoices>>[number];

export const listByUser = (db: Db, userId: UserId, { limit, offset }: { limit: number; offset: number }) =>
  selectInvoices(db)
    .where(eq(invoices.userId, userId))
    .orderBy(desc(invoices.createdAt), desc(invoices.id))
    .limit(limit)
    .offset(offset);

const isAnnualInvoice = (userIds: readonly UserId[], kinds: readonly InvoiceKind[]) =>
  and(inArray(invoices.userId, [...userIds]), inArray(invoices.kind, [...kinds]));

export const listAnnual = (db: Db, userIds: readonly UserId[]) =>
  db
    .select({ ...listColumns, userId: invoices.userId })
    .from(invoices)
    .innerJoin(invoiceStatuses, eq(invoiceStatuses.invoiceId, invoices.id))
    .where(isAnnualInvoice(userIds, ['listing', 'api']))
    .orderBy(desc(invoices.createdAt), desc(invoices.id))
    .limit(paging.maxLimit);

export const listListingStates = (db: Db, userIds: readonly UserId[]): Promise<InvoiceState[]> =>
  db
    .selectDistinct({ status: currentStatus })
    .from(invoices)
    .innerJoin(invoiceStatuses, eq(invoiceStatuses.invoiceId, invoices.id))
    .where(isAnnualInvoice(userIds, ['listing']))
    .then((rows) => rows.map(({ status }) => status));

export const findInvoice = (db: Db, id: InvoiceId) =>
  selectInvoices(db)
    .where(eq(invoices.id, id))
    .then((rows) => rows[0]);

/** The content of the PDF, as it was issued. */
const contentColumns = {
  number: invoices.number,
  kind: invoices.kind,
  supplier: invoices.supplier,
  recipient: invoices.recipient,
  description: invoices.description,
  totalCents: invoices.totalCents,
  vatCents: invoices.vatCents,
  periodFrom: invoices.periodFrom,
  periodTo: invoices.periodTo,
  issuedOn: invoices.issuedOn,
  dueOn: invoices.dueOn,
};

const selectFile = (db: Db) =>
  db
    .select({
      ...contentColumns,
      paidOn,
      status: invoiceStatuses.status,
      userId: invoices.userId,
      file: invoiceStatuses.file,
    })
    .from(invoices)
    .innerJoin(invoiceStatuses, eq(invoiceStatuses.invoiceId, invoices.id))
    .$dynamic();

export const findFile = (db: Db, id: InvoiceId) =>
  selectFile(db)
    .where(eq(invoices.id, id))
    .then((rows) => rows[0]);

/** Does nothing if the status has changed since the file was rendered. */
export const saveFile = (
  db: Db,
  id: InvoiceId,
  { file, fileHash, status }: { file: Buffer; fileHash: Buffer; status: InvoiceState },
) =>
  db
    .update(invoiceStatuses)
    .set({ file, fileHash })
    .where(and(eq(invoiceStatuses.invoiceId, id), eq(invoiceStatuses.status, status)));

export const findPayment = (tx: Db, id: PaymentId) =>
  tx
    .select({
      userId: payments.userId,
      amountCents: payments.amountCents,
      creditsUsed: payments.creditsUsed,
      periodFrom: toCompanyDate(payments.periodFrom),
      periodTo: toCompanyDate(payments.periodTo),
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
    })
    .from(payments)
    .leftJoin(users, eq(users.id, payments.userId))
    .where(eq(payments.id, id))
    .then((rows) => rows[0]);

export const findByPayment = (tx: Db, paymentId: PaymentId) =>
  tx
    .select({ id: invoices.id, userId: invoices.userId, ...contentColumns })
    .from(invoices)
    .where(and(eq(invoices.paymentId, paymentId), ne(invoices.kind, 'credit_note')))
    .then((rows) => rows[0]);

export const findCreditNote = (tx: Db, invoiceId: InvoiceId) =>
  tx
    .select({ id: invoices.id })
    .from(invoices)
    .where(eq(invoices.creditsInvoiceId, invoiceId))
    .then((rows) => rows[0]?.id);

export const userExists = (tx: Db, id: UserId): Promise<boolean> =>
  tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, id))
    .then((rows) => rows.length > 0);

export interface NewInvoice {
  id: InvoiceId;
  /** Prefix; the year is appended. */
  series: 'HK' | 'HKC';
  kind: InvoiceKind;
  userId: UserId | null;
  paymentId?: PaymentId;
  creditsInvoiceId?: InvoiceId;
  supplier: InvoiceSupplier;
  recipient: InvoiceParty;
  description: string;
  totalCents: number;
  vatCents: number | null;
  /** Annual invoices are due later, for a year from their issue or from the end of the year that was billed before. */
  isDue: boolean;
  periodFrom?: string | null;
  periodTo?: string | null;
}

/**
 * Locks the counter of the series until the transaction ends, so call it right before the invoice rows are inserted.
 */
async function allocateNumber(tx: Db, prefix: string): Promise<{ number: string; issuedOn: string }> {
  const { rows } = await tx.execute<{ series: string; last: number; issuedOn: string }>(sql`
    insert into ${invoiceCounters} as counted (series, last)
    select ${prefix} || '-' || extract(year from ${today}), 1
    on conflict (series) do update set last = counted.last + 1
    returning series, last, ${today}::text as "issuedOn"`);
  const [{ series, last, issuedOn }] = rows as [(typeof rows)[number]];
  return { number: `${series}-${String(last).padStart(6, '0')}`, issuedOn };
}

async function computeAnnualPeriod(
  tx: Db,
  { userId, kind }: Pick<NewInvoice, 'userId' | 'kind'>,
  issuedOn: string,
): Promise<{ periodFrom: string; periodTo: string }> {
  const { rows } = await tx.execute<{ periodFrom: string; periodTo: string }>(sql`
    select start::text as "periodFrom", (start + interval '1 year' - interval '1 day')::date::text as "periodTo"
    from (
      select greatest(${issuedOn}::date, max(${invoices.periodTo}) + 1) as start
      from ${invoices} where ${invoices.userId} = ${userId} and ${invoices.kind} = ${kind}
    ) period`);
  return rows[0]!;
}

export async function insertInvoice(tx: Db, { series, isDue, ...invoice }: NewInvoice): Promise<void> {
  const { number, issuedOn } = await allocateNumber(tx, series);
  await tx.insert(invoices).values({
    ...invoice,
    number,
    issuedOn,
    ...(isDue && {
      ...(await computeAnnualPeriod(tx, invoice, issuedOn)),
      dueOn: sql`${issuedOn}::date + ${invoiceDueDays}::int`,
    }),
  });
  await tx.insert(invoiceStatuses).values({
    invoiceId: invoice.id,
    status: isDue ? 'issued' : 'paid',
    ...(!isDue && { paidAt: sql`now()` }),
  });
}

export const lockStatus = (tx: Db, id: InvoiceId) =>
  tx
    .select({
      status: invoiceStatuses.status,
      kind: invoices.kind,
      totalCents: invoices.totalCents,
      vatCents: invoices.vatCents,
    })
    .from(invoiceStatuses)
    .innerJoin(invoices, eq(invoices.id, invoiceStatuses.invoiceId))
    .where(eq(invoiceStatuses.invoiceId, id))
    .for('no key update', { of: invoiceStatuses })
    .then((rows) => rows[0]);

export const setPaid = (tx: Db, id: InvoiceId) =>
  tx
    .update(invoiceStatuses)
    .set({ status: 'paid', paidAt: sql`now()` })
    .where(eq(invoiceStatuses.invoiceId, id));

export const setCredited = (tx: Db, id: InvoiceId) =>
  tx.update(invoiceStatuses).set({ status: 'credited' }).where(eq(invoiceStatuses.invoiceId, id));

type Query = QueryOf<typeof listInvoices>;

/** Most invoices are paid; all other statuses are rare and have their own index. */
function toConditions({ status }: Query) {
  if (!status) return [];
  const storedStatus = status === 'overdue' ? 'issued' : status;
  const hasStatus = sql`id in (select invoice_id from invoice_statuses where status = ${storedStatus})`;
  if (status === 'issued') return [hasStatus, sql`due_on >= ${today}`];
  return status === 'overdue' ? [hasStatus, sql`due_on < ${today}`] : [hasStatus];
}

const toListQuery = (query: Query): NewestList => {
  const text = normalizeSearchText(query.search);
  return {
    table: 'invoices',
    conditions: toConditions(query),
    isRare: query.status !== undefined && query.status !== 'paid',
    limit: query.limit,
    offset: query.offset,
    ...(text && {
      search: { text, expression: `lower(number || ' ' || (recipient ->> 'name'))`, normalizedBy: 'lower' },
    }),
  };
};

/** Numbers have no gaps, so the last numbers are the total count. */
const countStatement = prepareStatement({
  name: 'invoices-count',
  text: `
  select coalesce((select sum(last) from invoice_counters), 0)::int as "all",
    (select count(*) from invoice_statuses where status = 'credited')::int as credited,
    (count(*) filter (where not is_late))::int as issued, (count(*) filter (where is_late))::int as overdue
  from (
    select i.due_on < (now() at time zone 'Africa/Johannesburg')::date as is_late
    from invoice_statuses s join invoices i on i.id = s.invoice_id where s.status = 'issued'
  ) open`,
});

export async function countInvoices(database: Database) {
  const [counts] = await database.read<Record<'all' | Exclude<InvoiceState, 'paid'>, number>>(countStatement, []);
  const { all, issued, overdue, credited } = counts!;
  return { all, issued, overdue, credited, paid: all - issued - overdue - credited };
}

const columns = `
  i.id, i.number, i.kind, i.description, i.recipient ->> 'name' as "billedTo", i.total_cents as "totalCents", i.vat_cents as "vatCents",
  i.period_from::text as "periodFrom", i.period_to::text as "periodTo", i.issued_on::text as "issuedOn", i.due_on::text as "dueOn",
  (s.paid_at at time zone 'Africa/Johannesburg')::date::text as "paidOn",
  case when s.status = 'issued' and i.due_on < (now() at time zone 'Africa/Johannesburg')::date then 'overdue' else s.status end as status`;

export const listAll = (database: Database, query: Query) =>
  readPage<InvoiceRow>(database, toListQuery(query), {
    alias: 'i',
    columns,
    joins: 'join invoice_statuses s on s.invoice_id = i.id',
    readMaintainedCount: async () => (await countInvoices(database))[query.status ?? 'all'],
  });
