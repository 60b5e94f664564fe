/** People who invite others: their codes, whom they invited, and the credits it brought. */
import type { UserId } from '@hakiki/contract/accounts';
import type { QueryOf } from '@hakiki/contract/endpoint';
import type { listMyReferrals, Referral, ReferralStats } from '@hakiki/contract/referrals';
import { violates } from '../../platform/db/constraint.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { AuditService } from '../audit/service.ts';
import { newReferralCode } from './code.ts';
import * as store from './store.ts';

interface Needs {
  database: Database;
  audit: AuditService;
}

const CODE_TRIES = 5;

export type ReferralsService = ReturnType<typeof createReferralsService>;

export function createReferralsService({ database, audit }: Needs) {
  async function giveCode(id: UserId): Promise<string> {
    for (let tries = 1; ; tries += 1) {
      try {
        const given = await store.setCode(database.db, id, newReferralCode());
        const code = given ?? (await store.readCode(database.db, id));
        if (!code) throw new Error(`The account ${id} is gone.`);
        if (given)
          await audit.record(database.db, { actor: { kind: 'user', id }, action: 'account.code-made', subject: id });
        return code;
      } catch (error) {
        if (!violates(error, 'users_referral_code') || tries === CODE_TRIES) throw error;
      }
    }
  }

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

    getStats: ({ user }: UserActor): Promise<ReferralStats> => store.readStats(database.db, user.id),

    async listOwn({ user }: UserActor, { limit, offset }: QueryOf<typeof listMyReferrals>): Promise<Referral[]> {
      const rows = await store.listNewest(database.db, user.id, limit, offset);
      return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
    },

    generateCode: async ({ user }: UserActor) => ({ referralCode: await giveCode(user.id) }),
  };
}
