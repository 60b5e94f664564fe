import type { UserId } from '@hakiki/contract/accounts';
import type { ProposalId } from '@hakiki/contract/proposals-admin';
import { appealRules, type AppealId, type AppealOutcome, type AppealState } from '@hakiki/contract/appeals';
import { and, count, eq, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/database.ts';
import { firstRow } from '../../../platform/db/find-one.ts';
import { users } from '../../accounts/read-model.ts';
import { fraudAlerts } from '../../reports/alerts/read-model.ts';
import { decisions, proposals, publicVersions } from '../workflow/read-model.ts';
import { reports } from '../../reports/issues/read-model.ts';
import { appeals } from './tables.ts';

export type AppealRow = typeof appeals.$inferSelect;

const VERDICT_LOCK = 4_715_013;

/** An advisory lock that serialises new appeals, so that the limit of open ones holds under concurrency. */
export const lockVerdict = (tx: Db, subjectId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(${VERDICT_LOCK}, hashtext(${subjectId}))`);

const isOpen = eq(appeals.status, 'pending');

export const countOpen = (tx: Db, subjectId: string): Promise<number> =>
  tx
    .select({ n: count() })
    .from(appeals)
    .where(and(eq(appeals.subjectId, subjectId), isOpen))
    .then((rows) => rows[0]?.n ?? 0);

export interface AppealNotice {
  appealSince: Date | null;
  /** Null when it was long ago, or when the verdict was decided again since. */
  dismissedAt: Date | null;
}

/** The notice on the page of the verdict; a recent dismissal suppresses it for new appeals. */
export async function findNotice(tx: Db, subjectId: string): Promise<AppealNotice> {
  const [found] = await tx
    .select({
      appealSince: sql`min(${appeals.createdAt}) filter (where ${isOpen} and ${appeals.isNoticed})`.mapWith(
        appeals.createdAt,
      ),
      dismissedAt: sql`max(${appeals.decidedAt}) filter (
        where ${appeals.status} = 'dismissed' and ${appeals.decidedAt} > now() - ${`${appealRules.quietMonths} months`}::interval
          and not exists (
            select from ${decisions} d where d.subject_id = ${subjectId} and d.created_at > ${appeals.decidedAt}
          ))`.mapWith(appeals.createdAt),
    })
    .from(appeals)
    .where(eq(appeals.subjectId, subjectId));
  return { appealSince: found?.appealSince ?? null, dismissedAt: found?.dismissedAt ?? null };
}

export const insertAppeal = (tx: Db, appeal: typeof appeals.$inferInsert): Promise<AppealRow> =>
  tx
    .insert(appeals)
    .values(appeal)
    .returning()
    .then(([inserted]) => inserted!);

export const findAppeal = (db: Db, id: AppealId) => db.select().from(appeals).where(eq(appeals.id, id)).then(firstRow);

/** Lock the subject first, to prevent deadlocks. */
export const lockAppeal = (tx: Db, id: AppealId) =>
  tx.select().from(appeals).where(eq(appeals.id, id)).for('update').then(firstRow);

export const setOutcome = (tx: Db, id: AppealId, status: AppealOutcome, reason: string | null) =>
  tx
    .update(appeals)
    .set({ status, reason, decidedAt: sql`now()` })
    .where(eq(appeals.id, id));

export const setProposal = (tx: Db, id: AppealId, proposalId: ProposalId, proposedOutcome: AppealOutcome) =>
  tx.update(appeals).set({ proposalId, proposedOutcome }).where(eq(appeals.id, id));

export const listDependingOn = (tx: Db, proposalId: ProposalId) =>
  tx
    .select({ id: appeals.id, outcome: appeals.proposedOutcome })
    .from(appeals)
    .where(and(eq(appeals.proposalId, proposalId), isOpen))
    .orderBy(appeals.id);

/** True when the public statement has changed since the appeal arrived. */
export async function hasChangedSince(db: Db, id: AppealId): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from ${appeals} x join ${publicVersions} v on v.subject_id = x.subject_id and v.created_at > x.created_at
    where x.id = ${id} limit 1`);
  return rows.length > 0;
}

const MAX_MERGED = 10_000;

/**
 * Users who have decided or confirmed anything about the verdict of the appeal `x`: about the subject, about content
 * merged into it, and about other appeals against it. A change that two people agreed on after the appeal arrived does
 * not count; otherwise nobody could close an appeal that led to it.
 */
const involvedUsers = sql`
  select by.id from (
    select x.subject_id as id
    union all
    (select a.id from ${fraudAlerts} a where a.merged_into = x.subject_id limit ${MAX_MERGED})
    union all
    (select r.id from ${reports} r where r.fraud_alert_id = x.subject_id limit ${MAX_MERGED})
    union all
    select other.id from ${appeals} other where other.subject_id = x.subject_id and other.id <> x.id
  ) about
    join ${decisions} d on d.subject_id = about.id
    cross join lateral (values (d.decided_by), (d.confirmed_by)) by (id)
  where by.id is not null and not (d.created_at > x.created_at and d.confirmed_by is not null)`;

