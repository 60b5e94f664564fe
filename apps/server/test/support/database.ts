/** Gives each test file its own database, copied from the migrated template. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { type Database, openDatabase } from '../../src/platform/db/database.ts';
import { createLog } from '../../src/platform/log/log.ts';

export interface TestDatabase {
  readonly url: string;
  readonly database: Database;
  /** Runs plain SQL, for what no factory covers. */
  sql: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
  /**
   * Deletes all rows of these tables and of tables that reference them. Faster than `truncate`, which creates a new
   * file for each table and index.
   */
  deleteAllRows: (...tables: string[]) => Promise<void>;
}

/** Lists the tables and those that reference them, referencing tables first. */
const referencingTablesSql = `
  with recursive found as (
    select name::regclass::oid as id, 0 as depth from unnest($1::text[]) as name
    union select conrelid, depth + 1 from found join pg_constraint on confrelid = id and conrelid <> id
  )
  select id::regclass::text as name from found group by id order by max(depth) desc`;

export function useDatabase(): TestDatabase {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const url = new URL(inject('adminUrl'));
  url.pathname = `/${name}`;
  let database: Database | undefined;

  beforeAll(async () => {
    await runAsAdmin(`create database ${name} template ${inject('templateName')} strategy file_copy`);
    database = openDatabase(
      // Machines are shared: a test that waits long for a connection or a statement has not failed.
      { databaseUrl: url.href, databasePoolSize: 5, statementTimeoutMs: 60_000, connectionTimeoutMs: 60_000 },
      createLog('silent'),
    );
  });
  afterAll(async () => {
    await database?.close();
    await runAsAdmin(`drop database ${name} with (force)`);
  });

  const getDatabase = () => {
    if (!database) throw new Error('The database is open only while tests run.');
    return database;
  };
  const sql: TestDatabase['sql'] = (text, values = []) => getDatabase().read({ text }, values);
  return {
    url: url.href,
    get database() {
      return getDatabase();
    },
    sql,
    deleteAllRows: async (...tables) => {
      const found = await sql(referencingTablesSql, [tables]);
      await sql(found.map(({ name }) => `delete from ${String(name)}`).join(';'));
    },
  };
}

/** As while the primary is away: a replica answers reads, everything else fails. */
export const withoutPrimary = ({ read }: Database): Database =>
  new Proxy({ read } as Database, {
    get(reads, name) {
      if (name !== 'read') throw new Error('The primary is away.');
      return reads.read;
    },
  });

async function runAsAdmin(statement: string) {
  const client = new pg.Client({ connectionString: inject('adminUrl') });
  await client.connect();
  await client.query(statement);
  await client.end();
}
