import type { UserId } from '@hakiki/contract/accounts';
import { referralReward } from '@hakiki/contract/referral-values';
import type { ReferralId, ReferralStats } from '@hakiki/contract/referrals';
import type { ReferralReviewId } from '@hakiki/contract/referrals-admin';
import { type AnyColumn, and, asc, desc, eq, inArray, ne, notExists, type SQL, sql } from 'drizzle-orm';
import { readPendingPage, type PendingPage } from '../../../platform/db/by-age.ts';
import type { Db } from '../../../platform/db/database.ts';
import { users } from '../../accounts/read-model.ts';
import { heldReferrals, referralReviews, referrals } from './tables.ts';

/** Locks the inviter, so that two invitations of one inviter are checked one after the other. */
export const lockInviter = (tx: Db, code: string) =>
  tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.referralCode, code))
    .for('no key update')
    .then((rows) => rows[0]?.id);

export const findInviterName = (db: Db, code: string) =>
  db
    .select({ firstName: users.firstName })
    .from(users)
    .where(eq(users.referralCode, code))
    .then((rows) => rows[0]?.firstName ?? null);

/** Addresses with a plus suffix reach the same mailbox, and Gmail ignores dots. */
const mailboxSql = (email: SQL): SQL => sql`
  case when split_part(${email}, '@', 2) in ('gmail.com', 'googlemail.com')
    then replace(split_part(split_part(${email}, '@', 1), '+', 1), '.', '') || '@gmail.com'
    else split_part(split_part(${email}, '@', 1), '+', 1) || '@' || split_part(${email}, '@', 2) end`;

/** Inserts nothing when the mailbox belongs to the inviter or to a person whom they have invited before. */
export const insertReferral = (tx: Db, id: ReferralId, referrerId: UserId, referredUserId: UserId) =>
  tx.execute(sql`
    insert into ${referrals} (id, referrer_id, referred_user_id)
    select ${id}, ${referrerId}, friend.id from ${users} friend
    where friend.id = ${referredUserId} and friend.id <> ${referrerId} and not exists (
      select from ${users} known
      where (known.id = ${referrerId}
          or known.id in (select referred_user_id from ${referrals} where referrer_id = ${referrerId}))
        and ${mailboxSql(sql`known.email`)} = ${mailboxSql(sql`friend.email`)}
    )`);

/** The pending invitation of this person; locks the inviter, so that their referrals are counted one by one. */
export const lockInvitation = (tx: Db, referredUserId: UserId) =>
  tx
    .select({ id: referrals.id, referrerId: referrals.referrerId })
    .from(referrals)
    .innerJoin(users, eq(users.id, referrals.referrerId))
    .where(and(eq(referrals.referredUserId, referredUserId), eq(referrals.status, 'pending')))
    .for('no key update', { of: users })
    .then((rows) => rows[0]);

const completeWhere = (tx: Db, condition: SQL) =>
  tx
    .update(referrals)
    .set({ status: 'completed', rewardAmount: referralReward, completedAt: sql`now()` })
    .where(and(condition, eq(referrals.status, 'pending')));

export const completeReferral = (tx: Db, id: ReferralId) => completeWhere(tx, eq(referrals.id, id));

/** Counts rewards without a review. A reward that an administrator approved does not count against the next one. */
export const countUnreviewed = (tx: Db, referrerId: UserId) =>
  tx
    .select({
      inDay: sql<number>`(count(*) filter (where ${referrals.completedAt} > now() - interval '1 day'))::int`,
      inWeek: sql<number>`count(*)::int`,
    })
    .from(referrals)
    .where(
      and(
        eq(referrals.referrerId, referrerId),
        sql`${referrals.completedAt} > now() - interval '7 days'`,
        notExists(tx.select().from(heldReferrals).where(eq(heldReferrals.referralId, referrals.id))),
      ),
    )
    .then((rows) => rows[0]!);

/** The inviter is locked, so there is at most one open review. */
export async function findOrOpenReview(tx: Db, referrerId: UserId): Promise<ReferralReviewId> {
  const isOpen = and(eq(referralReviews.referrerId, referrerId), eq(referralReviews.status, 'pending'));
  const [open] = await tx.select({ id: referralReviews.id }).from(referralReviews).where(isOpen).for('update');
  if (open) return open.id;
  const [opened] = await tx.insert(referralReviews).values({ referrerId }).returning({ id: referralReviews.id });
  return opened!.id;
}

