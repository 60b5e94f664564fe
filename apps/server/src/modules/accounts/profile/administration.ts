/** Commands of the operator, run on the server's command line: no API call can create an administrator. */
import type { UserId } from '@hakiki/contract/accounts';
import type { Language } from '@hakiki/contract/site';
import type { Database, Db } from '../../../platform/db/database.ts';
import type { Queue } from '../../../platform/jobs/jobs.ts';
import type { AuditService } from '../../audit/service.ts';
import { buildLinkUrl, noticeEmail } from '../emails.ts';
import type { EmailedLinks } from '../auth/emailed-links.ts';
import type { Passwords } from '../auth/passwords.ts';
import type { ReleaseClaims } from './roles.ts';
import * as store from '../store.ts';

/** Where TEST_ADMINISTRATOR is on, this administrator exists. The password is public; the admin login page shows it. */
export const testAdmin = { email: 'admin@hakiki.example', password: 'verify-before-trust' } as const;

interface Deps {
  database: Database;
  queue: Pick<Queue, 'enqueue'>;
  audit: AuditService;
  links: EmailedLinks;
  passwords: Passwords;
  publicUrl: string;
  releaseClaims: ReleaseClaims;
}

export function createAdministration({ database, queue, audit, links, passwords, publicUrl, releaseClaims }: Deps) {
  type Outcome = 'done' | 'unchanged' | 'unknown';

  /** Deletes all sessions, because their permissions have changed. */
  async function setRole(
    tx: Db,
    userId: UserId,
    { role, isGranted, operator }: { role: 'admin' | 'moderator'; isGranted: boolean; operator: string },
  ): Promise<Outcome> {
    // An administrator needs no other role, and a former administrator keeps none.
    await store.setRoles(tx, userId, { isAdmin: isGranted, isModerator: false });
    await store.deleteSessions(tx, userId);
    if (!isGranted) await releaseClaims(tx, userId);
    await audit.record(tx, {
      actor: { kind: 'operator', name: operator },
      action: isGranted ? 'account.role-granted' : 'account.role-revoked',
      subject: userId,
      detail: { role },
    });
    return 'done';
  }

  return {
    /**
     * Somebody who does not own the address may have created the account and chosen its password and factors. So the
     * address must be verified, all credentials are deleted, and an emailed link is the only way to log in again.
     */
    grant: (email: string, operator: string): Promise<Outcome | 'unverified'> =>
      database.transaction(async (tx) => {
        const user = await store.findUserByEmail(tx, email.toLowerCase());
        if (!user) return 'unknown';
        if (user.isAdmin) return 'unchanged';
        if (!user.emailVerifiedAt) return 'unverified';
        await store.deleteCredentials(tx, user.id);
        await queue.enqueue(tx, noticeEmail.job, { userId: user.id, notice: 'administrator-granted' });
        await links.send(tx, user.id, 'reset-password');
        return setRole(tx, user.id, { role: 'admin', isGranted: true, operator });
      }),

    /** Revokes either role, so that in an emergency the operator need not know which one it is. */
    revoke: (email: string, operator: string): Promise<Outcome> =>
      database.transaction(async (tx) => {
        const user = await store.findUserByEmail(tx, email.toLowerCase());
        if (!user) return 'unknown';
        if (!user.isAdmin && !user.isModerator) return 'unchanged';
        const role = user.isAdmin ? 'admin' : 'moderator';
        if (!user.isAdmin) await queue.enqueue(tx, noticeEmail.job, { userId: user.id, notice: 'moderator-revoked' });
        return setRole(tx, user.id, { role, isGranted: false, operator });
      }),

    /** Creates a verified account without a password and returns the link with which its owner chooses one. */
    async create(email: string, operator: string, language: Language = 'en'): Promise<string | undefined> {
      return database.transaction(async (tx) => {
        const values = { email: email.toLowerCase(), isAdmin: true, emailVerifiedAt: new Date(), language };
        const user = await store.insertUser(tx, values);
        if (!user) return undefined;
        await audit.record(tx, {
          actor: { kind: 'operator', name: operator },
          action: 'account.role-granted',
          subject: user.id,
          detail: { role: 'admin', isNew: true },
        });
        const token = await links.createToken(tx, user.id, 'reset-password');
        return buildLinkUrl(publicUrl, language, 'reset-password', token);
      });
    },

    /** Creates or deletes the test administrator, so that a database copied from elsewhere follows the setting. */
    async ensureTestAdmin(isEnabled: boolean): Promise<void> {
      const existing = await store.findUserByEmail(database.db, testAdmin.email);
      if (!isEnabled) {
        if (existing) await store.deleteUser(database.db, existing.id);
        return;
      }
      if (existing) return;
      const passwordHash = await passwords.hash(testAdmin.password);
      await store.insertUser(database.db, {
        email: testAdmin.email,
        firstName: 'Test',
        lastName: 'Admin',
        passwordHash,
        isAdmin: true,
        emailVerifiedAt: new Date(),
      });
    },
  };
}
