/**
 * Expires plans that are over and announces the end of others. Access does not depend on this job: it updates the row,
 * so that the counts by plan are right, the card is no longer charged, and the owner is notified. Each plan has its own
 * transaction, so that a failure does not stop the others.
 */
import type { UserId } from '@hakiki/contract/accounts';
import type { Log } from '../../../platform/log/log.ts';
import type { AccountDeps } from '../deps.ts';
import { enqueuePlanEmail } from './plan-emails.ts';
import * as plans from './plan-store.ts';
import type { OnPlanEnded } from './plans.ts';

interface Deps extends Pick<AccountDeps, 'database' | 'audit' | 'queue'> {
  log: Log;
  onPlanEnded: OnPlanEnded;
}

const BATCH_SIZE = 500;
/** The maximum number of batches per hourly run. */
const MAX_BATCHES = 40;

export function createPlanExpiry({ database, audit, queue, log, onPlanEnded }: Deps) {
  /** Skips a plan that was paid for meanwhile. Updates users last, because that locks the shared counts by plan. */
  const expire = (userId: UserId): Promise<void> =>
    database.transaction(async (tx) => {
      const plan = await plans.lockExpired(tx, userId);
      if (!plan) return;
      const { tier, endsAt } = plan;
      await onPlanEnded(tx, userId, 'expired');
      await audit.record(tx, {
        actor: { kind: 'system' },
        action: 'account.plan-ended',
        subject: userId,
        detail: { reason: 'expired', before: tier, endsAt: endsAt.toISOString() },
      });
      await enqueuePlanEmail(tx, queue, userId, 'ended', { endsAt, tier });
      await plans.setExpired(tx, userId);
    });

  const announce = (userId: UserId): Promise<void> =>
    database.transaction(async (tx) => {
      const plan = await plans.lockEnding(tx, userId);
      if (plan) await enqueuePlanEmail(tx, queue, userId, 'ending', plan);
    });

  /** A plan that fails is tried again an hour later, and does not stop the others. */
  async function processInBatches(
    listDue: () => Promise<UserId[]>,
    processUser: (userId: UserId) => Promise<void>,
  ): Promise<void> {
    for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
      const ids = await listDue();
      let failures = 0;
      for (const userId of ids) {
        await processUser(userId).catch((error: unknown) => {
          failures += 1;
          log.error({ err: error, userId }, 'plan expiry failed');
        });
      }
      if (ids.length < BATCH_SIZE || failures > 0) return;
    }
  }

  return {
    async processDue(): Promise<void> {
      await processInBatches(() => plans.listExpired(database.db, BATCH_SIZE), expire);
      await processInBatches(() => plans.listEnding(database.db, BATCH_SIZE), announce);
    },
  };
}
