import type { UserId } from '@hakiki/contract/accounts';
import type { Subscription, RefundId } from '@hakiki/contract/billing';
import type { RefundState } from '@hakiki/contract/payment-values';
import { desc, eq, sql } from 'drizzle-orm';
import { readPendingPage, type PendingPage } from '../../../platform/db/by-age.ts';
import type { Db } from '../../../platform/db/database.ts';
import { firstRow } from '../../../platform/db/find-one.ts';
import { users } from '../../accounts/read-model.ts';
import { payments, refunds } from '../tables.ts';

const ownColumns = {
  id: refunds.id,
  status: refunds.status,
  amountCents: refunds.amountCents,
  createdAt: refunds.createdAt,
};

export const presentOwn = (
  row: Pick<typeof refunds.$inferSelect, keyof typeof ownColumns>,
): NonNullable<Subscription['refund']> => ({
  id: row.id,
  status: row.status,
  amountCents: row.amountCents,
  createdAt: row.createdAt.toISOString(),
});

export const findNewest = (db: Db, userId: UserId) =>
  db
    .select(ownColumns)
    .from(refunds)
    .where(eq(refunds.userId, userId))
    .orderBy(desc(refunds.createdAt), desc(refunds.id))
    .limit(1)
    .then(firstRow);

/** Returns undefined when there is a refund request for the payment already. */
export const insertRefund = (
  tx: Db,
  values: Pick<typeof refunds.$inferInsert, 'userId' | 'paymentId' | 'amountCents'>,
) => tx.insert(refunds).values(values).onConflictDoNothing().returning(ownColumns).then(firstRow);

const selectRefunds = (db: Db) =>
  db
    .select({
      ...ownColumns,
      userId: refunds.userId,
      email: users.email,
      paymentId: payments.id,
      method: payments.method,
      creditsUsed: payments.creditsUsed,
      gatewayReference: payments.gatewayReference,
      paidAt: sql<Date>`coalesce(${payments.decidedAt}, ${payments.createdAt})`.mapWith(payments.createdAt),
      reference: sql<string>`coalesce(${payments.gatewayReference}, ${payments.reference})`,
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .leftJoin(users, eq(users.id, refunds.userId))
    .$dynamic();

export type RefundRow = Awaited<ReturnType<typeof selectRefunds>>[number];

export const listRequested = (db: Db, page: PendingPage) =>
  readPendingPage(db, selectRefunds(db), { table: refunds, isPending: eq(refunds.status, 'asked') }, page);

export const lockRefund = (tx: Db, id: RefundId): Promise<RefundRow | undefined> =>
  selectRefunds(tx).where(eq(refunds.id, id)).for('update', { of: refunds }).then(firstRow);

export const findRefund = (db: Db, id: RefundId): Promise<RefundRow | undefined> =>
  selectRefunds(db).where(eq(refunds.id, id)).then(firstRow);

export const setStatus = (tx: Db, id: RefundId, status: RefundState) =>
  tx
    .update(refunds)
    .set({ status, decidedAt: sql`now()` })
    .where(eq(refunds.id, id));
