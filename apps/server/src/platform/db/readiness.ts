/**
 * Checks that PostgreSQL responds and has run all migrations of this code. Machines start in any order, and a crash
 * loop would hide what is missing; so a starting process waits, logs what it waits for, and gives up in the end.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Database } from './database.ts';
import { isPassing } from './retry.ts';

const PAUSE_MS = 1000;

/** `status` is public at /readyz; `message` names the server, for the log. Neither contains credentials. */
interface Missing {
  status: string;
  words: string;
}

/** Returns what is missing, or undefined if the database is ready. */
export type Readiness = () => Promise<Missing | undefined>;

export class DatabaseMissing extends Error {}

interface Journal {
  entries: { when: number }[];
}

const journalFile = new URL('../../../migrations/meta/_journal.json', import.meta.url);
/** The creation times of this code's migrations. */
export const ownMigrations = (): number[] =>
  (JSON.parse(readFileSync(journalFile, 'utf8')) as Journal).entries.map(({ when }) => when);

/** The same query as in drizzle-orm's migrator. */
const newestStatement = { text: 'select max(created_at)::float8 as newest from drizzle.__drizzle_migrations' };

async function countMigrationsToRun(database: Pick<Database, 'query'>): Promise<number> {
  const newest = await database.query(newestStatement, []).then(
    ({ rows: [row] }) => (row as { newest: number | null }).newest ?? 0,
    (error: unknown) => {
      if (codeOf(error) === UNDEFINED_TABLE) return 0;
      throw error;
    },
  );
  return ownMigrations().filter((when) => when > newest).length;
}

const UNDEFINED_TABLE = '42P01';
const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '');

function describe(error: unknown, databaseUrl: string): Missing {
  const { host, port, database } = new pg.Client({ connectionString: databaseUrl });
  const server = `PostgreSQL at ${host}:${port}`;
  const code = codeOf(error);
  if (code === '42501') {
    const words =
      'the role of DATABASE_URL may not see which migrations have run: npm run migrate, as the owner of the tables';
    return { status: 'database not migrated', words };
  }
  if (code === '28P01' || code === '28000') {
    return { status: 'database refuses us', words: `${server} refuses the name or the password in DATABASE_URL` };
  }
  if (code === '3D000') return { status: 'database missing', words: `${server} has no database '${database}'` };
  const reason = isPassing(error) || !code ? '' : ` (${code})`;
  return { status: 'database unreachable', words: `cannot reach ${server}${reason}` };
}

/** Once all migrations have run, only the connection is checked. */
export function createReadiness(database: Pick<Database, 'query'>, databaseUrl: string): Readiness {
  let isMigrated = false;
  return async () => {
    try {
      if (isMigrated) {
        await database.query({ text: 'select 1' }, []);
        return undefined;
      }
      const count = await countMigrationsToRun(database);
      isMigrated = count === 0;
      if (isMigrated) return undefined;
      const words = `the database has ${count} ${count === 1 ? 'migration' : 'migrations'} to run: npm run migrate`;
      return { status: 'database not migrated', words };
    } catch (error) {
      return describe(error, databaseUrl);
    }
  };
}

/** Whether PostgreSQL accepts our connection, regardless of its tables; for the migrate command. */
export function createReachability(databaseUrl: string): Readiness {
  return async () => {
    const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 3000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return undefined;
    } catch (error) {
      return describe(error, databaseUrl);
    } finally {
      await client.end().catch(() => undefined);
    }
  };
}

export async function waitForDatabase(
  readiness: Readiness,
  seconds: number,
  say: (words: string) => void,
): Promise<void> {
  const until = Date.now() + seconds * 1000;
  let said = '';
  for (;;) {
    const missing = await readiness();
    if (!missing) return;
    if (Date.now() >= until) throw new DatabaseMissing(missing.words);
    if (missing.words !== said) say(missing.words);
    said = missing.words;
    await sleep(PAUSE_MS);
  }
}

/** Ends the process with a message instead of a stack trace if the database is not ready. */
export async function databaseOrExit(ready: Promise<void>, say: (words: string) => void): Promise<void> {
  try {
    await ready;
  } catch (error) {
    if (!(error instanceof DatabaseMissing)) throw error;
    say(error.message);
    process.exit(1);
  }
}
