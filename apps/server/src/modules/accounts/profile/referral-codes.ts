/** The code with which a person invites others: created once, never changed. */
import { randomInt } from 'node:crypto';
import type { UserActor } from '../../../platform/http/actor.ts';
import { isConstraintViolation } from '../../../platform/db/constraint.ts';
import type { AccountDeps } from '../deps.ts';
import * as store from '../store.ts';
import { auditEntryByOwner } from '../audit-entries.ts';

/** Without characters that look alike: 0 and O, 1, I and L. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
/** Short enough for the phone; 31^8 codes are too many to guess. */
const CODE_LENGTH = 8;
const MAX_TRIES = 5;

const generateCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

export function createReferralCodes({ database, audit }: Pick<AccountDeps, 'database' | 'audit'>) {
  return {
    /** Tries again when two people draw the same code at the same time. */
    async getOrCreate({ user: { id } }: UserActor): Promise<{ referralCode: string }> {
      for (let tries = 1; ; tries += 1) {
        try {
          return await database.transaction(async (tx) => {
            const newReferralCode = await store.setReferralCode(tx, id, generateCode());
            const referralCode = newReferralCode ?? (await store.readReferralCode(tx, id));
            if (!referralCode) throw new Error(`The account ${id} no longer exists.`);
            if (newReferralCode) await audit.record(tx, auditEntryByOwner(id, 'account.code-made'));
            return { referralCode };
          });
        } catch (error) {
          if (!isConstraintViolation(error, 'users_referral_code') || tries === MAX_TRIES) throw error;
        }
      }
    },
  };
}
