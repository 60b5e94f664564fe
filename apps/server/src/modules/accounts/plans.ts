/** The plan of an account, given or ended by an administrator. Its sessions go on: what they may do is asked with each request. */
import type { UserId } from '@hakiki/contract/accounts';
import type { AdminUser, updateUser } from '@hakiki/contract/accounts-admin';
import type { BodyOf } from '@hakiki/contract/endpoint';
import type { Tier } from '@hakiki/contract/entitlements';
import type { Database, Db } from '../../platform/db/database.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { DecisionsService, Held } from '../decisions/service.ts';
import { presentAdminUser } from './admin-present.ts';
import * as store from './store.ts';

interface Needs {
  database: Database;
  decisions: Pick<DecisionsService, 'moderated'>;
}

interface Plan {
  subscriptionTier: Tier;
}

export function createPlans({ database, decisions }: Needs) {
  const life = decisions.moderated<store.PlanRow & Held, Plan, Partial<Plan>>({
    subject: 'account',
    unknown: 'USER_NOT_FOUND',
    undecided: null,
    async hold(tx, id) {
      const user = await store.lockAccount(tx, id);
      return user && { ...user, status: user.subscriptionTier };
    },
    compare: ({ subscriptionTier }, wanted) => (wanted.subscriptionTier === subscriptionTier ? {} : wanted),
    statusAfter: ({ subscriptionTier }, changed) => changed.subscriptionTier ?? subscriptionTier,
    set: (tx, { id }, { subscriptionTier }) => store.setPlan(tx, id, subscriptionTier!),
  });

  return {
    /** For what was paid: also where it is the plan that there was, it starts anew. */
    async give(tx: Db, actor: UserActor, userId: UserId, tier: Tier): Promise<void> {
      const { decisionId } = await life.attempt(tx, userId, { subscriptionTier: tier }, { actor });
      if (!decisionId) await store.setPlan(tx, userId, tier);
    },

    update: (
      actor: UserActor,
      userId: UserId,
      { subscriptionTier, reason }: BodyOf<typeof updateUser>,
    ): Promise<AdminUser> =>
      database.transaction(async (tx) => {
        const outcome = await life.attempt(tx, userId, { subscriptionTier }, { actor, reason });
        return { ...presentAdminUser(await life.hold(tx, userId)), ...outcome };
      }),
  };
}
