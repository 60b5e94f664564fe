/** Brings a database to the newest tables. Processes that start together wait for one another. */
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { fileURLToPath } from 'node:url';
import { grantApplicationRole } from './application-role.ts';

const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url));
/** Any number, as long as nothing else in the database locks the same one. */
const MIGRATION_LOCK = 4_715_001;

/** Afterwards the given role has its rights, if it exists. */
export async function migrate(databaseUrl: string, applicationRole?: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'hakiki-migrate' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await applyMigrations(drizzle(client), { migrationsFolder });
    if (applicationRole) await grantApplicationRole(client, applicationRole);
  } finally {
    await client.end();
  }
}