export async function hasDecidedBefore(tx: Db, id: AppealId, userId: UserId): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from ${appeals} x where x.id = ${id} and ${userId} in (${involvedUsers})`);
  return rows.length > 0;
}

/** No administrator with a confirmed email address may decide it. */
const isStuck = sql`
  not exists (
    select from ${users} u where u.is_admin and u.email_verified_at is not null and u.id not in (${involvedUsers})
  )`;

export interface AdminRow extends AppealRow {
  openProposalId: ProposalId | null;
  isOwnVerdict: boolean;
  isStuck: boolean;
}

const adminColumns = {
  appeal: appeals,
  openProposalId: proposals.id,
};

/** Provides the appeal of a query under the alias `x`, which `involvedUsers` expects. */
const withAppealAsX = (expression: ReturnType<typeof sql>) => sql`
  (select ${expression} from (select ${appeals.id} as id, ${appeals.subjectId} as subject_id, ${appeals.createdAt} as created_at) x)`;

const selectForAdmin = (db: Db, viewer: UserId) =>
  db
    .select({
      ...adminColumns,
      isOwnVerdict: sql<boolean>`${withAppealAsX(sql`${viewer}::uuid in (${involvedUsers})`)}`,
      isStuck: sql<boolean>`${appeals.status} = 'pending' and ${withAppealAsX(isStuck)}`,
    })
    .from(appeals)
    .leftJoin(
      proposals,
      and(
        eq(proposals.id, appeals.proposalId),
        eq(proposals.state, 'open'),
        sql`${proposals.expiresAt} > now()`,
        isOpen,
      ),
    );

const flattenRow = ({ appeal, ...rest }: { appeal: AppealRow } & Omit<AdminRow, keyof AppealRow>): AdminRow => ({
  ...appeal,
  ...rest,
});

export const findForAdmin = (db: Db, id: AppealId, viewer: UserId): Promise<AdminRow | undefined> =>
  selectForAdmin(db, viewer)
    .where(eq(appeals.id, id))
    .then((rows) => rows.map(flattenRow)[0]);

const inState: Record<AppealState, ReturnType<typeof sql>> = {
  open: sql`${appeals.status} = 'pending'`,
  decided: sql`${appeals.status} <> 'pending'`,
};
const orders: Record<AppealState, ReturnType<typeof sql>> = {
  open: sql`${appeals.dueAt}, ${appeals.id}`,
  decided: sql`${appeals.decidedAt} desc, ${appeals.id} desc`,
};

export async function listForAdmin(
  db: Db,
  viewer: UserId,
  { state, limit, offset }: { state: AppealState; limit: number; offset: number },
): Promise<{ rows: AdminRow[]; total: number }> {
  const rows = await selectForAdmin(db, viewer)
    .where(inState[state])
    .orderBy(orders[state])
    .limit(limit)
    .offset(offset);
  const [counted] = await db.select({ n: count() }).from(appeals).where(inState[state]);
  return { rows: rows.map(flattenRow), total: counted?.n ?? 0 };
}

export const listIdsBySubject = (db: Db, subjectId: string): Promise<AppealId[]> =>
  db
    .select({ id: appeals.id })
    .from(appeals)
    .where(eq(appeals.subjectId, subjectId))
    .limit(200)
    .then((rows) => rows.map(({ id }) => id));

const MAX_REPORTED = 50;

/** Returns overdue or stuck appeals and marks them as reported to the operator; repeated every week. */
export const markReported = (tx: Db): Promise<AppealId[]> =>
  tx
    .execute<{ id: AppealId }>(
      sql`
      update ${appeals} set operator_notified_at = now()
      where id in (
        select x.id from ${appeals} x
        where x.status = 'pending' and (x.operator_notified_at is null or x.operator_notified_at < now() - interval '7 days')
          and (x.due_at < now() or ${isStuck})
        order by x.due_at limit ${MAX_REPORTED}
      )
      returning id`,
    )
    .then(({ rows }) => rows.map(({ id }) => id));

export interface TroubledRow {
  id: AppealId;
  subject: AppealRow['subject'];
  subjectTitle: string;
  isOverdue: boolean;
  isStuck: boolean;
}

/** Those of the given appeals that are still overdue or stuck when the email is sent. */
export const listTroubled = (db: Db, ids: readonly AppealId[]): Promise<TroubledRow[]> =>
  db
    .execute<{ [Key in keyof TroubledRow]: TroubledRow[Key] }>(
      sql`
      select t.* from (
        select x.id, x.subject, x.subject_title as "subjectTitle", x.due_at < now() as "isOverdue", ${isStuck} as "isStuck", x.due_at
        from ${appeals} x where x.id = any(${sql.param(ids)}::uuid[]) and x.status = 'pending'
      ) t where t."isOverdue" or t."isStuck" order by t.due_at limit ${MAX_REPORTED}`,
    )
    .then(({ rows }) => rows);
