/**
 * The way to PostgreSQL: a bounded pool whose every statement has a time limit. `transaction` and `read` retry what may pass;
 * work handed to them may therefore run more than once, and does nothing outside the database.
 */
import { type ExtractTablesWithRelations } from 'drizzle-orm';
import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import pg from 'pg';
import type { Log } from '../log/log.ts';
import { retrying } from './retry.ts';

type NoSchema = Record<string, never>;

/** The pool or a transaction: a store function takes either. */
export type Db = PgDatabase<NodePgQueryResultHKT, NoSchema, ExtractTablesWithRelations<NoSchema>>;

declare const given: unique symbol;
/** Given by `named` of statement.ts and by nobody else. */
export type StatementName = string & { readonly [given]: true };

/** SQL sent by name, so that PostgreSQL parses it once per connection. */
export interface Statement {
  /** Absent where the plan must follow the values: such a statement is planned anew at each call. */
  name?: StatementName;
  text: string;
}

export interface Database {
  db: NodePgDatabase;
  read: <Row extends pg.QueryResultRow>(statement: Statement, values: readonly unknown[]) => Promise<Row[]>;
  /** Sent once, without retries: for a caller that has something to fall back on. */
  query: (statement: { name?: string; text: string }, values: readonly unknown[]) => Promise<pg.QueryResult>;
  transaction: <Result>(work: (tx: Db) => Promise<Result>) => Promise<Result>;
  close: () => Promise<void>;
}

interface DatabaseSettings {
  databaseUrl: string;
  databasePoolSize: number;
  statementTimeoutMs: number;
}

const CONNECTION_TIMEOUT_MS = 3000;

export function openDatabase(settings: DatabaseSettings, log: Log): Database {
  const pool = new pg.Pool({
    connectionString: settings.databaseUrl,
    max: settings.databasePoolSize,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    idleTimeoutMillis: 30_000,
    statement_timeout: settings.statementTimeoutMs,
    idle_in_transaction_session_timeout: settings.statementTimeoutMs,
    application_name: 'hakiki',
    keepAlive: true,
    // Many short statements share the machine better than a few that each take several cores.
    options: '-c max_parallel_workers_per_gather=0 -c work_mem=16MB',
  });
  // A connection that breaks while idle is replaced by the pool; unheard, the event would end the process.
  const heard = (error: Error) => log.warn({ reason: error.message }, 'database connection lost');
  pool.on('error', heard);
  pool.on('connect', (client) => client.on('error', heard));
  const db = drizzle(pool, { casing: 'snake_case' });

  return {
    db,
    read: async <Row extends pg.QueryResultRow>(statement: Statement, values: readonly unknown[]) => {
      const result = await retrying(() => pool.query<Row>({ ...statement, values: [...values] }));
      return result.rows;
    },
    query: (statement, values) => pool.query({ ...statement, values: [...values] }),
    transaction: (work) => retrying(() => db.transaction(work)),
    close: () => pool.end(),
  };
}
