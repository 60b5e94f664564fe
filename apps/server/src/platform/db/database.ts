/**
 * Access to PostgreSQL: a bounded connection pool with a timeout for every statement. `transaction` and `read` retry
 * transient errors; their callbacks may run more than once and must have no effects outside the database.
 */
import { type ExtractTablesWithRelations, sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import pg from 'pg';
import type { Log } from '../log/log.ts';
import { unavailable } from '../app-error.ts';
import { isTracing } from '../tracing/span.ts';
import { traceStatements } from '../tracing/sql-spans.ts';
import { disableStatementLogging } from './statement-logging.ts';
import { isTransient, SerializationError, withRetries } from './retry.ts';

type NoSchema = Record<string, never>;

/** The pool or a transaction; store functions accept either. */
export type Db = PgDatabase<NodePgQueryResultHKT, NoSchema, ExtractTablesWithRelations<NoSchema>>;

declare const statementNameBrand: unique symbol;
/** Only `prepareStatement` in statement.ts creates one. */
export type StatementName = string & { readonly [statementNameBrand]: true };

/** SQL with a name is a prepared statement, which PostgreSQL parses once per connection. */
export interface Statement {
  /** Absent if a generic plan would be bad: such a statement is planned for its values at each call. */
  name?: StatementName;
  text: string;
}

export interface Database {
  db: NodePgDatabase;
  read: <Row extends pg.QueryResultRow>(statement: Statement, values: readonly unknown[]) => Promise<Row[]>;
  /** Runs once, without retries: for a caller that has a fallback. */
  query: (statement: { name?: string; text: string }, values: readonly unknown[]) => Promise<pg.QueryResult>;
  transaction: <Result>(work: (tx: Db) => Promise<Result>) => Promise<Result>;
  /** The number of connections in use and idle, and of callers that wait for one. */
  connections: () => Record<'inUse' | 'idle' | 'waiting', number>;
  close: () => Promise<void>;
}

export interface DatabaseSettings {
  databaseUrl: string;
  databasePoolSize: number;
  statementTimeoutMs: number;
  /** How long a caller waits for a free connection. */
  connectionTimeoutMs?: number;
}

const DEFAULT_CONNECTION_TIMEOUT_MS = 3000;

export function openDatabase(settings: DatabaseSettings, log: Log): Database {
  let isWarned = false;
  /** The pool waits for this before it hands out the connection, though its types do not say so. */
  const disableLogging: (client: pg.ClientBase) => unknown = async (client) => {
    const warning = await disableStatementLogging(client);
    if (!warning || isWarned) return;
    isWarned = true;
    log.warn(warning);
  };
  const pool = new pg.Pool({
    connectionString: settings.databaseUrl,
    max: settings.databasePoolSize,
    connectionTimeoutMillis: settings.connectionTimeoutMs ?? DEFAULT_CONNECTION_TIMEOUT_MS,
    idleTimeoutMillis: 30_000,
    statement_timeout: settings.statementTimeoutMs,
    idle_in_transaction_session_timeout: settings.statementTimeoutMs,
    application_name: 'hakiki',
    keepAlive: true,
    // No parallel queries: many short statements share the machine better than a few that use several cores each.
    options: '-c max_parallel_workers_per_gather=0 -c work_mem=16MB',
    onConnect: disableLogging,
  });
  // The pool replaces a connection that breaks while idle; without a listener the event would end the process.
  const logLostConnection = (error: Error) => log.warn({ reason: error.message }, 'database connection lost');
  pool.on('error', logLostConnection);
  pool.on('connect', (client) => client.on('error', logLostConnection));
  if (isTracing()) {
    traceStatements(pool);
    pool.on('connect', traceStatements);
  }
  const db = drizzle(pool, { casing: 'snake_case' });
  const transaction = async <Result>(work: (tx: Db) => Promise<Result>): Promise<Result> => {
    // drizzle's own transaction on a pool leaks a connection that breaks at the start.
    const client = await pool.connect();
    try {
      return await commitExactlyOnce(drizzle(client, { casing: 'snake_case' }), db, work);
    } finally {
      client.release();
    }
  };

  return {
    db,
    read: async <Row extends pg.QueryResultRow>(statement: Statement, values: readonly unknown[]) => {
      const result = await withRetries(() => pool.query<Row>({ ...statement, values: [...values] }));
      return result.rows;
    },
    query: (statement, values) => pool.query({ ...statement, values: [...values] }),
    transaction: (work) => withRetries(() => transaction(work)),
    connections: () => ({
      inUse: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: () => pool.end(),
  };
}

/**
 * If the connection is lost during a commit, it is unknown whether the commit succeeded, and a second run could do the
 * work twice. So the transaction id is read before the commit, and afterwards PostgreSQL is asked for its status.
 */
async function commitExactlyOnce<Result>(connection: Db, pool: Db, work: (tx: Db) => Promise<Result>): Promise<Result> {
  let completed: { result: Result; transactionMark: TransactionMark | undefined } | undefined;
  try {
    return await connection.transaction(async (tx) => {
      const result = await work(tx);
      completed = { result, transactionMark: await readTransactionMark(tx) };
      return result;
    });
  } catch (error) {
    if (!completed?.transactionMark || !isTransient(error)) throw error;
    const { result, transactionMark } = completed;
    const status = await withRetries(() => readTransactionStatus(pool, transactionMark));
    if (status === 'committed') return result;
    if (status === 'aborted') throw error;
    // Not retried here: the client retries with the same Idempotency-Key or checks whether the change exists.
    throw unavailable(error);
  }
}

/**
 * A transaction id, and the server incarnation in which it is unique: after a crash or a failover PostgreSQL reuses the
 * ids of lost transactions, so that "committed" could mean another one. A failover starts a new timeline; a crash
 * resets the statistics, a normal restart does not.
 */
interface TransactionMark {
  transactionId: string;
  /** Null if PostgreSQL does not report it; then the outcome stays unknown. */
  incarnation: string | null;
}

const serverIncarnation = sql`left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) || ' ' || (select stats_reset from pg_stat_wal)`;

/** Undefined for a transaction without writes. */
async function readTransactionMark(tx: Db): Promise<TransactionMark | undefined> {
  const { rows } = await tx.execute<{ number: string | null; incarnation: string | null }>(
    sql`select number, case when number is not null then ${serverIncarnation} end as incarnation
      from (select pg_current_xact_id_if_assigned()::text as number) own`,
  );
  const { number, incarnation } = rows[0]!;
  return number === null ? undefined : { transactionId: number, incarnation };
}

/** Null after a crash or failover, or on a replica. */
async function readTransactionStatus(db: Db, mark: TransactionMark): Promise<string | null> {
  const { rows } = await db.execute<{ status: string | null }>(sql`
    select case
      when pg_is_in_recovery() then null
      when ${serverIncarnation} = ${mark.incarnation} then pg_xact_status(${mark.transactionId}::xid8)
    end as status`);
  const status = rows[0]?.status ?? null;
  if (status === 'in progress') throw new SerializationError('A commit is still in progress.');
  return status;
}
