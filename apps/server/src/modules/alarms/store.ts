import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import { quotedTableName } from '../../platform/db/quoted-table-name.ts';
import { findOne } from '../../platform/db/find-one.ts';
import { decisionLogWaiting } from '../moderation/decision-log/read-model.ts';
import { jobDueTime } from './job-due.ts';
import { alarms } from './tables.ts';
import type { AlarmKind } from './thresholds.ts';

/** Advisory lock key; must be unique in the database. */
const CHECK_LOCK_KEY = 4_715_008;

/** Holds the lock until the transaction ends. Returns false at once when another worker has it. */
export const tryLock = async (tx: Db): Promise<boolean> =>
  (await findOne<{ locked: boolean }>(tx, sql`select pg_try_advisory_xact_lock(${CHECK_LOCK_KEY}) as locked`))!.locked;

export const listAlarms = (db: Db) => db.select().from(alarms).orderBy(alarms.kind);

export const findAlarm = async (tx: Db, kind: AlarmKind) =>
  (await tx.select().from(alarms).where(eq(alarms.kind, kind)))[0];

export type Alarm = NonNullable<Awaited<ReturnType<typeof findAlarm>>>;

export const upsertAlarm = async (tx: Db, { kind, ...values }: Alarm): Promise<void> => {
  await tx
    .insert(alarms)
    .values({ kind, ...values })
    .onConflictDoUpdate({ target: alarms.kind, set: values });
};

type Figure = { figure: number | null };

const readFigure = async (db: Db, query: Parameters<typeof findOne>[1]): Promise<number> =>
  (await findOne<Figure>(db, query))?.figure ?? 0;

const secondsSinceSql = (time: string) => sql.raw(`extract(epoch from now() - min(${time}))::float8`);

/** Decisions about content that was never public are queued until the end of their day and do not count as late. */
export const readDecisionLogAge = (db: Db): Promise<number> =>
  readFigure(
    db,
    sql`select ${secondsSinceSql('created_at')} as figure from ${sql.raw(quotedTableName(decisionLogWaiting))} where day is null`,
  );

export const countFailedJobs = (db: Db): Promise<number> =>
  readFigure(
    db,
    sql`select count(*)::float8 as figure from pgboss.job
      where state = 'failed' and completed_on > now() - interval '1 hour'`,
  );

/** Seconds since the oldest email was due. */
export const readEmailAge = (db: Db): Promise<number> =>
  readFigure(
    db,
    sql`select ${secondsSinceSql('due')} as figure from (
        select ${jobDueTime} as due
        from pgboss.job where name like 'mail.%' and state in ('created', 'retry', 'active')
      ) waiting where due <= now()`,
  );

/** A replication slot retains WAL until the disk is full, even if its replica is down. Undefined without replicas. */
export const readReplicationLagMegabytes = async (db: Db): Promise<number | undefined> => {
  const found = await findOne<{ figure: number | null }>(
    db,
    sql`select max(pg_wal_lsn_diff(pg_current_wal_lsn(), behind) / 1048576)::float8 as figure from (
        select restart_lsn as behind from pg_replication_slots
        union all select replay_lsn from pg_stat_replication
      ) replicas where not pg_is_in_recovery()`,
  );
  return found?.figure ?? undefined;
};
