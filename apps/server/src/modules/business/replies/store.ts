import type { BusinessId } from '@hakiki/contract/business';
import type { ProviderId } from '@hakiki/contract/directory';
import type { Answerable, NewReply, OwnReply, ReplyId } from '@hakiki/contract/replies';
import type { ModeratedReply } from '@hakiki/contract/replies-admin';
import { type ReplyList, replyRules } from '@hakiki/contract/reply-values';
import { retention } from '@hakiki/contract/retention';
import { and, desc, eq, inArray, isNull, lt, ne, sql, type SQL } from 'drizzle-orm';
import { isoTimeSql } from '../../../platform/db/columns.ts';
import type { Db } from '../../../platform/db/database.ts';
import { findOne } from '../../../platform/db/find-one.ts';
import { fraudAlerts } from '../../reports/alerts/read-model.ts';
import { businesses } from '../tables.ts';
import { providers } from '../../directory/read-model.ts';
import { reports } from '../../reports/issues/read-model.ts';
import { reviews } from '../../reviews/read-model.ts';
import { businessReplies } from './tables.ts';

export const findListing = (db: Db, businessId: BusinessId): Promise<ProviderId | undefined> =>
  db
    .select({ providerId: businesses.providerId })
    .from(businesses)
    .where(eq(businesses.id, businessId))
    .then((rows) => rows[0]?.providerId ?? undefined);

export const listWritten = (db: Db, businessId: BusinessId, limit: number) =>
  db
    .select({
      kind: businessReplies.kind,
      subjectId: businessReplies.subjectId,
      text: businessReplies.text,
      status: businessReplies.status,
      createdAt: businessReplies.createdAt,
    })
    .from(businessReplies)
    .where(eq(businessReplies.businessId, businessId))
    .orderBy(desc(businessReplies.createdAt), desc(businessReplies.id))
    .limit(limit);

const isoTimeColumn = (moment: string) => sql.raw(isoTimeSql(moment));

/**
 * Everything public about a provider that its business can reply to. Filters by provider, and by subject id if given,
 * in each part, so that each uses an index.
 */
const answerable = (providerId: SQL, subjectId?: SQL) => {
  const onlySubject = (column: string) => (subjectId ? sql`and ${sql.raw(column)} = ${subjectId}` : sql``);
  const excerpt = (text: string) => sql.raw(`left(${text}, ${replyRules.excerpt})`);
  return sql`(
    select 'provider' as kind, p.id as "subjectId", null as title, p.verification_status as verdict, null as "reportType",
      null::smallint as rating, ${excerpt(`array_to_string(p.flagged_reasons, E'\\n')`)} as excerpt, null as "saidAt"
    from ${providers} p where p.id = ${providerId} and p.review_state = 'approved' ${onlySubject('p.id')}
    union all
    select 'alert', a.id, a.title, null, null, null, ${excerpt('a.description')},
      ${isoTimeColumn('coalesce(a.published_at, a.decided_at, a.created_at)')}
    from ${fraudAlerts} a where a.affected_provider_id = ${providerId} and a.status = 'approved' ${onlySubject('a.id')}
    union all
    select 'report', r.id, null, null, r.report_type, null, ${excerpt('r.description')},
      ${isoTimeColumn('coalesce(r.decided_at, r.created_at)')}
    from ${reports} r where r.provider_id = ${providerId} and r.is_public ${onlySubject('r.id')}
    union all
    select 'review', v.id, null, null, null, v.rating, ${excerpt('v.experience')},
      ${isoTimeColumn('coalesce(v.decided_at, v.created_at)')}
    from ${reviews} v where v.provider_id = ${providerId} and v.status = 'approved' ${onlySubject('v.id')}
  )`;
};

const ownReplySql = sql.raw(`json_build_object(
  'id', y.id, 'text', y.text, 'language', y.language, 'status', y.status, 'reason', y.reason,
  'createdAt', ${isoTimeSql('y.created_at')}, 'dueAt', ${isoTimeSql('y.due_at')},
  'isOverdue', y.status = 'pending' and y.due_at < now())`);

