/**
 * Checks that PostgreSQL responds and has run all migrations of this code. Machines start in any order, and a crash
 * loop would hide what is missing; so a starting process waits, logs what it waits for, and gives up in the end.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Database } from './database.ts';
import { isTransient } from './retry.ts';

const RETRY_INTERVAL_MS = 1000;

/** `status` is public at /readyz; `message` names the server, for the log. Neither contains credentials. */
interface NotReady {
  status: string;
  message: string;
}

/** Returns what is missing, or undefined if the database is ready. */
export type Readiness = () => Promise<NotReady | undefined>;

export class DatabaseNotReadyError extends Error {}

interface Journal {
  entries: { when: number }[];
}

const journalFile = new URL('../../../migrations/meta/_journal.json', import.meta.url);
/** The creation times of this code's migrations. */
export const listOwnMigrations = (): number[] =>
  (JSON.parse(readFileSync(journalFile, 'utf8')) as Journal).entries.map(({ when }) => when);

/** The same query as in drizzle-orm's migrator. */
const newestMigrationStatement = { text: 'select max(created_at)::float8 as newest from drizzle.__drizzle_migrations' };

async function countPendingMigrations(database: Pick<Database, 'query'>): Promise<number> {
  const newest = await database.query(newestMigrationStatement, []).then(
    ({ rows: [row] }) => (row as { newest: number | null }).newest ?? 0,
    (error: unknown) => {
      if (getErrorCode(error) === UNDEFINED_TABLE) return 0;
      throw error;
    },
  );
  return listOwnMigrations().filter((when) => when > newest).length;
}

const UNDEFINED_TABLE = '42P01';
const getErrorCode = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '');

function describeConnectionError(error: unknown, databaseUrl: string): NotReady {
  const { host, port, database } = new pg.Client({ connectionString: databaseUrl });
  const server = `PostgreSQL at ${host}:${port}`;
  const code = getErrorCode(error);
  if (code === '42501') {
    const message =
      'the role of DATABASE_URL may not see which migrations have run: npm run migrate, as the owner of the tables';
    return { status: 'database not migrated', message };
  }
  if (code === '28P01' || code === '28000') {
    return { status: 'database refuses us', message: `${server} refuses the name or the password in DATABASE_URL` };
  }
  if (code === '3D000') return { status: 'database missing', message: `${server} has no database '${database}'` };
  const reason = isTransient(error) || !code ? '' : ` (${code})`;
  return { status: 'database unreachable', message: `cannot reach ${server}${reason}` };
}

/** Once all migrations have run, only the connection is checked. */
export function createReadinessCheck(database: Pick<Database, 'query'>, databaseUrl: string): Readiness {
  let isMigrated = false;
  return async () => {
    try {
      if (isMigrated) {
        await database.query({ text: 'select 1' }, []);
        return undefined;
      }
      const count = await countPendingMigrations(database);
      isMigrated = count === 0;
      if (isMigrated) return undefined;
      const message = `the database has ${count} ${count === 1 ? 'migration' : 'migrations'} to run: npm run migrate`;
      return { status: 'database not migrated', message };
    } catch (error) {
      return describeConnectionError(error, databaseUrl);
    }
  };
}

/** Whether PostgreSQL accepts our connection, regardless of its tables; for the migrate command. */
export function createConnectionCheck(databaseUrl: string): Readiness {
  return async () => {
    const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 3000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return undefined;
    } catch (error) {
      return describeConnectionError(error, databaseUrl);
    } finally {
      await client.end().catch(() => undefined);
    }
  };
}

export async function waitForDatabase(
  readiness: Readiness,
  seconds: number,
  report: (message: string) => void,
): Promise<void> {
  const deadline = Date.now() + seconds * 1000;
  let lastMessage = '';
  for (;;) {
    const problem = await readiness();
    if (!problem) return;
    if (Date.now() >= deadline) throw new DatabaseNotReadyError(problem.message);
    if (problem.message !== lastMessage) report(problem.message);
    lastMessage = problem.message;
    await sleep(RETRY_INTERVAL_MS);
  }
}

/** Ends the process with a message instead of a stack trace if the database is not ready. */
export async function exitUnlessReady(ready: Promise<void>, report: (message: string) => void): Promise<void> {
  try {
    await ready;
  } catch (error) {
    if (!(error instanceof DatabaseNotReadyError)) throw error;
    report(error.message);
    process.exit(1);
  }
}
