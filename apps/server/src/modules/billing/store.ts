import type { UserId } from '@hakiki/contract/accounts';
import type { PaymentId } from '@hakiki/contract/billing';
import { premiumMoneyBackDays } from '@hakiki/contract/limits';
import type { PaymentState } from '@hakiki/contract/payment-values';
import { and, desc, eq, gt, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { PgInsertValue } from 'drizzle-orm/pg-core';
import { readPendingPage, type PendingPage } from '../../platform/db/by-age.ts';
import type { Db } from '../../platform/db/database.ts';
import { firstRow } from '../../platform/db/find-one.ts';
import { users } from '../accounts/read-model.ts';
import { depositProofs, payments, refunds } from './tables.ts';

const columns = {
  id: payments.id,
  userId: users.id,
  email: users.email,
  tier: payments.tier,
  method: payments.method,
  reference: payments.reference,
  amountCents: payments.amountCents,
  creditsUsed: payments.creditsUsed,
  status: payments.status,
  createdAt: payments.createdAt,
  proofAt: depositProofs.createdAt,
};
const isPending = eq(payments.status, 'pending');
/** A deposit of zero is paid with credits; a deposit of a deleted account concerns no plan any more. */
const requiresConfirmation = and(
  isPending,
  eq(payments.method, 'bank_deposit'),
  gt(payments.amountCents, 0),
  isNotNull(payments.userId),
);

const selectPayments = (db: Db) =>
  db
    .select(columns)
    .from(payments)
    .innerJoin(users, eq(users.id, payments.userId))
    .leftJoin(depositProofs, eq(depositProofs.paymentId, payments.id))
    .$dynamic();

export const listPendingDeposits = (db: Db, page: PendingPage) =>
  readPendingPage(db, selectPayments(db), { table: payments, isPending: requiresConfirmation }, page);

/** Compares references by letters and digits only, because people mistype the rest. */
export const findMatchingDeposits = (
  db: Db,
  criteria: { key: string; cents: number[]; words: string[] },
  limit: number,
) => {
  const key = sql`regexp_replace(upper(${payments.reference}), '[^A-Z0-9]', '', 'g')`;
  const name = sql`lower(coalesce(${users.firstName}, '') || ' ' || coalesce(${users.lastName}, ''))`;
  const isReference = sql<boolean>`position(${key} in ${criteria.key}) > 0`;
  // Matches the end of an id with up to two characters wrong, missing or swapped.
  const isNear = sql<boolean>`word_similarity(right(${key}, 8), ${criteria.key}) >= 0.4`;
  const isAmount = sql<boolean>`${payments.amountCents} = any(${sql.param(criteria.cents)}::int[])`;
  const isName = sql<boolean>`exists (select from unnest(${sql.param(criteria.words)}::text[]) word
    where word = any(string_to_array(${name}, ' ')))`;
  return db
    .select({ ...columns, isReference, isNear, isAmount, isName })
    .from(payments)
    .innerJoin(users, eq(users.id, payments.userId))
    .leftJoin(depositProofs, eq(depositProofs.paymentId, payments.id))
    .where(and(requiresConfirmation, or(isReference, isNear, isAmount, isName)))
    .orderBy(
      desc(sql`(${isReference})::int * 8 + (${isNear})::int * 4 + (${isName})::int * 2 + (${isAmount})::int`),
      payments.createdAt,
      payments.id,
    )
    .limit(limit);
};

export type PaymentRow = Awaited<ReturnType<typeof selectPayments>>[number];

export const lockDeposit = (tx: Db, id: PaymentId): Promise<PaymentRow | undefined> =>
  selectPayments(tx)
    .where(and(eq(payments.id, id), eq(payments.method, 'bank_deposit')))
    .for('update', { of: payments })
    .then(firstRow);

/** Every change of a plan locks its owner first. */
export const findPaymentOwner = (db: Db, id: PaymentId) =>
  db
    .select({ userId: payments.userId })
    .from(payments)
    .where(eq(payments.id, id))
    .then((rows) => rows[0]?.userId ?? undefined);

export async function setStatus(tx: Db, id: PaymentId, status: PaymentState): Promise<void> {
  await tx
    .update(payments)
    .set({ status, decidedAt: sql`now()` })
    .where(eq(payments.id, id));
  await deleteProofs(tx, [id]);
}

/** A decided deposit needs no proof: the bank statement counts. */
const deleteProofs = (tx: Db, ids: PaymentId[]) =>
  tx.delete(depositProofs).where(inArray(depositProofs.paymentId, ids));

type NewProof = typeof depositProofs.$inferInsert;

/** A later proof replaces the earlier one. Returns the time of the proof. */
export const saveProof = (tx: Db, { paymentId, type, sealed }: NewProof): Promise<Date> =>
  tx
    .insert(depositProofs)
    .values({ paymentId, type, sealed })
    .onConflictDoUpdate({ target: depositProofs.paymentId, set: { type, sealed, createdAt: sql`now()` } })
    .returning({ createdAt: depositProofs.createdAt })
    .then((rows) => rows[0]!.createdAt);

export const findProof = (db: Db, paymentId: PaymentId) =>
  db
    .select({ type: depositProofs.type, sealed: depositProofs.sealed, reference: payments.reference })
    .from(depositProofs)
    .innerJoin(payments, eq(payments.id, depositProofs.paymentId))
    .where(eq(depositProofs.paymentId, paymentId))
    .then(firstRow);

/** Locked, so that a proof does not arrive after the decision. */
export const lockPendingDeposit = (tx: Db, userId: UserId) =>
  tx
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.userId, userId), requiresConfirmation))
    .for('update')
    .then(firstRow);

