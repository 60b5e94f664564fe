/**
 * Work that outlives a request, kept in the same PostgreSQL: a job enqueued in a transaction exists exactly if the transaction
 * commits. The settings differ from the library's defaults so that a dead worker's job runs again within seconds.
 */
import { sql } from 'drizzle-orm';
import { fromDrizzle, type JobResult, type PgBoss } from 'pg-boss';
import type { Db } from '../db/database.ts';
import { uuidv7 } from '../db/uuid.ts';
import type { Log } from '../log/log.ts';
import { currentTraceparent, inSpan } from '../tracing/span.ts';
import { createQueueKeeper, startBoss } from './boss.ts';
import type { Job, JobHandler, Retries } from './job.ts';

interface Start {
  /** Not before so many seconds have passed. */
  afterSeconds?: number;
}

/** The side of whoever needs work done. */
export interface Queue {
  enqueue: <Payload extends object>(tx: Db, job: Job<Payload>, payload: Payload, options?: Start) => Promise<void>;
  stop: () => Promise<void>;
}

export interface Jobs extends Queue {
  /** Starts working on these jobs, now and by their schedules. Stopping then finishes what is under way. */
  work: (handlers: readonly JobHandler[]) => Promise<void>;
}

// Batches of one: jobs fetched together are also marked as done together, so if the worker died while one hangs, the others would
// run twice.
const workOptions = { batchSize: 1, pollingIntervalSeconds: 2, perJobResults: true } as const;
/**
 * What is enqueued is notified of at once; polling finds what becomes due later, a retry or a postponed job. One place of a queue
 * looks for it and wakes the others, and what runs by a schedule can wait: a hundred places that all poll made an idle worker busy.
 */
const POLL_SECONDS = 2;
const SELDOM_POLL_SECONDS = 30;
const LONGEST_WAIT_MS = 20_000;

export async function startJobs(databaseUrl: string, log: Log): Promise<Jobs> {
  const boss = await startBoss(log, {
    connectionString: databaseUrl,
    application_name: 'hakiki-jobs',
    max: 4,
    useListenNotify: true,
    superviseIntervalSeconds: 2,
    monitorIntervalSeconds: 2,
  });
  const ensureQueue = createQueueKeeper(boss);

  return {
    async enqueue(tx, job, payload, options) {
      await ensureQueue(job.name);
      await send(boss, tx, job, payload, options);
    },

    async work(handlers) {
      for (const handler of handlers) {
        const { name, schedule, retries, atOnce = 1 } = handler;
        await ensureQueue(name);
        const places: string[] = [];
        for (let place = 0; place < atOnce; place += 1) {
          const isSeldom = schedule !== undefined || place > 0;
          const options = {
            ...workOptions,
            notifyPollingIntervalSeconds: isSeldom ? SELDOM_POLL_SECONDS : POLL_SECONDS,
          };
          const workerId = await boss.work(name, options, async (batch) => {
            // Where one was, there may be more: look again at once instead of waiting for the next poll.
            for (const id of places) boss.notifyWorker(id);
            return Promise.all(batch.map((fetched) => runJob(handler, fetched, log)));
          });
          places.push(workerId);
        }
        if (schedule) await boss.schedule(name, schedule, {}, { tz: 'UTC', ...retryOptions(retries) });
      }
    },

    stop: () => boss.stop({ graceful: true, timeout: LONGEST_WAIT_MS }),
  };
}

/**
 * For a process that only enqueues. It opens beside the start, as soon as the database is there, so that one that is down delays no
 * start; and it tries again when it is next needed. The named queues exist from then on, so that no request pays for making one.
 */
export function openQueue(
  databaseUrl: string,
  log: Log,
  jobs: readonly { name: string }[] = [],
  databaseFound: Promise<void> = Promise.resolve(),
): Queue {
  const open = async () => {
    const boss = await startBoss(log, {
      connectionString: databaseUrl,
      application_name: 'hakiki-queue',
      max: 1,
      supervise: false,
      schedule: false,
    });
    const ensureQueue = createQueueKeeper(boss);
    for (const { name } of jobs) await ensureQueue(name);
    return { boss, ensureQueue };
  };
  let opening: ReturnType<typeof open> | undefined;
  const opened = () =>
    (opening ??= open().catch((error: unknown) => {
      opening = undefined;
      throw error;
    }));
  databaseFound.then(
    () => opened().catch((error: unknown) => log.error({ err: error }, 'queue not open yet')),
    () => undefined,
  );

  return {
    async enqueue(tx, job, payload, options) {
      const { boss, ensureQueue } = await opened();
      await ensureQueue(job.name);
      await send(boss, tx, job, payload, options);
    },
    async stop() {
      const { boss } = (await opening?.catch(() => undefined)) ?? {};
      await boss?.stop();
    },
  };
}

async function send<Payload extends object>(
  boss: PgBoss,
  tx: Db,
  job: Job<Payload>,
  payload: Payload,
  { afterSeconds }: Start = {},
) {
  const traceparent = currentTraceparent();
  await boss.send(job.name, traceparent ? { ...payload, traceparent } : payload, {
    id: uuidv7(),
    db: fromDrizzle(tx, sql),
    ...(afterSeconds && { startAfter: afterSeconds }),
    ...retryOptions(job.retries),
  });
}

/** Given with each job rather than kept with the queue, so that a changed definition counts from the next job on. */
const retryOptions = (retries: Retries | undefined) =>
  retries && {
    retryLimit: retries.limit,
    retryDelay: retries.firstPauseSeconds,
    retryDelayMax: retries.longestPauseSeconds,
    retryBackoff: true,
  };

interface FetchedJob {
  id: string;
  data: unknown;
}

function runJob({ name, run }: JobHandler, { id, data }: FetchedJob, log: Log): Promise<JobResult> {
  const { traceparent, ...payload } = { ...(data as object | null) } as { traceparent?: unknown };
  const parent = () => (typeof traceparent === 'string' ? traceparent : undefined);
  return inSpan({ name: `job ${name}`, kind: 'consumer', parent }, async (tell) => {
    try {
      await run(payload, { id });
      log.info({ job: name, id }, 'job done');
      return { id, status: 'completed' };
    } catch (error) {
      tell({ isFailed: true });
      log.error({ job: name, id, err: error }, 'job failed');
      return { id, status: 'failed', output: { reason: 'see the log' } };
    }
  });
}
