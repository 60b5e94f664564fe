/** Administrators grant and revoke the moderator role; only the operator makes administrators. */
import type { UserId } from '@hakiki/contract/accounts';
import type { AdminUser, setUserRole } from '@hakiki/contract/accounts-admin';
import type { BodyOf } from '@hakiki/contract/endpoint';
import { AppError, notFound } from '../../platform/app-error.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Queue } from '../../platform/jobs/jobs.ts';
import { actorOf, type AuditService } from '../audit/service.ts';
import { presentAdminUser } from './admin-present.ts';
import { noticeLetter } from './letters.ts';
import * as store from './store.ts';

/** Releases the claims of a person who loses a role. */
export type LayDown = (tx: Db, userId: UserId) => Promise<void>;

interface Needs {
  database: Database;
  queue: Pick<Queue, 'enqueue'>;
  audit: AuditService;
  layDown: LayDown;
}

export const createRoles = ({ database, queue, audit, layDown }: Needs) => ({
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
      if (!isModerator) await layDown(tx, userId);
      await audit.record(tx, {
        actor: actorOf(actor),
        action: isModerator ? 'account.role-granted' : 'account.role-revoked',
        subject: userId,
        reason,
        detail: { role: 'moderator' },
      });
      const notice = isModerator ? 'moderator-granted' : 'moderator-revoked';
      await queue.enqueue(tx, noticeLetter.job, { userId, notice });
      return presentAdminUser({ ...user, isModerator });
    }),
});