export const setPeriod = (tx: Db, id: PaymentId, { from, to }: { from: Date; to: Date }) =>
  tx.update(payments).set({ periodFrom: from, periodTo: to }).where(eq(payments.id, id));

export const insertPayment = (tx: Db, values: Omit<PgInsertValue<typeof payments>, 'tier'>) =>
  tx
    .insert(payments)
    .values({ ...values, tier: 'premium' })
    .returning({ id: payments.id })
    .then((rows) => rows[0]!.id);

export const listPending = (tx: Db, userId: UserId) =>
  tx
    .select({
      id: payments.id,
      method: payments.method,
      amountCents: payments.amountCents,
      creditsUsed: payments.creditsUsed,
      agreementId: payments.agreementId,
      createdAt: payments.createdAt,
      proofAt: depositProofs.createdAt,
    })
    .from(payments)
    .leftJoin(depositProofs, eq(depositProofs.paymentId, payments.id))
    .where(and(eq(payments.userId, userId), isPending))
    .orderBy(desc(payments.createdAt))
    .limit(2);

/** Declines requests that the user has abandoned or replaced by another payment method. */
export async function declinePending(tx: Db, userId: UserId): Promise<void> {
  const declined = await tx
    .update(payments)
    .set({ status: 'declined', decidedAt: sql`now()` })
    .where(and(eq(payments.userId, userId), isPending))
    .returning({ id: payments.id });
  await deleteProofs(
    tx,
    declined.map(({ id }) => id),
  );
}

interface ConfirmedCharge {
  userId: UserId;
  amountCents: number;
  creditsUsed: number;
  gatewayReference: string;
  periodFrom: Date;
  periodTo: Date;
}

/** Confirms the requested payment, or inserts a payment for a renewal. */
export async function confirmCardCharge(tx: Db, agreementId: string, charged: ConfirmedCharge): Promise<PaymentId> {
  const confirmed = { ...charged, status: 'confirmed', decidedAt: sql`now()` } as const;
  const pendingPayment = await tx
    .update(payments)
    .set(confirmed)
    .where(and(eq(payments.agreementId, agreementId), isPending))
    .returning({ id: payments.id })
    .then(firstRow);
  if (pendingPayment) return pendingPayment.id;
  const values = { ...confirmed, method: 'card_payment', reference: agreementId, agreementId } as const;
  return insertPayment(tx, values);
}

/** Confirms a month that credits paid for instead of the card. */
export const confirmPaidByCredits = (tx: Db, id: PaymentId, period: { from: Date; to: Date }) =>
  tx
    .update(payments)
    .set({ status: 'confirmed', decidedAt: sql`now()`, periodFrom: period.from, periodTo: period.to })
    .where(eq(payments.id, id));

export const findByGatewayReference = (db: Db, gatewayReference: string) =>
  db
    .select({ id: payments.id, amountCents: payments.amountCents, status: payments.status })
    .from(payments)
    .where(eq(payments.gatewayReference, gatewayReference))
    .then(firstRow);

/** Declines card payments that were not finished within a day. */
export const declineAbandonedCardPayments = (tx: Db, limit: number) =>
  tx
    .update(payments)
    .set({ status: 'declined', decidedAt: sql`now()` })
    .where(
      sql`${payments.id} in (select id from ${payments} where status = 'pending' and method = 'card_payment'
        and created_at < now() - interval '1 day' order by created_at limit ${limit} for update skip locked)`,
    )
    .returning({ id: payments.id, userId: payments.userId });

const guaranteeInterval = sql.raw(`interval '${premiumMoneyBackDays} days'`);

/** The newest payment within the guarantee period that has no refund and no refund request. */
export const findRefundable = (db: Db, userId: UserId) =>
  db
    .select({
      id: payments.id,
      amountCents: payments.amountCents,
      until: sql<Date>`${payments.decidedAt} + ${guaranteeInterval}`.mapWith(payments.decidedAt),
    })
    .from(payments)
    .leftJoin(refunds, eq(refunds.paymentId, payments.id))
    .where(
      and(
        eq(payments.userId, userId),
        eq(payments.status, 'confirmed'),
        gt(payments.amountCents, 0),
        gt(payments.decidedAt, sql`now() - ${guaranteeInterval}`),
        isNull(refunds.id),
      ),
    )
    .orderBy(desc(payments.decidedAt), desc(payments.id))
    .limit(1)
    .then(firstRow);

/** Card payments of one day, for comparison with the gateway's list. */
export const listCardPaymentsOn = (db: Db, date: string) =>
  db
    .select({ id: payments.id, gatewayReference: payments.gatewayReference, userId: payments.userId })
    .from(payments)
    .where(
      and(
        eq(payments.method, 'card_payment'),
        isNotNull(payments.gatewayReference),
        gt(payments.amountCents, 0),
        sql`(${payments.decidedAt} at time zone 'Africa/Johannesburg')::date = ${date}::date`,
      ),
    )
    .limit(100_000);