const latestReplySql = (providerId: ProviderId, condition: SQL) => sql`(
  select ${ownReplySql} from ${businessReplies} y
  where y.provider_id = ${providerId} and y.subject_id = s."subjectId" and y.ended_at is null and ${condition}
  order by y.created_at desc, y.id desc limit 1)`;

type AnswerableRow = Answerable & { total: number } & Record<string, unknown>;

const columnsWithReplies = (providerId: ProviderId) => sql`
  s.*, ${latestReplySql(providerId, sql`y.status = 'approved'`)} as published,
  ${latestReplySql(providerId, sql`y.status <> 'approved'`)} as latest`;

export async function listAnswerable(
  db: Db,
  providerId: ProviderId,
  { of, limit, offset }: { of: ReplyList; limit: number; offset: number },
): Promise<{ rows: (Answerable & { published: OwnReply | null })[]; total: number }> {
  const { rows } = await db.execute<AnswerableRow>(sql`
    select ${columnsWithReplies(providerId)} from ${answerable(sql`${providerId}`)} s
    where (s.kind = 'review') = ${of === 'reviews'}
    order by s.kind = 'provider' desc, s."saidAt" desc, s."subjectId" desc limit ${limit} offset ${offset}`);
  const counted = await findOne<{ n: number }>(
    db,
    sql`select count(*)::int as n from ${answerable(sql`${providerId}`)} s
      where (s.kind = 'review') = ${of === 'reviews'}`,
  );
  return { rows, total: counted?.n ?? 0 };
}

export async function findAnswerable(
  db: Db,
  providerId: ProviderId,
  { kind, subjectId }: Pick<NewReply, 'kind' | 'subjectId'>,
): Promise<Answerable | undefined> {
  const { rows } = await db.execute<AnswerableRow>(sql`
    select ${columnsWithReplies(providerId)} from ${answerable(sql`${providerId}`, sql`${subjectId}`)} s where s.kind = ${kind}`);
  return rows[0];
}

