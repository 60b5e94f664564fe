/** A database of its own for each test file, copied from the migrated template. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { type Database, openDatabase } from '../src/platform/db/database.ts';
import { createLog } from '../src/platform/log/log.ts';

export interface TestDatabase {
  readonly url: string;
  readonly database: Database;
  /** Runs plain SQL, for what no maker covers. */
  sql: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
}

export function useDatabase(): TestDatabase {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const url = new URL(inject('adminUrl'));
  url.pathname = `/${name}`;
  let database: Database | undefined;

  beforeAll(async () => {
    await administer(`create database ${name} template ${inject('templateName')} strategy file_copy`);
    database = openDatabase(
      { databaseUrl: url.href, databasePoolSize: 5, statementTimeoutMs: 5000 },
      createLog('silent'),
    );
  });
  afterAll(async () => {
    await database?.close();
    await administer(`drop database ${name} with (force)`);
  });

  const opened = () => {
    if (!database) throw new Error('The database is open only while tests run.');
    return database;
  };
  return {
    url: url.href,
    get database() {
      return opened();
    },
    sql: (text, values = []) => opened().read({ text }, values),
  };
}

async function administer(statement: string) {
  const client = new pg.Client({ connectionString: inject('adminUrl') });
  await client.connect();
  await client.query(statement);
  await client.end();
}
