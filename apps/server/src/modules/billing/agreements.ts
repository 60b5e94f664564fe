/** Ends what charges a card, whichever way a plan ends: asked for here, done by a job until the gateway says that it has ended. */
import type { UserId } from '@hakiki/contract/accounts';
import * as z from 'zod';
import type { Database, Db } from '../../platform/db/database.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import type { Queue } from '../../platform/jobs/jobs.ts';
import * as store from './agreements-store.ts';
import type { Gateway } from './gateway.ts';
import { noteDifference } from './notices-store.ts';

/** About four days; the hourly look begins anew with what is left. */
export const endAgreementJob = defineJob({
  name: 'billing.end-agreement',
  payload: z.object({ agreementId: z.uuid() }),
  retries: { limit: 400, firstPauseSeconds: 5, longestPauseSeconds: 900 },
});

const BATCH = 500;

interface Needs {
  database: Database;
  queue: Pick<Queue, 'enqueue'>;
  gateway: Gateway;
}

export type Agreements = ReturnType<typeof createAgreements>;

export function createAgreements({ database, queue, gateway }: Needs) {
  async function end(tx: Db, of: Parameters<typeof store.askEnd>[1], reason: store.EndReason): Promise<void> {
    for (const { id } of await store.askEnd(tx, of, reason)) {
      await queue.enqueue(tx, endAgreementJob, { agreementId: id });
    }
  }

  return {
    end,

    endOf: (tx: Db, userId: UserId, reason: store.EndReason) => end(tx, { userId }, reason),

    /** Idempotent: one that has ended is not asked about again. */
    async endAtGateway({ agreementId }: { agreementId: string }): Promise<void> {
      const agreement = await store.find(database.db, agreementId);
      if (!agreement?.token || agreement.status !== 'ending') return;
      await gateway.cancel(agreement.token);
      const { status } = await gateway.lookup(agreement.token);
      if (status !== 'ended') throw new Error(`The gateway says that agreement ${agreementId} is ${status}.`);
      await store.setEnded(database.db, agreementId);
    },

    /** What should have ended a day ago is somebody's to look at; the job goes on all the same. */
    async lookAfterEndings(): Promise<void> {
      for (const { id, userId, isLate } of await store.listEnding(database.db, BATCH)) {
        if (!isLate) continue;
        await database.transaction(async (tx) => {
          await noteDifference(tx, {
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
