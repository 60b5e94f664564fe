/**
 * Work that outlives a request, kept in the same PostgreSQL: a job enqueued in a transaction exists exactly if the transaction
 * commits. The settings differ from the library's defaults so that a dead worker's job runs again within seconds.
 */
import { sql } from 'drizzle-orm';
import { fromDrizzle, PgBoss, type JobResult } from 'pg-boss';
import type { Db } from '../db/database.ts';
import type { Log } from '../log/log.ts';
import type { Job, JobHandler } from './job.ts';

export interface Jobs {
  enqueue: <Payload extends object>(tx: Db, job: Job<Payload>, payload: Payload) => Promise<void>;
  /** Starts working on these jobs, now and by their schedules. */
  work: (handlers: readonly JobHandler[]) => Promise<void>;
  /** Finishes what is under way. */
  stop: () => Promise<void>;
}

const queueOptions = { notify: true, heartbeatSeconds: 10, retryLimit: 5, retryDelay: 2, retryBackoff: true } as const;
const workOptions = {
  batchSize: 4,
  burstWhenBatchFull: true,
  pollingIntervalSeconds: 2,
  notifyPollingIntervalSeconds: 2,
  perJobResults: true,
} as const;
const LONGEST_WAIT_MS = 20_000;

export async function startJobs(databaseUrl: string, log: Log): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: 'hakiki-jobs',
    max: 4,
    useListenNotify: true,
    superviseIntervalSeconds: 2,
    monitorIntervalSeconds: 2,
  });
  boss.on('error', (error) => log.error({ err: error }, 'jobs failed'));
  await boss.start();

  const known = new Set<string>();
  const ensureQueue = async (name: string) => {
    if (known.has(name)) return;
    await boss.createQueue(name, queueOptions);
    known.add(name);
  };

  return {
    async enqueue(tx, job, payload) {
      await ensureQueue(job.name);
      await boss.send(job.name, payload, { db: fromDrizzle(tx, sql) });
    },

    async work(handlers) {
      for (const { name, schedule, run } of handlers) {
        await ensureQueue(name);
        await boss.work(name, workOptions, (batch) =>
          Promise.all(
            batch.map(async ({ id, data }): Promise<JobResult> => {
              try {
                await run(data);
                log.info({ job: name, id }, 'job done');
                return { id, status: 'completed' };
              } catch (error) {
                log.error({ job: name, id, err: error }, 'job failed');
                return { id, status: 'failed', output: { reason: 'see the log' } };
              }
            }),
          ),
        );
        if (schedule) await boss.schedule(name, schedule, {}, { tz: 'UTC' });
      }
    },

    stop: () => boss.stop({ graceful: true, timeout: LONGEST_WAIT_MS }),
  };
}
