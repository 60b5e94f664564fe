/**
 * Runs all pending migrations. Processes that start together wait for one another. A migration that begins with `--
 * outside a transaction` runs statement by statement, as `create index concurrently` requires, and must be idempotent.
 */
import { languages } from '@hakiki/contract/site';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { grantRights, type Roles } from './application-role.ts';
import type { RoleKind } from './grants.ts';
import { disableStatementLoggingOfRole } from './statement-logging.ts';

const ownMigrations = fileURLToPath(new URL('../../../migrations', import.meta.url));
/** Key of an advisory lock; nothing else in the database uses this number. */
const MIGRATION_LOCK = 4_715_001;
const LOCK_POLL_INTERVAL_MS = 200;
/** Other statements queue behind one that waits for a table lock, so it gives up and is retried later. */
const LOCK_TIMEOUT = '10s';
const OUTSIDE_TRANSACTION = /^\s*-- outside a transaction\b/;

type Migration = ReturnType<typeof readMigrationFiles>[number];

const recordMigrationStatement = 'insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)';

/** Afterwards inserts new languages and grants the rights of the roles that exist, and returns their kinds. */
export async function migrate(
  databaseUrl: string,
  roles?: Roles,
  migrationsFolder = ownMigrations,
): Promise<RoleKind[]> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'hakiki-migrate' });
  await client.connect();
  try {
    await acquireMigrationLock(client);
    await applyMigrations(client, await listPendingMigrations(client, migrationsFolder));
    await client.query('insert into languages (code) select unnest($1::text[]) on conflict do nothing', [languages]);
    if (!roles) return [];
    const roleKinds = await grantRights(client, databaseUrl, roles);
    for (const role of new Set([roles.web, roles.worker])) await disableStatementLoggingOfRole(client, role);
    return roleKinds;
  } finally {
    await client.end();
  }
}

/** Polls for the lock: a blocked session would deadlock with a concurrent index build, which waits for it. */
async function acquireMigrationLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ isOurs: boolean }>('select pg_try_advisory_lock($1) as "isOurs"', [
      MIGRATION_LOCK,
    ]);
    if (rows[0]?.isOurs) return;
    await sleep(LOCK_POLL_INTERVAL_MS);
  }
}

/** The table has the format of drizzle-orm, which created it in the past. */
async function listPendingMigrations(client: pg.Client, migrationsFolder: string): Promise<Migration[]> {
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
async function applyMigrations(client: pg.Client, migrations: readonly Migration[]): Promise<void> {
  let isOpen = false;
  for (const { sql, hash, folderMillis } of migrations) {
    const isOutside = OUTSIDE_TRANSACTION.test(sql[0] ?? '');
    if (isOpen === isOutside) {
      await client.query(isOutside ? 'commit' : 'begin');
      isOpen = !isOutside;
    }
    // No lock timeout outside a transaction: a concurrent build waits as long as needed and blocks nobody.
    await client.query(`set lock_timeout = '${isOutside ? 0 : LOCK_TIMEOUT}'`);
    for (const statement of sql) await client.query(statement);
    await client.query(recordMigrationStatement, [hash, folderMillis]);
  }
  if (isOpen) await client.query('commit');
}
