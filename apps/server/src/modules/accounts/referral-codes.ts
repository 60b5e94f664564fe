/** The code with which a person invites others: created once, never changed. */
import { randomInt } from 'node:crypto';
import type { UserActor } from '../../platform/http/actor.ts';
import { isConstraintViolation } from '../../platform/db/constraint.ts';
import type { AccountNeeds } from './needs.ts';
import * as store from './store.ts';
import { byOwner } from './trail.ts';

/** Without characters that look alike: 0 and O, 1, I and L. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
/** Short enough for the phone; 31^8 codes are too many to guess. */
const LENGTH = 8;
const TRIES = 5;

const newCode = (): string => Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');

export function createReferralCodes({ database, audit }: Pick<AccountNeeds, 'database' | 'audit'>) {
  return {
    /** Tries again when two people draw the same code at the same time. */
    async give({ user: { id } }: UserActor): Promise<{ referralCode: string }> {
      for (let tries = 1; ; tries += 1) {
        try {
          return await database.transaction(async (tx) => {
            const made = await store.setReferralCode(tx, id, newCode());
            const referralCode = made ?? (await store.readReferralCode(tx, id));
            if (!referralCode) throw new Error(`The account ${id} no longer exists.`);
            if (made) await audit.record(tx, byOwner(id, 'account.code-made'));
            return { referralCode };
          });
        } catch (error) {
          if (!isConstraintViolation(error, 'users_referral_code') || tries === TRIES) throw error;
        }
      }
    },
  };
}
