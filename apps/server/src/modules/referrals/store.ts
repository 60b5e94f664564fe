import type { UserId } from '@hakiki/contract/accounts';
import { referralReward } from '@hakiki/contract/referral-values';
import type { ReferralId, ReferralStats } from '@hakiki/contract/referrals';
import { and, asc, desc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import { users } from '../accounts/tables.ts';
import { referrals } from './tables.ts';

/** Locked, so that two invitations of one inviter are looked at one after the other. */
export const lockInviter = (tx: Db, code: string) =>
  tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.referralCode, code))
    .for('no key update')
    .then((rows) => rows[0]?.id);

/** What stands behind a plus reaches the same mailbox, and Gmail does not see dots. */
const mailboxOf = (email: SQL): SQL => sql`
  case when split_part(${email}, '@', 2) in ('gmail.com', 'googlemail.com')
    then replace(split_part(split_part(${email}, '@', 1), '+', 1), '.', '') || '@gmail.com'
    else split_part(split_part(${email}, '@', 1), '+', 1) || '@' || split_part(${email}, '@', 2) end`;

/** Nothing when the mailbox is the inviter's own, or of somebody whom they have invited before. */
export const insertReferral = (tx: Db, id: ReferralId, referrerId: UserId, referredUserId: UserId) =>
  tx.execute(sql`
    insert into ${referrals} (id, referrer_id, referred_user_id)
    select ${id}, ${referrerId}, friend.id from ${users} friend
    where friend.id = ${referredUserId} and friend.id <> ${referrerId} and not exists (
      select from ${users} known
      where (known.id = ${referrerId}
          or known.id in (select referred_user_id from ${referrals} where referrer_id = ${referrerId}))
        and ${mailboxOf(sql`known.email`)} = ${mailboxOf(sql`friend.email`)}
    )`);

/** Those that wait for the address of this person: none, or one. */
export const completeOf = (tx: Db, referredUserId: UserId) =>
  tx
    .update(referrals)
    .set({ status: 'completed', rewardAmount: referralReward, completedAt: sql`now()` })
    .where(and(eq(referrals.referredUserId, referredUserId), eq(referrals.status, 'pending')));

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
