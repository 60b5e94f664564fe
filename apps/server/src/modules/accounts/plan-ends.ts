/**
 * Expires plans that are over and announces the end of others. Access does not depend on this job: it updates the row,
 * so that the counts by plan are right, the card is no longer charged, and the owner is notified. Each plan has its own
 * transaction, so that a failure does not stop the others.
 */
import type { UserId } from '@hakiki/contract/accounts';
import type { Log } from '../../platform/log/log.ts';
import type { AccountNeeds } from './needs.ts';
import { tellPlan } from './plan-letters.ts';
import * as plans from './plan-store.ts';
import type { PlanEnded } from './plans.ts';

interface Needs extends Pick<AccountNeeds, 'database' | 'audit' | 'queue'> {
  log: Log;
  planEnded: PlanEnded;
}

const AT_ONCE = 500;
/** The maximum number of batches per hourly run. */
const ROUNDS = 40;

export function createPlanEnds({ database, audit, queue, log, planEnded }: Needs) {
  /** Skips a plan that was paid for meanwhile. Updates users last, because that locks the shared counts by plan. */
  const end = (userId: UserId): Promise<void> =>
    database.transaction(async (tx) => {
      const plan = await plans.lockOver(tx, userId);
      if (!plan) return;
      const { tier, endsAt } = plan;
      await planEnded(tx, userId, 'expired');
      await audit.record(tx, {
        actor: { kind: 'system' },
        action: 'account.plan-ended',
        subject: userId,
        detail: { reason: 'expired', before: tier, endsAt: endsAt.toISOString() },
      });
      await tellPlan(tx, queue, userId, 'ended', { endsAt, tier });
      await plans.setOver(tx, userId);
    });

  const announce = (userId: UserId): Promise<void> =>
    database.transaction(async (tx) => {
      const plan = await plans.lockEnding(tx, userId);
      if (plan) await tellPlan(tx, queue, userId, 'ending', plan);
    });

  /** A plan that fails is tried again an hour later, and does not stop the others. */
  async function each(list: () => Promise<UserId[]>, carryOut: (userId: UserId) => Promise<void>): Promise<void> {
    for (let round = 0; round < ROUNDS; round += 1) {
      const ids = await list();
      let failures = 0;
      for (const userId of ids) {
        await carryOut(userId).catch((error: unknown) => {
          failures += 1;
          log.error({ err: error, userId }, 'plan expiry failed');
        });
      }
      if (ids.length < AT_ONCE || failures > 0) return;
    }
  }

  return {
    async carryOutDue(): Promise<void> {
      await each(() => plans.listOver(database.db, AT_ONCE), end);
      await each(() => plans.listEnding(database.db, AT_ONCE), announce);
    },
  };
}
