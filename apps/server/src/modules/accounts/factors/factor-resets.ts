/**
 * Resets the second factor of a person who has lost it and all backup codes. An operator requests the reset after
 * checking the person's identity. The owner gets an email at once and has a day from then to stop it. Only then are the
 * factors and all sessions deleted.
 */
import { AppError } from '../../../platform/app-error.ts';
import { hashToken, type DerivedTokens } from '../../../platform/derived-token.ts';
import { factorResetEmail, noticeEmail } from '../emails.ts';
import type { AccountDeps } from '../deps.ts';
import * as store from './factor-resets-store.ts';
import { deleteAuthenticatorApp, deleteSessions, findUserByEmail, replaceBackupCodes } from '../store.ts';
import { auditEntryByOwner } from '../audit-entries.ts';

interface Deps extends Pick<AccountDeps, 'database' | 'audit' | 'queue'> {
  resetTokens: DerivedTokens;
}

export function createFactorResets({ database, audit, queue, resetTokens }: Deps) {
  /** Runs in its own transaction; a reset that was stopped meanwhile is not found. */
  const resetFactors = (id: string): Promise<void> =>
    database.transaction(async (tx) => {
      const userId = await store.deleteDue(tx, id);
      if (!userId) return;
      await deleteAuthenticatorApp(tx, userId);
      await replaceBackupCodes(tx, userId, []);
      await store.deletePasskeys(tx, userId);
      await deleteSessions(tx, userId);
      await audit.record(tx, { actor: { kind: 'system' }, action: 'account.factor-reset', subject: userId });
      await queue.enqueue(tx, noticeEmail.job, { userId, notice: 'factor-reset' });
    });

  return {
    request: (email: string, operator: string): Promise<'done' | 'pending' | 'none' | 'unknown'> =>
      database.transaction(async (tx) => {
        const user = await findUserByEmail(tx, email.toLowerCase());
        if (!user) return 'unknown';
        if (!(await store.hasFactor(tx, user.id))) return 'none';
        const resetId = await store.insertReset(tx, user.id, (id) => hashToken(resetTokens.derive(id)));
        if (!resetId) return 'pending';
        await audit.record(tx, {
          actor: { kind: 'operator', name: operator },
          action: 'account.factor-reset-asked',
          subject: user.id,
        });
        await queue.enqueue(tx, factorResetEmail.job, { resetId });
        return 'done';
      }),

    /** Works with the link in the owner's email, without a login. */
    stop: (token: string) =>
      database.transaction(async (tx) => {
        const userId = await store.deleteByToken(tx, hashToken(token));
        if (!userId) throw new AppError('LINK_INVALID');
        await audit.record(tx, auditEntryByOwner(userId, 'account.factor-reset-stopped'));
        return { message: 'Your second factor stays as it is.' };
      }),

    async processDue(): Promise<void> {
      for (const id of await store.listDue(database.db)) await resetFactors(id);
    },
  };
}
