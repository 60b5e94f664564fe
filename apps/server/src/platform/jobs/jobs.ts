/**
 * Background jobs, stored in the same PostgreSQL: a job enqueued in a transaction exists exactly if the transaction
 * commits. The settings differ from pg-boss's defaults so that the job of a dead worker runs again within seconds.
 */
import { sql } from 'drizzle-orm';
import { fromDrizzle, type JobResult, type PgBoss } from 'pg-boss';
import type { Db } from '../db/database.ts';
import { uuidv7 } from '../db/uuid.ts';
import type { Log } from '../log/log.ts';
import { currentTraceparent, inSpan } from '../tracing/span.ts';
import { createQueueEnsurer, startBoss } from './boss.ts';
import type { Job, JobHandler, RetryPolicy } from './job.ts';

interface EnqueueOptions {
  /** Delays the start by this number of seconds. */
  afterSeconds?: number;
}

/** For a process that enqueues jobs. */
export interface Queue {
  enqueue: <Payload extends object>(
    tx: Db,
    job: Job<Payload>,
    payload: Payload,
    options?: EnqueueOptions,
  ) => Promise<void>;
  stop: () => Promise<void>;
}

export interface Jobs extends Queue {
  /** Starts the handlers, immediately and on their schedules. `stop` then finishes the running jobs. */
  work: (handlers: readonly JobHandler[]) => Promise<void>;
}

// Batches of one: jobs fetched together are also completed together, so if the worker died while one hangs, the others
// would run twice.
const workOptions = { batchSize: 1, pollingIntervalSeconds: 2, perJobResults: true } as const;
/**
 * A new job is announced at once; polling finds jobs that become due later, such as retries. Only one worker of a queue
 * polls often and wakes the others, and scheduled jobs can wait: when a hundred workers polled, an idle process was
 * busy.
 */
const POLL_SECONDS = 2;
const SLOW_POLL_SECONDS = 30;
const STOP_TIMEOUT_MS = 20_000;

export async function startJobs(databaseUrl: string, log: Log): Promise<Jobs> {
  const boss = await startBoss(log, {
    connectionString: databaseUrl,
    application_name: 'hakiki-jobs',
    max: 4,
    useListenNotify: true,
    superviseIntervalSeconds: 2,
    monitorIntervalSeconds: 2,
  });
  const ensureQueue = createQueueEnsurer(boss);

  return {
    async enqueue(tx, job, payload, options) {
      await ensureQueue(job.name);
      await sendJob(boss, tx, job, payload, options);
    },

    async work(handlers) {
      for (const handler of handlers) {
        const { name, schedule, retries, concurrency = 1 } = handler;
        await ensureQueue(name);
        const workerIds: string[] = [];
        for (let index = 0; index < concurrency; index += 1) {
          const pollsSlowly = schedule !== undefined || index > 0;
          const options = {
            ...workOptions,
            notifyPollingIntervalSeconds: pollsSlowly ? SLOW_POLL_SECONDS : POLL_SECONDS,
          };
          const workerId = await boss.work(name, options, async (batch) => {
            // Where one job was, there may be more: check at once instead of waiting for the next poll.
            for (const id of workerIds) boss.notifyWorker(id);
            return Promise.all(batch.map((fetched) => runJob(handler, fetched, log)));
          });
          workerIds.push(workerId);
        }
        if (schedule) await boss.schedule(name, schedule, {}, { tz: 'UTC', ...retryOptions(retries) });
      }
    },

    stop: () => boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS }),
  };
}

/**
 * For a process that only enqueues. It opens in the background as soon as the database is available, so that an outage
 * does not delay the start, and tries again when it is next needed. The named queues are created then, so that no
 * request has to.
 */
export function openQueue(
  databaseUrl: string,
  log: Log,
  jobs: readonly { name: string }[] = [],
  databaseReady: Promise<void> = Promise.resolve(),
): Queue {
  const open = async () => {
    const boss = await startBoss(log, {
      connectionString: databaseUrl,
      application_name: 'hakiki-queue',
      max: 1,
      supervise: false,
      schedule: false,
    });
    const ensureQueue = createQueueEnsurer(boss);
    for (const { name } of jobs) await ensureQueue(name);
    return { boss, ensureQueue };
  };
  let opening: ReturnType<typeof open> | undefined;
  const ensureOpen = () =>
    (opening ??= open().catch((error: unknown) => {
      opening = undefined;
      throw error;
    }));
  databaseReady.then(
    () => ensureOpen().catch((error: unknown) => log.error({ err: error }, 'queue not open yet')),
    () => undefined,
  );

  return {
    async enqueue(tx, job, payload, options) {
      const { boss, ensureQueue } = await ensureOpen();
      await ensureQueue(job.name);
      await sendJob(boss, tx, job, payload, options);
    },
    async stop() {
      const { boss } = (await opening?.catch(() => undefined)) ?? {};
      await boss?.stop();
    },
  };
}

async function sendJob<Payload extends object>(
  boss: PgBoss,
  tx: Db,
  job: Job<Payload>,
  payload: Payload,
  { afterSeconds }: EnqueueOptions = {},
) {
  const traceparent = currentTraceparent();
  await boss.send(job.name, traceparent ? { ...payload, traceparent } : payload, {
    id: uuidv7(),
    db: fromDrizzle(tx, sql),
    ...(afterSeconds && { startAfter: afterSeconds }),
    ...retryOptions(job.retries),
  });
}

/** Set with each job instead of the queue, so that a changed definition applies from the next job on. */
const retryOptions = (retries: RetryPolicy | undefined) =>
  retries && {
    retryLimit: retries.limit,
    retryDelay: retries.initialDelaySeconds,
    retryDelayMax: retries.maxDelaySeconds,
    retryBackoff: true,
  };

interface FetchedJob {
  id: string;
  data: unknown;
}

function runJob({ name, run }: JobHandler, { id, data }: FetchedJob, log: Log): Promise<JobResult> {
  const { traceparent, ...payload } = { ...(data as object | null) } as { traceparent?: unknown };
  const parent = () => (typeof traceparent === 'string' ? traceparent : undefined);
  return inSpan({ name: `job ${name}`, kind: 'consumer', parent }, async (updateSpan) => {
    try {
      await run(payload, { id });
      log.info({ job: name, id }, 'job done');
      return { id, status: 'completed' };
    } catch (error) {
      updateSpan({ isFailed: true });
      log.error({ job: name, id, err: error }, 'job failed');
      return { id, status: 'failed', output: { reason: 'see the log' } };
    }
  });
}
