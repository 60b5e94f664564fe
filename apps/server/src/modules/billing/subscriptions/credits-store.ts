import type { UserId } from '@hakiki/contract/accounts';
import { and, asc, eq, ne, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/database.ts';
import { referrals } from '../referrals/tables.ts';
import { ledgerAccounts, ledgerEntries, ledgerTransfers } from '../tables.ts';

const isUnposted = sql`not exists (select from ${ledgerTransfers}
  where ${ledgerTransfers.source} = 'referral' and ${ledgerTransfers.sourceId} = ${referrals.id}::text)`;

export const listUnpostedRewards = (tx: Db, userId: UserId) =>
  tx
    .select({
      id: referrals.id,
      rewardAmount: referrals.rewardAmount,
      completedAt: sql<Date>`coalesce(${referrals.completedAt}, ${referrals.createdAt})`.mapWith(referrals.createdAt),
    })
    .from(referrals)
    .where(and(eq(referrals.referrerId, userId), ne(referrals.status, 'pending'), isUnposted))
    .orderBy(asc(referrals.id))
    .limit(1000);

/** Users with rewards that are not posted yet. */
export const listUsersWithUnpostedRewards = (db: Db, limit: number) =>
  db
    .selectDistinct({ userId: referrals.referrerId })
    .from(referrals)
    .where(and(ne(referrals.status, 'pending'), isUnposted))
    .limit(limit);

export const readAvailable = async (db: Db, accountName: string, userId: UserId): Promise<number> => {
  const { rows } = await db.execute<{ n: number }>(sql`
    select (coalesce((select balance from ${ledgerAccounts} where name = ${accountName} and currency = 'CREDIT'), 0)
      + coalesce((select sum(reward_amount) from ${referrals}
          where referrer_id = ${userId} and status <> 'pending' and ${isUnposted}), 0))::int as n`);
  return rows[0]!.n;
};

export const readUsed = async (db: Db, accountName: string): Promise<number> => {
  const { rows } = await db.execute<{ n: number }>(sql`
    select coalesce(-sum(${ledgerEntries.amount}), 0)::int as n
    from ${ledgerEntries} join ${ledgerAccounts} on ${ledgerAccounts.id} = ${ledgerEntries.accountId}
      join ${ledgerTransfers} on ${ledgerTransfers.id} = ${ledgerEntries.transferId}
    where ${ledgerAccounts.name} = ${accountName} and ${ledgerTransfers.source} <> 'referral'`);
  return rows[0]!.n;
};
