/** Sign-up and verification of the email address. */
import { setTimeout as pause } from 'node:timers/promises';
import type { UserId } from '@hakiki/contract/accounts';
import type { SignUp } from '@hakiki/contract/sign-up';
import { accountLimits, existingAccountSignUps } from '@hakiki/contract/limits';
import { AppError } from '../../../platform/app-error.ts';
import { isConstraintViolation } from '../../../platform/db/constraint.ts';
import type { Db } from '../../../platform/db/database.ts';
import { toRateLimitKey } from '../../../platform/http/client-ip.ts';
import { uuidv7 } from '../../../platform/db/uuid.ts';
import { noticeEmail } from '../emails.ts';
import type { EmailedLinks } from './emailed-links.ts';
import type { AccountDeps } from '../deps.ts';
import { assertStrongPassword } from './passwords.ts';
import * as store from '../store.ts';
import { auditEntryByOwner } from '../audit-entries.ts';
import { hashToken } from './tokens.ts';

/** The end of the id is the bank reference and must be unique; two ids in four billion collide. */
const MAX_ID_TRIES = 5;
/** The minimum duration of requests that send an email, so that it does not reveal whether the account exists. */
const MIN_EMAIL_REQUEST_MS = 400;

/** Implemented by the referrals module. */
export interface ReferralHooks {
  onSignUpWithCode: (tx: Db, userId: UserId, code: string) => Promise<void>;
  onEmailVerified: (tx: Db, userId: UserId) => Promise<void>;
}

interface Deps extends AccountDeps {
  links: EmailedLinks;
  referralHooks: ReferralHooks;
}

export function createRegistration({ database, audit, queue, limiter, passwords, links, referralHooks }: Deps) {
  async function insertAccount(
    values: Parameters<typeof store.insertUser>[1],
    code: string | undefined,
  ): Promise<void> {
    await database.transaction(async (tx) => {
      const user = await store.insertUser(tx, values);
      if (!user) throw new AppError('EMAIL_TAKEN');
      await audit.record(tx, auditEntryByOwner(user.id, 'account.signed-up'));
      if (code) await referralHooks.onSignUpWithCode(tx, user.id, code);
      await links.send(tx, user.id, 'verify-email');
    });
  }

  async function createAccount({ password, confirmPassword: _, referralCode, ...person }: SignUp): Promise<void> {
    if (await store.findUserByEmail(database.db, person.email)) throw new AppError('EMAIL_TAKEN');
    const values = { ...person, passwordHash: await passwords.hash(password) };
    for (let tries = 1; ; tries += 1) {
      try {
        return await insertAccount({ ...values, id: uuidv7() }, referralCode);
      } catch (error) {
        if (!isConstraintViolation(error, 'users_bank_reference') || tries === MAX_ID_TRIES) throw error;
      }
    }
  }

  /** Sends at most one email a day, and none to an unverified address, which may belong to somebody else. */
  async function notifyOwner(email: string): Promise<void> {
    const user = await store.findUserByEmail(database.db, email);
    if (!user?.emailVerifiedAt) return;
    if (!(await limiter.isAllowed('signUpTriedMails', accountLimits.signUpTriedMails, user.id))) return;
    await queue.enqueue(database.db, noticeEmail.job, { userId: user.id, notice: 'sign-up-tried' });
  }

  return {
    async signUp(input: SignUp, peer: string) {
      const { password, confirmPassword: _, referralCode: __, ...person } = input;
      // Comes before the account lookup: otherwise a weak password would reveal, without creating an account, whether
      // the address has one.
      await assertStrongPassword(password, person);
      const attempt = await limiter.countAttempt('takenAddresses', existingAccountSignUps, toRateLimitKey(peer));
      if (!attempt.isAllowed) throw new AppError('RATE_LIMITED', { retryAfterSeconds: attempt.resetSeconds });
      try {
        await createAccount(input);
      } catch (error) {
        if (error instanceof AppError && error.code === 'EMAIL_TAKEN') await notifyOwner(person.email);
        throw error;
      }
      await attempt.refund();
      return {
        message: 'Account created successfully. Please check your email to verify your account.',
        email: person.email,
      };
    },

    async verifyEmail(token: string) {
      await database.transaction(async (tx) => {
        const found = await store.lockVerification(tx, hashToken(token));
        if (!found) throw new AppError('VERIFICATION_LINK_INVALID');
        // The token stays until it expires, so that opening the link again gives a helpful message.
        if (found.emailVerifiedAt) throw new AppError('EMAIL_ALREADY_VERIFIED');
        await store.setEmailVerified(tx, found.userId);
        await audit.record(tx, auditEntryByOwner(found.userId, 'account.email-verified'));
        await referralHooks.onEmailVerified(tx, found.userId);
      });
      return { message: 'Email verified successfully. You can now log in.' };
    },

    async resendVerification(email: string) {
      await withMinDuration(async () => {
        const user = await store.findUserByEmail(database.db, email);
        if (!user || user.emailVerifiedAt || !(await links.allowsEmailTo(email))) return;
        await database.transaction((tx) => links.send(tx, user.id, 'verify-email'));
      });
      return { message: 'Please check your inbox for the verification link.' };
    },

    async forgotPassword(email: string) {
      await withMinDuration(async () => {
        const user = await store.findUserByEmail(database.db, email);
        if (!user || !(await links.allowsEmailTo(email))) return;
        await database.transaction(async (tx) => {
          await links.send(tx, user.id, 'reset-password');
          await audit.record(tx, {
            actor: { kind: 'visitor' },
            action: 'account.password-reset-asked',
            subject: user.id,
          });
        });
      });
      return { message: 'If this address has an account, a link to choose a new password is on its way.' };
    },
  };
}

const withMinDuration = async (work: () => Promise<void>) => {
  await Promise.all([work(), pause(MIN_EMAIL_REQUEST_MS)]);
};
