/**
 * Credits of referrals. A reward becomes an entry of the ledger when it is first looked at, so that nothing is lost between the rooms:
 * who was invited is known to `referrals`, what was used to the ledger.
 */
import type { UserId } from '@hakiki/contract/accounts';
import { leastCardCents, premiumCents } from '@hakiki/contract/payment-values';
import type { Db } from '../../platform/db/database.ts';
import type { ReferralsService } from '../referrals/service.ts';
import * as store from './credits-store.ts';
import type { Ledger, Line } from './ledger.ts';

const CENTS_OF_A_CREDIT = 100;
const purseOf = (userId: UserId) => `credits:${userId}`;

/** How many it takes to pay so much. */
export const creditsWorth = (cents: number): number => cents / CENTS_OF_A_CREDIT;

/** What is left to pay, which is nothing or at least what a gateway takes. */
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
  async function collect(tx: Db, userId: UserId): Promise<void> {
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
    collect,

    available: (db: Db, userId: UserId): Promise<number> => store.readAvailable(db, purseOf(userId), userId),

    /** Under the lock of the person, so that the same credits are not counted on twice. */
    async has(tx: Db, userId: UserId, credits: number): Promise<boolean> {
      if (credits === 0) return true;
      await collect(tx, userId);
      return (await ledger.balanceOf(tx, purseOf(userId), 'CREDIT')) >= credits;
    },

    /** For the posting of the charge that they lower. */
    linesOf: (userId: UserId, credits: number): Line[] =>
      credits === 0
        ? []
        : [
            { account: purseOf(userId), currency: 'CREDIT', amount: -credits },
            { account: 'credits:used', currency: 'CREDIT', amount: credits },
          ],

    /** Rewards that were used up as a whole say so to whoever earned them. */
    async tellUsed(tx: Db, userId: UserId): Promise<void> {
      await referrals.spend(tx, userId, await store.readUsed(tx, purseOf(userId)));
    },
  };
}
