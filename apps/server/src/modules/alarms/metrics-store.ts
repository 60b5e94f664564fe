/** Backlog statistics. Each query is bounded, so that a scrape stays cheap with a large backlog. */
import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import { quotedTableName } from '../../platform/db/quoted-table-name.ts';
import { findOne } from '../../platform/db/find-one.ts';
import { auditEntries, auditUnsealed } from '../audit/read-model.ts';
import { cases, unsortedFilings } from '../moderation/cases/read-model.ts';
import { decisions } from '../moderation/workflow/read-model.ts';
import { jobDueTime } from './job-due.ts';

/** Above this number an exact count makes no difference. */
const MAX_COUNTED = 10_000;
/** How many jobs of a queue are searched for the oldest, in the order in which they run. */
const MAX_JOBS_SEARCHED = 1000;

export interface QueueStats {
  queue: string;
  ready: number;
  deferred: number;
  active: number;
  failed: number;
  /** Seconds since the oldest job should have run. */
  oldest: number;
}

/** pg-boss maintains the counts; they are a few seconds old. Names with leading underscores are its own queues. */
export const listQueues = async (db: Db): Promise<QueueStats[]> => {
  const { rows } = await db.execute<{ [Key in keyof QueueStats]: QueueStats[Key] }>(sql`
    select q.name as queue, q.ready_count as ready, q.deferred_count as deferred, q.active_count as active,
      q.failed_count as failed, coalesce((
        select extract(epoch from now() - min(due))::float8 from (
          select ${jobDueTime} as due
          from pgboss.job where name = q.name and state < 'active' and not blocked
          order by priority desc, created_on limit ${MAX_JOBS_SEARCHED}
        ) next where due <= now()
      ), 0) as oldest
    from pgboss.queue q where not starts_with(q.name, '__') order by q.name`);
  return rows;
};

/** `oldest` is the age of the oldest row in seconds. */
export interface Backlog {
  count: number;
  oldest: number;
}

const measureBacklog = async (db: Db, rows: ReturnType<typeof sql>): Promise<Backlog> =>
  (await findOne<{ count: number; oldest: number }>(
    db,
    sql`select count(*)::int as count, coalesce(extract(epoch from now() - min(at))::float8, 0) as oldest
      from (${rows} limit ${MAX_COUNTED}) waiting`,
  ))!;

/** Ids are in the order of time. */
export const measureUnsealedEntries = (db: Db): Promise<Backlog> =>
  measureBacklog(
    db,
    sql`select entry.at from ${sql.raw(quotedTableName(auditUnsealed))} unsealed
      join ${sql.raw(quotedTableName(auditEntries))} entry on entry.id = unsealed.entry_id order by unsealed.entry_id`,
  );

export const measureOpenCases = (db: Db): Promise<Backlog> =>
  measureBacklog(
    db,
    sql`select created_at as at from ${sql.raw(quotedTableName(cases))} where is_open order by created_at, id`,
  );

export const measureUnsortedFilings = (db: Db): Promise<Backlog> =>
  measureBacklog(
    db,
    sql`select created_at as at from ${sql.raw(quotedTableName(unsortedFilings))} order by created_at`,
  );

/** The waiting time of the last decision. A decision that undoes another has no arrival time. */
export const readLastDecisionSeconds = async (db: Db): Promise<number | undefined> => {
  const found = await findOne<{ seconds: number }>(
    db,
    sql`select extract(epoch from created_at - arrived_at)::float8 as seconds from ${sql.raw(quotedTableName(decisions))}
      where arrived_at is not null order by created_at desc, id desc limit 1`,
  );
  return found?.seconds;
};
