/** Who invited whom, and the credits it brought. */
import type { UserId } from '@hakiki/contract/accounts';
import { referralReward } from '@hakiki/contract/referral-values';
import type { QueryOf } from '@hakiki/contract/endpoint';
import type { listMyReferrals, Referral, ReferralStats } from '@hakiki/contract/referrals';
import type { Database, Db } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import * as store from './store.ts';

interface Needs {
  database: Database;
}

export type ReferralsService = ReturnType<typeof createReferralsService>;

export function createReferralsService({ database }: Needs) {
  return {
    /** Somebody signs up with a code. Unknown codes count for nothing, nor does a second mailbox of somebody who was counted. */
    async invited(tx: Db, userId: UserId, code: string): Promise<void> {
      const inviterId = await store.lockInviter(tx, code);
      if (inviterId) await store.insertReferral(tx, uuidv7(), inviterId, userId);
    },

    /** Their address is theirs: whoever invited them has earned the reward. */
    joined: async (tx: Db, userId: UserId): Promise<void> => {
      await store.completeOf(tx, userId);
    },

    /** So many credits were used in all: the rewards that this uses up, oldest first, have been credited. */
    spend: async (tx: Db, userId: UserId, credits: number): Promise<void> => {
      await store.setCredited(tx, userId, Math.floor(credits / referralReward));
    },

    getStats: ({ user }: UserActor): Promise<ReferralStats> => store.readStats(database.db, user.id),

    async listOwn({ user }: UserActor, { limit, offset }: QueryOf<typeof listMyReferrals>): Promise<Referral[]> {
      const rows = await store.listNewest(database.db, user.id, limit, offset);
      return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
    },
  };
}
