/** Administrators grant and revoke the moderator role; only the operator makes administrators. */
import type { UserId } from '@hakiki/contract/accounts';
import type { AdminUser, setUserRole } from '@hakiki/contract/accounts-admin';
import type { BodyOf } from '@hakiki/contract/endpoint';
import { AppError, notFound } from '../../../platform/app-error.ts';
import type { Database, Db } from '../../../platform/db/database.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Queue } from '../../../platform/jobs/jobs.ts';
import { toAuditActor, type AuditService } from '../../audit/service.ts';
import { presentAdminUser } from '../admin-present.ts';
import { noticeEmail } from '../emails.ts';
import * as store from '../store.ts';

/** Releases the claims of a person who loses a role. */
export type ReleaseClaims = (tx: Db, userId: UserId) => Promise<void>;

interface Deps {
  database: Database;
  queue: Pick<Queue, 'enqueue'>;
  audit: AuditService;
  releaseClaims: ReleaseClaims;
}

export const createRoles = ({ database, queue, audit, releaseClaims }: Deps) => ({
  /** Does nothing if the person already has the requested role. */
  set: (actor: UserActor, userId: UserId, { isModerator, reason }: BodyOf<typeof setUserRole>): Promise<AdminUser> =>
    database.transaction(async (tx) => {
      const user = await store.lockAccount(tx, userId);
      if (!user) throw notFound('USER_NOT_FOUND');
      if (user.isAdmin) throw new AppError('ROLE_OF_ADMINISTRATOR');
      if (user.isModerator === isModerator) return presentAdminUser(user);
      if (isModerator && !user.emailVerifiedAt) throw new AppError('ADDRESS_NOT_VERIFIED');
      await store.setRoles(tx, userId, { isModerator });
      // Deletes all sessions, because their permissions have changed.
      await store.deleteSessions(tx, userId);
      if (!isModerator) await releaseClaims(tx, userId);
      await audit.record(tx, {
        actor: toAuditActor(actor),
        action: isModerator ? 'account.role-granted' : 'account.role-revoked',
        subject: userId,
        reason,
        detail: { role: 'moderator' },
      });
      const notice = isModerator ? 'moderator-granted' : 'moderator-revoked';
      await queue.enqueue(tx, noticeEmail.job, { userId, notice });
      return presentAdminUser({ ...user, isModerator });
    }),
});
