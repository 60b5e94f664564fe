import type { AlertId } from '@hakiki/contract/alerts';
import { type DisputeOutcome, disputeRules, type DisputeState } from '@hakiki/contract/dispute-values';
import type { DisputeId } from '@hakiki/contract/disputes';
import { listLimits } from '@hakiki/contract/limits';
import type { ProposalId } from '@hakiki/contract/proposals-admin';
import { and, asc, count, eq, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/database.ts';
import { firstRow } from '../../../platform/db/find-one.ts';
import { filingIndicators } from '../../indicators/read-model.ts';
import { fraudAlerts } from '../../reports/alerts/read-model.ts';
import { proposals } from '../workflow/read-model.ts';
import { disputes } from './tables.ts';

export type DisputeRow = typeof disputes.$inferSelect;

/** An advisory lock that serialises new disputes about an indicator. */
export const lockKey = (tx: Db, key: Buffer) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`disputes/${key.toString('hex')}`}, 0))`);

/** The open disputes about the indicator, the lead first. Locks them, so that the lead is not decided meanwhile. */
export const lockOpen = (tx: Db, key: Buffer): Promise<DisputeId[]> =>
  tx
    .select({ id: disputes.id })
    .from(disputes)
    .where(and(eq(disputes.key, key), eq(disputes.status, 'pending')))
    .orderBy(sql`${disputes.leadId} is not null`, asc(disputes.createdAt))
    .limit(disputeRules.openPerThing)
    .for('update')
    .then((rows) => rows.map(({ id }) => id));

export async function wasDismissedRecently(tx: Db, key: Buffer): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from ${disputes} where ${disputes.key} = ${key} and ${disputes.status} = 'dismissed'
      and ${disputes.decidedAt} > now() - ${`${disputeRules.quietMonths} months`}::interval limit 1`);
  return rows.length > 0;
}

export const insertDispute = (tx: Db, dispute: typeof disputes.$inferInsert): Promise<DisputeRow> =>
  tx
    .insert(disputes)
    .values(dispute)
    .returning()
    .then(([inserted]) => inserted!);

export const findDispute = (db: Db, id: DisputeId) =>
  db.select().from(disputes).where(eq(disputes.id, id)).then(firstRow);

export const lockDispute = (tx: Db, id: DisputeId) =>
  tx.select().from(disputes).where(eq(disputes.id, id)).for('update').then(firstRow);

export const setOutcome = (tx: Db, id: DisputeId, status: DisputeOutcome, reason: string | null) =>
  tx
    .update(disputes)
    .set({ status, reason, decidedAt: sql`now()` })
    .where(eq(disputes.id, id));

/** The disputes that joined this one, oldest first. */
export const listJoined = (db: Db, leadId: DisputeId): Promise<DisputeId[]> =>
  db
    .select({ id: disputes.id })
    .from(disputes)
    .where(eq(disputes.leadId, leadId))
    .orderBy(asc(disputes.createdAt), asc(disputes.id))
    .limit(disputeRules.openPerThing)
    .then((rows) => rows.map(({ id }) => id));

const MAX_EARLIER = 50;

/** All disputes about the indicator, for its history. */
export const listIdsByKey = (db: Db, key: Buffer): Promise<DisputeId[]> =>
  db
    .select({ id: disputes.id })
    .from(disputes)
    .where(and(eq(disputes.key, key), sql`${disputes.leadId} is null`))
    .orderBy(sql`${disputes.createdAt} desc`)
    .limit(MAX_EARLIER)
    .then((rows) => rows.map(({ id }) => id));

/** Public alerts whose published text names it. */
export const listAlerts = (db: Db, key: Buffer): Promise<{ id: AlertId; title: string }[]> =>
  db
    .execute<{ id: AlertId; title: string }>(
      sql`
      select a.id, a.title from ${filingIndicators} named join ${fraudAlerts} a on a.id = named.filing_id
      where named.key = ${key} and not named.is_withheld and not named.is_from_answer and a.status = 'approved'
      order by a.id desc limit ${listLimits.lookup}`,
    )
    .then(({ rows }) => rows);

export interface AdminRow extends DisputeRow {
  joined: number;
  openProposalId: ProposalId | null;
}

const selectForAdmin = (db: Db) =>
  db
    .select({
      dispute: disputes,
      joined: sql<number>`(select count(*)::int from ${disputes} j where j.lead_id = ${disputes.id})`,
      openProposalId: proposals.id,
    })
    .from(disputes)
    .leftJoin(
      proposals,
      and(eq(proposals.subjectId, disputes.id), eq(proposals.state, 'open'), sql`${proposals.expiresAt} > now()`),
    );

const flattenRow = ({ dispute, ...rest }: { dispute: DisputeRow } & Omit<AdminRow, keyof DisputeRow>): AdminRow => ({
  ...dispute,
  ...rest,
});

export const findForAdmin = (db: Db, id: DisputeId): Promise<AdminRow | undefined> =>
  selectForAdmin(db)
    .where(eq(disputes.id, id))
    .then((rows) => rows.map(flattenRow)[0]);

const inState: Record<DisputeState, ReturnType<typeof sql>> = {
  open: sql`${disputes.status} = 'pending' and ${disputes.leadId} is null`,
  decided: sql`${disputes.status} <> 'pending' and ${disputes.leadId} is null`,
};
const orders: Record<DisputeState, ReturnType<typeof sql>> = {
  open: sql`${disputes.dueAt}, ${disputes.id}`,
  decided: sql`${disputes.decidedAt} desc, ${disputes.id} desc`,
};

export async function listForAdmin(
  db: Db,
  { state, limit, offset }: { state: DisputeState; limit: number; offset: number },
): Promise<{ rows: AdminRow[]; total: number }> {
  const rows = await selectForAdmin(db).where(inState[state]).orderBy(orders[state]).limit(limit).offset(offset);
  const [counted] = await db.select({ n: count() }).from(disputes).where(inState[state]);
  return { rows: rows.map(flattenRow), total: counted?.n ?? 0 };
}
