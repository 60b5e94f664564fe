/**
 * The way to PostgreSQL: a bounded pool whose every statement has a time limit. `transaction` and `read` retry what may pass;
 * work handed to them may therefore run more than once, and does nothing outside the database.
 */
import { type ExtractTablesWithRelations, sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import pg from 'pg';
import type { Log } from '../log/log.ts';
import { unavailable } from '../app-error.ts';
import { isTracing } from '../tracing/span.ts';
import { spanStatements } from '../tracing/sql-spans.ts';
import { quieten } from './quiet-log.ts';
import { isPassing, Overtaken, retrying } from './retry.ts';

type NoSchema = Record<string, never>;

/** The pool or a transaction: a store function takes either. */
export type Db = PgDatabase<NodePgQueryResultHKT, NoSchema, ExtractTablesWithRelations<NoSchema>>;

declare const given: unique symbol;
/** Given by `named` of statement.ts and by nobody else. */
export type StatementName = string & { readonly [given]: true };

/** SQL sent by name, so that PostgreSQL parses it once per connection. */
export interface Statement {
  /** Absent where a generic plan would be bad: such a statement is planned for its values at each call. */
  name?: StatementName;
  text: string;
}

export interface Database {
  db: NodePgDatabase;
  read: <Row extends pg.QueryResultRow>(statement: Statement, values: readonly unknown[]) => Promise<Row[]>;
  /** Sent once, without retries: for a caller that has something to fall back on. */
  query: (statement: { name?: string; text: string }, values: readonly unknown[]) => Promise<pg.QueryResult>;
  transaction: <Result>(work: (tx: Db) => Promise<Result>) => Promise<Result>;
  /** How many connections are lent and how many lie ready, and how many callers wait for one. */
  connections: () => Record<'inUse' | 'idle' | 'waiting', number>;
  close: () => Promise<void>;
}

export interface DatabaseSettings {
  databaseUrl: string;
  databasePoolSize: number;
  statementTimeoutMs: number;
}

const CONNECTION_TIMEOUT_MS = 3000;

export function openDatabase(settings: DatabaseSettings, log: Log): Database {
  let isAdviceGiven = false;
  /** The pool waits for it before it lends the connection, though its types do not say so. */
  const keepQuiet: (client: pg.ClientBase) => unknown = async (client) => {
    const advice = await quieten(client);
    if (!advice || isAdviceGiven) return;
    isAdviceGiven = true;
    log.warn(advice);
  };
  const pool = new pg.Pool({
    connectionString: settings.databaseUrl,
    max: settings.databasePoolSize,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    idleTimeoutMillis: 30_000,
    statement_timeout: settings.statementTimeoutMs,
    idle_in_transaction_session_timeout: settings.statementTimeoutMs,
    application_name: 'hakiki',
    keepAlive: true,
    // No parallel query: many short statements share the machine better than a few that each take several cores.
    options: '-c max_parallel_workers_per_gather=0 -c work_mem=16MB',
    onConnect: keepQuiet,
  });
  // A connection that breaks while idle is replaced by the pool; without a listener the event would end the process.
  const heard = (error: Error) => log.warn({ reason: error.message }, 'database connection lost');
  pool.on('error', heard);
  pool.on('connect', (client) => client.on('error', heard));
  if (isTracing()) {
    spanStatements(pool);
    pool.on('connect', spanStatements);
  }
  const db = drizzle(pool, { casing: 'snake_case' });
  const transaction = async <Result>(work: (tx: Db) => Promise<Result>): Promise<Result> => {
    // The library's own way from a pool keeps a connection for good when it breaks at the beginning.
    const client = await pool.connect();
    try {
      return await commitOnce(drizzle(client, { casing: 'snake_case' }), db, work);
    } finally {
      client.release();
    }
  };

  return {
    db,
    read: async <Row extends pg.QueryResultRow>(statement: Statement, values: readonly unknown[]) => {
      const result = await retrying(() => pool.query<Row>({ ...statement, values: [...values] }));
      return result.rows;
    },
    query: (statement, values) => pool.query({ ...statement, values: [...values] }),
    transaction: (work) => retrying(() => transaction(work)),
    connections: () => ({
      inUse: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: () => pool.end(),
  };
}

/**
 * A connection that is lost while it commits leaves open whether it did: run again, the work could be done twice. So the transaction's
 * number is asked for before, and PostgreSQL afterwards what became of it.
 */
async function commitOnce<Result>(connection: Db, pool: Db, work: (tx: Db) => Promise<Result>): Promise<Result> {
  let done: { result: Result; mark: Mark | undefined } | undefined;
  try {
    return await connection.transaction(async (tx) => {
      const result = await work(tx);
      done = { result, mark: await markOf(tx) };
      return result;
    });
  } catch (error) {
    if (!done?.mark || !isPassing(error)) throw error;
    const { result, mark } = done;
    const fate = await retrying(() => fateOf(pool, mark));
    if (fate === 'committed') return result;
    if (fate === 'aborted') throw error;
    // Not retried here: the client retries with the same Idempotency-Key, or looks whether it is there.
    throw unavailable(error);
  }
}

/**
 * A transaction's number, and the life of the server in which it is its own: after a crash or a failover the numbers of transactions
 * that nobody has are given to others, so that "committed" would be another's. A failover begins another timeline; a crash empties the
 * statistics, and an orderly restart, after which all numbers are kept, does not.
 */
interface Mark {
  number: string;
  /** Null where PostgreSQL does not say; then nobody knows what became of it. */
  life: string | null;
}

const life = sql`left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) || ' ' || (select stats_reset from pg_stat_wal)`;

/** Nothing for a transaction that wrote nothing. */
async function markOf(tx: Db): Promise<Mark | undefined> {
  const { rows } = await tx.execute<{ number: string | null; life: string | null }>(
    sql`select number, case when number is not null then ${life} end as life
      from (select pg_current_xact_id_if_assigned()::text as number) own`,
  );
  const { number, life: own } = rows[0]!;
  return number === null ? undefined : { number, life: own };
}

/** Unknown in another life of the server, or on one that follows. */
async function fateOf(db: Db, mark: Mark): Promise<string | null> {
  const { rows } = await db.execute<{ fate: string | null }>(sql`
    select case
      when pg_is_in_recovery() then null
      when ${life} = ${mark.life} then pg_xact_status(${mark.number}::xid8)
    end as fate`);
  const fate = rows[0]?.fate ?? null;
  if (fate === 'in progress') throw new Overtaken('A commit is still under way.');
  return fate;
}
