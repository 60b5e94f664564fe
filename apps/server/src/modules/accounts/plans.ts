/** The plan of an account, given or ended by an administrator. Its sessions go on: what they may do is asked with each request. */
import type { UserId } from '@hakiki/contract/accounts';
import type { AdminUser, updateUser } from '@hakiki/contract/admin';
import type { BodyOf } from '@hakiki/contract/endpoint';
import type { Tier } from '@hakiki/contract/entitlements';
import { notFound } from '../../platform/app-error.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { DecisionsService } from '../decisions/service.ts';
import { presentAdminUser } from './admin-present.ts';
import * as store from './store.ts';

interface Needs {
  database: Database;
  decisions: Pick<DecisionsService, 'record'>;
}

export function createPlans({ database, decisions }: Needs) {
  async function lock(tx: Db, userId: UserId): Promise<store.PlanRow> {
    const user = await store.lockPlan(tx, userId);
    if (!user) throw notFound('USER_NOT_FOUND');
    return user;
  }

  /** Starts the plan anew, also where it is the one that there was. */
  async function give(tx: Db, actor: UserActor, userId: UserId, tier: Tier, reason?: string): Promise<AdminUser> {
    const { subscriptionTier: from } = await lock(tx, userId);
    const changed = await store.setPlan(tx, userId, tier);
    if (from !== tier) {
      await decisions.record(tx, { actor, subject: 'account', subjectId: userId, from, to: tier, reason });
    }
    return presentAdminUser(changed);
  }

  return {
    give,

    update: (
      actor: UserActor,
      userId: UserId,
      { subscriptionTier, reason }: BodyOf<typeof updateUser>,
    ): Promise<AdminUser> =>
      database.transaction(async (tx) => {
        const before = await lock(tx, userId);
        if (before.subscriptionTier === subscriptionTier) return presentAdminUser(before);
        return give(tx, actor, userId, subscriptionTier, reason);
      }),
  };
}
