/** The code with which somebody invites others: made once, and the same ever after. */
import { randomInt } from 'node:crypto';
import type { UserActor } from '../../platform/http/actor.ts';
import { violates } from '../../platform/db/constraint.ts';
import type { AccountNeeds } from './needs.ts';
import * as store from './store.ts';
import { byOwner } from './trail.ts';

/** Without what looks alike when it is read aloud or written down: 0 and O, 1, I and L. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
/** Short enough to be said on the phone; 31 to the 8th are too many to try. */
const LENGTH = 8;
const TRIES = 5;

const newCode = (): string => Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');

export function createReferralCodes({ database, audit }: Pick<AccountNeeds, 'database' | 'audit'>) {
  return {
    /** Two people at once may draw the same one. */
    async give({ user: { id } }: UserActor): Promise<{ referralCode: string }> {
      for (let tries = 1; ; tries += 1) {
        try {
          return await database.transaction(async (tx) => {
            const made = await store.setReferralCode(tx, id, newCode());
            const referralCode = made ?? (await store.readReferralCode(tx, id));
            if (!referralCode) throw new Error(`The account ${id} is gone.`);
            if (made) await audit.record(tx, byOwner(id, 'account.code-made'));
            return { referralCode };
          });
        } catch (error) {
          if (!violates(error, 'users_referral_code') || tries === TRIES) throw error;
        }
      }
    },
  };
}
