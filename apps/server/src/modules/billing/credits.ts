/** Referral credits: `referrals` stores who was invited, the ledger what was used. Rewards are posted on first read. */
import type { UserId } from '@hakiki/contract/accounts';
import { leastCardCents, premiumCents } from '@hakiki/contract/payment-values';
import type { Db } from '../../platform/db/database.ts';
import type { ReferralsService } from '../referrals/service.ts';
import * as store from './credits-store.ts';
import type { Ledger, Line } from './ledger.ts';

const CENTS_OF_A_CREDIT = 100;
const purseOf = (userId: UserId) => `credits:${userId}`;

export const creditsWorth = (cents: number): number => cents / CENTS_OF_A_CREDIT;

/** The amount to pay after credits: zero or at least the gateway's minimum. */
export function chargeAfter(credits: number): { amountCents: number; creditsUsed: number } {
  const covered = Math.min(credits * CENTS_OF_A_CREDIT, premiumCents);
  const rest = premiumCents - covered;
  const amountCents = rest === 0 ? 0 : Math.max(rest, leastCardCents);
  return { amountCents, creditsUsed: creditsWorth(premiumCents - amountCents) };
}

interface Needs {
  ledger: Ledger;
  referrals: Pick<ReferralsService, 'spend'>;
}

export type Credits = ReturnType<typeof createCredits>;

export function createCredits({ ledger, referrals }: Needs) {
  async function postRewards(tx: Db, userId: UserId): Promise<void> {
    for (const { id, rewardAmount, completedAt } of await store.listUncollected(tx, userId)) {
      await ledger.post(tx, {
        source: 'referral',
        sourceId: id,
        eventAt: completedAt,
        lines: [
          { account: purseOf(userId), currency: 'CREDIT', amount: rewardAmount },
          { account: 'credits:issued', currency: 'CREDIT', amount: -rewardAmount },
        ],
      });
    }
  }

  return {
    postRewards,

    available: (db: Db, userId: UserId): Promise<number> => store.readAvailable(db, purseOf(userId), userId),

    /** Call it under the lock of the user, so that the same credits are not used twice. */
    async has(tx: Db, userId: UserId, credits: number): Promise<boolean> {
      if (credits === 0) return true;
      await postRewards(tx, userId);
      return (await ledger.balanceOf(tx, purseOf(userId), 'CREDIT')) >= credits;
    },

    /** For the posting of the charge that the credits lower. */
    linesOf: (userId: UserId, credits: number): Line[] =>
      credits === 0
        ? []
        : [
            { account: purseOf(userId), currency: 'CREDIT', amount: -credits },
            { account: 'credits:used', currency: 'CREDIT', amount: credits },
          ],

    /** Marks rewards that are fully used, so that the referrer sees it. */
    async tellUsed(tx: Db, userId: UserId): Promise<void> {
      await referrals.spend(tx, userId, await store.readUsed(tx, purseOf(userId)));
    },
  };
}
