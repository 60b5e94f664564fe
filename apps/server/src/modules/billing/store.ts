import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { readWaiting, type WaitingPage } from '../../platform/db/by-age.ts';
import type { PaymentId } from '@hakiki/contract/billing';
import type { PaymentState } from '@hakiki/contract/payment-values';
import type { Db } from '../../platform/db/database.ts';
import { users } from '../accounts/tables.ts';
import { payments } from './tables.ts';

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
};
const isPending = and(eq(payments.status, 'pending'), isNotNull(payments.userId));

/** What somebody paid whose account is gone concerns no plan any more. */
const selectPayments = (db: Db) =>
  db.select(columns).from(payments).innerJoin(users, eq(users.id, payments.userId)).$dynamic();

export const listPending = (db: Db, page: WaitingPage) =>
  readWaiting(db, selectPayments(db), { table: payments, isWaiting: isPending }, page);

export type PaymentRow = Awaited<ReturnType<typeof selectPayments>>[number];

export const lockPayment = (tx: Db, id: PaymentId): Promise<PaymentRow | undefined> =>
  selectPayments(tx)
    .where(eq(payments.id, id))
    .for('update', { of: payments })
    .then((rows) => rows[0]);

export const setStatus = (tx: Db, id: PaymentId, status: PaymentState) =>
  tx
    .update(payments)
    .set({ status, decidedAt: sql`now()` })
    .where(eq(payments.id, id));
