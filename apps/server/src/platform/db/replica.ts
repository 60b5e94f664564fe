/**
 * Reads shared public data from a replica while its lag is known to be below the limit. The lag is measured by WAL
 * positions, not by clocks: each second the primary reports its position and the replica what it has replayed. If the
 * lag is unknown or the replica fails, the primary is read. Personal data and all decisions always use the primary.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { QueryResultRow } from 'pg';
import { Gauge, type Registry } from 'prom-client';
import { startPollingLoop } from '../jobs/polling-loop.ts';
import type { Log } from '../log/log.ts';
import { type Database, type DatabaseSettings, openDatabase, type Statement } from './database.ts';

const LAG_CHECK_INTERVAL_MS = 1000;

const replicaReadsAllowed = new AsyncLocalStorage<true>();

/** Marks work for a shared response: its reads may come from a replica. */
export const allowReplicaReads = <Result>(work: () => Promise<Result>): Promise<Result> =>
  replicaReadsAllowed.run(true, work);

interface Settings extends DatabaseSettings {
  readDatabaseUrl: string;
  readMaxLagSeconds: number;
}

/** The primary's WAL position at a time. */
interface WalMark {
  at: number;
  position: bigint;
}

/** Parses a WAL position, which PostgreSQL writes as two hexadecimal halves. */
function parseWalPosition(text: string): bigint {
  const [high = '', low = ''] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

type Queryable = Pick<Database, 'query'>;

async function queryWalPosition(database: Queryable, sqlFunction: string): Promise<bigint | undefined> {
  const { rows } = await database.query({ text: `select ${sqlFunction}()::text as position` }, []);
  const { position } = rows[0] as { position: string | null };
  return position === null ? undefined : parseWalPosition(position);
}

/** Computes the newest time up to which the replica is known to be complete. */
function createLagMonitor(primary: Queryable, replica: Queryable, maxLagMs: number) {
  let marks: WalMark[] = [];
  let completeAt = Number.NEGATIVE_INFINITY;
  return {
    async check(): Promise<void> {
      const at = performance.now();
      const position = await queryWalPosition(primary, 'pg_current_wal_lsn');
      // Older positions would exceed the allowed lag.
      marks = [...marks, { at, position: position! }].filter((mark) => at - mark.at <= maxLagMs);
      // Null if the replica was promoted: it no longer follows the primary.
      const replayed = await queryWalPosition(replica, 'pg_last_wal_replay_lsn');
      if (replayed === undefined) return;
      // After a failover a replica may be ahead of the new primary; it is not used until it follows again.
      if (replayed > (await queryWalPosition(primary, 'pg_current_wal_lsn'))!) {
        marks = [];
        completeAt = Number.NEGATIVE_INFINITY;
        return;
      }
      const newestReplayed = marks.findLast((mark) => mark.position <= replayed);
      if (newestReplayed) completeAt = newestReplayed.at;
    },
    lagMs: (): number => performance.now() - completeAt,
  };
}

export interface ReplicatedDatabase extends Database {
  /** How old the replica's data may be at most, in seconds. */
  lagSeconds: () => number;
}

export function openWithReplica(settings: Settings, log: Log): ReplicatedDatabase {
  const primary = openDatabase(settings, log);
  const replica = openDatabase({ ...settings, databaseUrl: settings.readDatabaseUrl }, log);
  const maxLagMs = settings.readMaxLagSeconds * 1000;
  const lagMonitor = createLagMonitor(primary, replica, maxLagMs);
  const polling = startPollingLoop(
    { intervalMs: LAG_CHECK_INTERVAL_MS, log, errorMessage: 'the lag of the replica is not known' },
    () => lagMonitor.check(),
  );

  return {
    ...primary,
    read: async <Row extends QueryResultRow>(statement: Statement, values: readonly unknown[]): Promise<Row[]> => {
      if (!replicaReadsAllowed.getStore() || lagMonitor.lagMs() > maxLagMs) return primary.read<Row>(statement, values);
      try {
        return (await replica.query(statement, values)).rows as Row[];
      } catch {
        // PostgreSQL cancels a replica's query that conflicts with replay; the primary has no such conflict.
        return primary.read<Row>(statement, values);
      }
    },
    lagSeconds: () => lagMonitor.lagMs() / 1000,
    close: async () => {
      await polling.stop();
      await Promise.all([primary.close(), replica.close()]);
    },
  };
}

export function registerReplicaMetrics(registry: Registry, lagSeconds: () => number | undefined): void {
  const lag = new Gauge({
    name: 'hakiki_replica_lag_seconds',
    help: 'Upper bound of the lag of the replica for public reads; absent without READ_DATABASE_URL.',
    registers: [],
    collect() {
      const seconds = lagSeconds();
      if (seconds === undefined) this.remove();
      else this.set(seconds);
    },
  });
  registry.registerMetric(lag);
}
