/** Ends card agreements: requests the end here, and a job repeats the request until the gateway confirms it. */
import type { UserId } from '@hakiki/contract/accounts';
import * as z from 'zod';
import type { Database, Db } from '../../../platform/db/database.ts';
import { defineJob } from '../../../platform/jobs/job.ts';
import type { Queue } from '../../../platform/jobs/jobs.ts';
import * as store from './agreements-store.ts';
import type { Gateway } from '../payments/gateway.ts';
import { recordDifference } from '../payments/notices-store.ts';

/** Retries for about four days; the hourly check enqueues the remaining ones again. */
export const endAgreementJob = defineJob({
  name: 'billing.end-agreement',
  payload: z.object({ agreementId: z.uuid() }),
  retries: { limit: 400, initialDelaySeconds: 5, maxDelaySeconds: 900 },
});

const BATCH_SIZE = 500;

interface Deps {
  database: Database;
  queue: Pick<Queue, 'enqueue'>;
  gateway: Gateway;
}

export type Agreements = ReturnType<typeof createAgreements>;

export function createAgreements({ database, queue, gateway }: Deps) {
  async function requestEnd(
    tx: Db,
    target: Parameters<typeof store.markEnding>[1],
    reason: store.EndReason,
  ): Promise<void> {
    for (const { id } of await store.markEnding(tx, target, reason)) {
      await queue.enqueue(tx, endAgreementJob, { agreementId: id });
    }
  }

  return {
    requestEnd,

    requestEndForUser: (tx: Db, userId: UserId, reason: store.EndReason) => requestEnd(tx, { userId }, reason),

    /** Idempotent: an agreement that has ended is skipped. */
    async cancelAtGateway({ agreementId }: { agreementId: string }): Promise<void> {
      const agreement = await store.findById(database.db, agreementId);
      if (!agreement?.token || agreement.status !== 'ending') return;
      await gateway.cancel(agreement.token);
      const { status } = await gateway.lookup(agreement.token);
      if (status !== 'ended') throw new Error(`The gateway says that agreement ${agreementId} is ${status}.`);
      await store.setEnded(database.db, agreementId);
    },

    /** An agreement that has not ended after a day is recorded for staff; the job continues to retry. */
    async retryLateCancellations(): Promise<void> {
      for (const { id, userId, isLate } of await store.listEnding(database.db, BATCH_SIZE)) {
        if (!isLate) continue;
        await database.transaction(async (tx) => {
          await recordDifference(tx, {
            kind: 'cancel-refused',
            subject: id,
            detail: 'The gateway has not said for a day that this agreement has ended.',
            userId,
          });
          await queue.enqueue(tx, endAgreementJob, { agreementId: id });
        });
      }
    },
  };
}
