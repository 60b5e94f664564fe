/** Notifications of the gateway, and differences. */
import type { UserId } from '@hakiki/contract/accounts';
import { retention } from '@hakiki/contract/retention';
import type { DifferenceKind } from '@hakiki/contract/payment-values';
import { and, asc, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { readPendingPage, type PendingPage } from '../../../platform/db/by-age.ts';
import type { Db } from '../../../platform/db/database.ts';
import { firstRow } from '../../../platform/db/find-one.ts';
import { users } from '../../accounts/read-model.ts';
import { differences, gatewayNotices, type noticeOutcomes } from '../tables.ts';

export const isNoticeStored = (db: Db, bodyHash: Buffer): Promise<boolean> =>
  db
    .select({ id: gatewayNotices.id })
    .from(gatewayNotices)
    .where(eq(gatewayNotices.bodyHash, bodyHash))
    .then((rows) => rows.length > 0);

/** Returns undefined when the same bytes are stored already. */
export const insertNotice = (
  tx: Db,
  values: Pick<typeof gatewayNotices.$inferInsert, 'body' | 'bodyHash' | 'isFromGateway'>,
) =>
  tx
    .insert(gatewayNotices)
    .values(values)
    .onConflictDoNothing({ target: gatewayNotices.bodyHash })
    .returning({ id: gatewayNotices.id })
    .then((rows) => rows[0]?.id);

export const findNotice = (db: Db, id: string) =>
  db.select().from(gatewayNotices).where(eq(gatewayNotices.id, id)).then(firstRow);

export const lockNotice = (tx: Db, id: string) =>
  tx.select().from(gatewayNotices).where(eq(gatewayNotices.id, id)).for('update').then(firstRow);

export const setOutcome = (tx: Db, id: string, outcome: (typeof noticeOutcomes)[number]) =>
  tx
    .update(gatewayNotices)
    .set({ outcome, settledAt: sql`now()` })
    .where(eq(gatewayNotices.id, id));

/** Notices whose job was lost or failed permanently. */
export const listUnprocessed = (db: Db, limit: number) =>
  db
    .select({ id: gatewayNotices.id })
    .from(gatewayNotices)
    .where(sql`${gatewayNotices.outcome} = 'waiting' and ${gatewayNotices.createdAt} < now() - interval '1 hour'`)
    .orderBy(asc(gatewayNotices.createdAt))
    .limit(limit);

/** Notices that could not be trusted when they came. */
export const listHeldNotices = (db: Db, limit: number) =>
  db
    .select()
    .from(gatewayNotices)
    .where(eq(gatewayNotices.outcome, 'held'))
    .orderBy(desc(gatewayNotices.createdAt))
    .limit(limit);

/**
 * Deletes notices of every outcome: they name the buyer, and the retention limit has no exception. A held or
 * unconfirmed charge has come with the nightly list long before; its difference stays open without the notice.
 */
export const deleteExpired = (db: Db) =>
  db
    .delete(gatewayNotices)
    .where(
      sql`${gatewayNotices.id} in (select id from ${gatewayNotices} where coalesce(settled_at, created_at) < now() - make_interval(days => ${retention.paymentNotices.days}) limit 5000)`,
    )
    .then(({ rowCount }) => rowCount ?? 0);

export interface NewDifference {
  kind: DifferenceKind;
  subject: string;
  detail: string;
  amountCents?: number | undefined;
  userId?: UserId | null | undefined;
}

/** Recorded once while it is open. */
export const recordDifference = (tx: Db, { amountCents, userId = null, ...values }: NewDifference) =>
  tx
    .insert(differences)
    .values({ ...values, amountCents: amountCents ?? null, userId })
    .onConflictDoNothing();

export async function countDifferences(db: Db): Promise<Partial<Record<DifferenceKind, number>>> {
  const rows = await db
    .select({ kind: differences.kind, n: count() })
    .from(differences)
    .where(isNull(differences.settledAt))
    .groupBy(differences.kind);
  return Object.fromEntries(rows.map(({ kind, n }) => [kind, n]));
}

/**
 * The charge was held, or its row failed on an earlier night; now it is applied, and staff need not check it any more.
 */
export const settleFoundCharge = (tx: Db, chargeId: string) =>
  tx
    .update(differences)
    .set({ note: 'Found in the list of the day.', settledAt: sql`now()` })
    .where(
      and(
        inArray(differences.kind, ['notice-held', 'charge-missing']),
        eq(differences.subject, chargeId),
        isNull(differences.settledAt),
      ),
    );

const selectDifferences = (db: Db) =>
  db
    .select({
      id: differences.id,
      kind: differences.kind,
      subject: differences.subject,
      detail: differences.detail,
      amountCents: differences.amountCents,
      email: users.email,
      note: differences.note,
      createdAt: differences.createdAt,
      settledAt: differences.settledAt,
    })
    .from(differences)
    .leftJoin(users, eq(users.id, differences.userId))
    .$dynamic();

export const listDifferences = (db: Db, page: PendingPage) =>
  readPendingPage(db, selectDifferences(db), { table: differences, isPending: isNull(differences.settledAt) }, page);

export const lockDifference = (tx: Db, id: string) =>
  selectDifferences(tx).where(eq(differences.id, id)).for('update', { of: differences }).then(firstRow);

export type DifferenceRow = NonNullable<Awaited<ReturnType<typeof lockDifference>>>;

export const settleDifference = (tx: Db, id: string, note: string) =>
  tx
    .update(differences)
    .set({ note, settledAt: sql`now()` })
    .where(eq(differences.id, id))
    .returning({ settledAt: differences.settledAt })
    .then((rows) => rows[0]!.settledAt!);
