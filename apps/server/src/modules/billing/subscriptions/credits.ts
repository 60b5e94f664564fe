/** Referral credits: `referrals` stores who was invited, the ledger what was used. Rewards are posted on first read. */
import type { UserId } from '@hakiki/contract/accounts';
import { minCardCents, premiumCents } from '@hakiki/contract/payment-values';
import type { Db } from '../../../platform/db/database.ts';
import type { ReferralsService } from '../referrals/service.ts';
import * as store from './credits-store.ts';
import type { Ledger, Line } from '../ledger/ledger.ts';

const CENTS_PER_CREDIT = 100;
const creditAccountOf = (userId: UserId) => `credits:${userId}`;

export const centsToCredits = (cents: number): number => cents / CENTS_PER_CREDIT;

/** The amount to pay after credits: zero or at least the gateway's minimum. */
export function computeCharge(credits: number): { amountCents: number; creditsUsed: number } {
  const coveredCents = Math.min(credits * CENTS_PER_CREDIT, premiumCents);
  const remainingCents = premiumCents - coveredCents;
  const amountCents = remainingCents === 0 ? 0 : Math.max(remainingCents, minCardCents);
  return { amountCents, creditsUsed: centsToCredits(premiumCents - amountCents) };
}

interface Deps {
  ledger: Ledger;
  referrals: Pick<ReferralsService, 'markCredited'>;
}

export type Credits = ReturnType<typeof createCredits>;

export function createCredits({ ledger, referrals }: Deps) {
  async function postRewards(tx: Db, userId: UserId): Promise<void> {
    for (const { id, rewardAmount, completedAt } of await store.listUnpostedRewards(tx, userId)) {
      await ledger.post(tx, {
        source: 'referral',
        sourceId: id,
        eventAt: completedAt,
        lines: [
          { account: creditAccountOf(userId), currency: 'CREDIT', amount: rewardAmount },
          { account: 'credits:issued', currency: 'CREDIT', amount: -rewardAmount },
        ],
      });
    }
  }

  return {
    postRewards,

    readAvailable: (db: Db, userId: UserId): Promise<number> =>
      store.readAvailable(db, creditAccountOf(userId), userId),

    /** Call it under the lock of the user, so that the same credits are not used twice. */
    async hasCredits(tx: Db, userId: UserId, credits: number): Promise<boolean> {
      if (credits === 0) return true;
      await postRewards(tx, userId);
      return (await ledger.balanceOf(tx, creditAccountOf(userId), 'CREDIT')) >= credits;
    },

    /** For the posting of the charge that the credits lower. */
    toLedgerLines: (userId: UserId, credits: number): Line[] =>
      credits === 0
        ? []
        : [
            { account: creditAccountOf(userId), currency: 'CREDIT', amount: -credits },
            { account: 'credits:used', currency: 'CREDIT', amount: credits },
          ],

    /** Marks rewards that are fully used, so that the referrer sees it. */
    async markRewardsSpent(tx: Db, userId: UserId): Promise<void> {
      await referrals.markCredited(tx, userId, await store.readUsed(tx, creditAccountOf(userId)));
    },
  };
}