export const addToReview = (tx: Db, referralId: ReferralId, reviewId: ReferralReviewId) =>
  tx.insert(heldReferrals).values({ referralId, reviewId }).onConflictDoNothing();

const referralsInReviewSql = (reviewId: AnyColumn) =>
  sql`${referrals} r join ${heldReferrals} h on h.referral_id = r.id and h.review_id = ${reviewId}`;

const selectReviews = (db: Db) =>
  db
    .select({
      id: referralReviews.id,
      userId: users.id,
      email: users.email,
      status: referralReviews.status,
      createdAt: referralReviews.createdAt,
      held: sql<number>`(select count(*)::int from ${referralsInReviewSql(referralReviews.id)})`,
      counted: sql<number>`(select count(*)::int from ${referrals} c
        where c.referrer_id = ${referralReviews.referrerId} and c.status <> 'pending')`,
      friends: sql<{ email: string | null; joinedAt: string }[]>`(
        select coalesce(json_agg(json_build_object('email', newest.email, 'joinedAt', newest.created_at)), '[]')
        from (
          select friend.email, r.created_at from ${referralsInReviewSql(referralReviews.id)}
          left join ${users} friend on friend.id = r.referred_user_id
          order by r.created_at desc, r.id desc limit 20
        ) newest)`,
    })
    .from(referralReviews)
    .innerJoin(users, eq(users.id, referralReviews.referrerId))
    .$dynamic();

export type ReviewRow = Awaited<ReturnType<typeof selectReviews>>[number];

export const listOpenReviews = (db: Db, page: PendingPage) =>
  readPendingPage(
    db,
    selectReviews(db),
    { table: referralReviews, isPending: eq(referralReviews.status, 'pending') },
    page,
  );

export const lockReview = (tx: Db, id: ReferralReviewId): Promise<ReviewRow | undefined> =>
  selectReviews(tx)
    .where(eq(referralReviews.id, id))
    .for('update', { of: referralReviews })
    .then((rows) => rows[0]);

export async function decideReview(tx: Db, id: ReferralReviewId, status: 'approved' | 'rejected') {
  await tx
    .update(referralReviews)
    .set({ status, decidedAt: sql`now()` })
    .where(eq(referralReviews.id, id));
  if (status === 'rejected') return;
  const heldIds = tx.select({ id: heldReferrals.referralId }).from(heldReferrals).where(eq(heldReferrals.reviewId, id));
  await completeWhere(tx, inArray(referrals.id, heldIds));
}

export const setCredited = (tx: Db, referrerId: UserId, n: number) =>
  tx
    .update(referrals)
    .set({ status: 'credited' })
    .where(
      and(
        eq(referrals.status, 'completed'),
        inArray(
          referrals.id,
          tx
            .select({ id: referrals.id })
            .from(referrals)
            .where(and(eq(referrals.referrerId, referrerId), ne(referrals.status, 'pending')))
            .orderBy(asc(referrals.completedAt), asc(referrals.id))
            .limit(n),
        ),
      ),
    );

export const readStats = (db: Db, referrerId: UserId): Promise<ReferralStats> =>
  db
    .select({
      totalReferrals: sql<number>`count(*)::int`,
      completedReferrals: sql<number>`(count(*) filter (where ${referrals.status} <> 'pending'))::int`,
      pendingReferrals: sql<number>`(count(*) filter (where ${referrals.status} = 'pending'))::int`,
      totalRewards: sql<number>`coalesce(sum(${referrals.rewardAmount}), 0)::int`,
    })
    .from(referrals)
    .where(eq(referrals.referrerId, referrerId))
    .then((rows) => rows[0]!);

export const listNewest = (db: Db, referrerId: UserId, limit: number, offset: number) =>
  db
    .select({
      id: referrals.id,
      referredUserId: referrals.referredUserId,
      createdAt: referrals.createdAt,
      status: referrals.status,
      rewardAmount: referrals.rewardAmount,
    })
    .from(referrals)
    .where(eq(referrals.referrerId, referrerId))
    .orderBy(desc(referrals.createdAt), desc(referrals.id))
    .limit(limit)
    .offset(offset);
