import type { Database, Db } from '../db/database.ts';
import type { Job } from './job.ts';
import type { Queue } from './jobs.ts';

interface Deps {
  database: Database;
  queue: Pick<Queue, 'enqueue'>;
}

const BATCH_SIZE = 500;

/** Enqueues a job for everything that `claim` marks as done; a claim and its jobs are one transaction. */
export async function enqueueBatches<Payload extends object>(
  { database, queue }: Deps,
  job: Job<Payload>,
  claim: (tx: Db, limit: number) => Promise<Payload[]>,
): Promise<void> {
  for (;;) {
    const count = await database.transaction(async (tx) => {
      const payloads = await claim(tx, BATCH_SIZE);
      for (const payload of payloads) await queue.enqueue(tx, job, payload);
      return payloads.length;
    });
    if (count < BATCH_SIZE) return;
  }
}