/** Serialises versions of one reply until the end of the transaction. */
export const lockSubject = (tx: Db, subjectId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('reply to ' || ${subjectId}::text, 0))`);

const isOpenReplyTo = (providerId: ProviderId, subjectId: string) =>
  and(
    eq(businessReplies.providerId, providerId),
    eq(businessReplies.subjectId, subjectId),
    isNull(businessReplies.endedAt),
  );

/** A replaced version cannot be decided; versions that were never public are deleted. */
export const deleteUnpublished = (tx: Db, providerId: ProviderId, subjectId: string) =>
  tx.delete(businessReplies).where(and(isOpenReplyTo(providerId, subjectId), ne(businessReplies.status, 'approved')));

export const insertReply = (tx: Db, reply: typeof businessReplies.$inferInsert): Promise<ReplyId> =>
  tx
    .insert(businessReplies)
    .values(reply)
    .returning({ id: businessReplies.id })
    .then((rows) => rows[0]!.id);

const lockedColumns = {
  id: businessReplies.id,
  businessId: businessReplies.businessId,
  providerId: businessReplies.providerId,
  subjectId: businessReplies.subjectId,
  status: businessReplies.status,
  text: businessReplies.text,
  createdAt: businessReplies.createdAt,
};

/** Finds only a reply that has not ended. */
export const lockReply = (tx: Db, id: ReplyId) =>
  tx
    .select(lockedColumns)
    .from(businessReplies)
    .where(and(eq(businessReplies.id, id), isNull(businessReplies.endedAt)))
    .for('update')
    .then((rows) => rows[0]);

export type LockedReply = NonNullable<Awaited<ReturnType<typeof lockReply>>>;

export const setText = (tx: Db, id: ReplyId, text: string) =>
  tx.update(businessReplies).set({ text }).where(eq(businessReplies.id, id));

export const deleteReply = (tx: Db, id: ReplyId) => tx.delete(businessReplies).where(eq(businessReplies.id, id));

export const endReply = (tx: Db, id: ReplyId) =>
  tx
    .update(businessReplies)
    .set({ endedAt: sql`now()` })
    .where(eq(businessReplies.id, id));

/** Ends the version that a newer one replaces. */
export const endPublished = (tx: Db, { providerId, subjectId }: LockedReply) =>
  tx
    .update(businessReplies)
    .set({ endedAt: sql`now()` })
    .where(and(isOpenReplyTo(providerId, subjectId), eq(businessReplies.status, 'approved')));

const DELETE_BATCH_SIZE = 500;

/** Deletes one batch of expired rejected replies; returns their number. */
export async function deleteExpiredRejected(db: Db): Promise<number> {
  const expiredIds = db
    .select({ id: businessReplies.id })
    .from(businessReplies)
    .where(
      and(
        eq(businessReplies.status, 'rejected'),
        lt(businessReplies.decidedAt, sql`now() - ${`${retention.refusedReplies.days} days`}::interval`),
      ),
    )
    .limit(DELETE_BATCH_SIZE);
  const deletedRows = await db
    .delete(businessReplies)
    .where(inArray(businessReplies.id, expiredIds))
    .returning({ id: businessReplies.id });
  return deletedRows.length;
}

export type ReplyDecisionColumns = Partial<Pick<typeof businessReplies.$inferInsert, 'status' | 'reason'>>;

export const setDecision = (tx: Db, id: ReplyId, verdict: ReplyDecisionColumns) =>
  tx
    .update(businessReplies)
    .set({ ...verdict, decidedAt: sql`now()` })
    .where(eq(businessReplies.id, id));

/**
 * Replies with their subject. The subject must be public, and a pending reply must belong to the business that has the
 * listing today.
 */
const fromOpenReplies = sql`
  from ${businessReplies} y
  join ${providers} listing on listing.id = y.provider_id
  cross join lateral ${answerable(sql`y.provider_id`, sql`y.subject_id`)} s
  where y.ended_at is null and s.kind = y.kind and (y.status <> 'pending' or exists (
    select from ${businesses} b where b.id = y.business_id and b.provider_id = y.provider_id))`;

const moderatedColumns = sql.raw(`
  y.id, y.provider_id as "providerId", listing.name as "providerName", s.*, y.text, y.language, y.reason, y.status,
  ${isoTimeSql('y.created_at')} as "createdAt", ${isoTimeSql('y.due_at')} as "dueAt",
  y.status = 'pending' and y.due_at < now() as "isOverdue"`);

export async function listModerated(
  db: Db,
  { status, limit, offset }: { status: 'pending' | 'approved'; limit: number; offset: number },
): Promise<{ rows: ModeratedReply[]; total: number }> {
  const order = sql.raw(status === 'pending' ? 'y.due_at, y.id' : 'y.decided_at desc, y.id desc');
  const fromWithStatus = sql`${fromOpenReplies} and y.status = ${status}`;
  const { rows } = await db.execute<ModeratedReply & Record<string, unknown>>(
    sql`select ${moderatedColumns} ${fromWithStatus} order by ${order} limit ${limit} offset ${offset}`,
  );
  const counted = await findOne<{ n: number }>(db, sql`select count(*)::int as n ${fromWithStatus}`);
  return { rows, total: counted?.n ?? 0 };
}

export const findModerated = (db: Db, id: ReplyId): Promise<ModeratedReply | undefined> =>
  findOne<ModeratedReply & Record<string, unknown>>(
    db,
    sql`select ${moderatedColumns} ${fromOpenReplies} and y.id = ${id}`,
  );

export const countOverdue = (db: Db): Promise<number> =>
  findOne<{ n: number }>(
    db,
    sql`select count(*)::int as n ${fromOpenReplies} and y.status = 'pending' and y.due_at < now()`,
  ).then((counted) => counted?.n ?? 0);
