/**
 * Runs all pending migrations. Processes that start together wait for one another. A migration that begins with `--
 * outside a transaction` runs statement by statement, as `create index concurrently` requires, and must be idempotent.
 */
import { readMigrationFiles } from 'drizzle-orm/migrator';
import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { grantApplicationRoles, type Roles } from './application-role.ts';
import type { Part } from './grants.ts';
import { quietenRole } from './quiet-log.ts';

const ownMigrations = fileURLToPath(new URL('../../../migrations', import.meta.url));
/** Key of an advisory lock; nothing else in the database uses this number. */
const MIGRATION_LOCK = 4_715_001;
const WAIT_MS = 200;
/** Other statements queue behind one that waits for a table lock, so it gives up and is retried later. */
const LOCK_TIMEOUT = '10s';
const OUTSIDE = /^\s*-- outside a transaction\b/;

type Migration = ReturnType<typeof readMigrationFiles>[number];

const noteStatement = 'insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)';

/** Afterwards grants the rights of the roles that exist, and returns their kinds. */
export async function migrate(databaseUrl: string, roles?: Roles, migrationsFolder = ownMigrations): Promise<Part[]> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'hakiki-migrate' });
  await client.connect();
  try {
    await takeTurn(client);
    await applyAll(client, await listMissing(client, migrationsFolder));
    if (!roles) return [];
    const parts = await grantApplicationRoles(client, databaseUrl, roles);
    for (const role of new Set([roles.web, roles.worker])) await quietenRole(client, role);
    return parts;
  } finally {
    await client.end();
  }
}

/** Polls for the lock: a blocked session would deadlock with a concurrent index build, which waits for it. */
async function takeTurn(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ isOurs: boolean }>('select pg_try_advisory_lock($1) as "isOurs"', [
      MIGRATION_LOCK,
    ]);
    if (rows[0]?.isOurs) return;
    await sleep(WAIT_MS);
  }
}

/** The table has the format of drizzle-orm, which created it in the past. */
async function listMissing(client: pg.Client, migrationsFolder: string): Promise<Migration[]> {
  await client.query('create schema if not exists drizzle');
  await client.query(
    'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  );
  const { rows } = await client.query<{ newest: number | null }>(
    'select max(created_at)::float8 as newest from drizzle.__drizzle_migrations',
  );
  const newest = rows[0]?.newest ?? 0;
  return readMigrationFiles({ migrationsFolder }).filter(({ folderMillis }) => folderMillis > newest);
}

/** One transaction, unless a migration must be outside, so that no process sees half of the tables. */
async function applyAll(client: pg.Client, migrations: readonly Migration[]): Promise<void> {
  let isOpen = false;
  for (const { sql, hash, folderMillis } of migrations) {
    const isOutside = OUTSIDE.test(sql[0] ?? '');
    if (isOpen === isOutside) {
      await client.query(isOutside ? 'commit' : 'begin');
      isOpen = !isOutside;
    }
    // No lock timeout outside a transaction: a concurrent build waits as long as needed and blocks nobody.
    await client.query(`set lock_timeout = '${isOutside ? 0 : LOCK_TIMEOUT}'`);
    for (const statement of sql) await client.query(statement);
    await client.query(noteStatement, [hash, folderMillis]);
  }
  if (isOpen) await client.query('commit');
}
