/**
 * What a starting process waits for: PostgreSQL answers, and its tables are as new as this code. Machines start in any order, and a
 * crash loop under a supervisor would only hide what is missing; so we wait, say for what, and give up in the end.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Database } from './database.ts';
import { isPassing } from './retry.ts';

const PAUSE_MS = 1000;

/** Two readers: whoever asks /readyz learns the state, the log also where. Neither sees who we are or with which password. */
interface Missing {
  status: string;
  words: string;
}

/** What is missing right now. */
export type Readiness = () => Promise<Missing | undefined>;

export class DatabaseMissing extends Error {}

interface Journal {
  entries: { when: number }[];
}

const journalFile = new URL('../../../migrations/meta/_journal.json', import.meta.url);
/** Of this code, by the time each was made. */
export const ownMigrations = (): number[] =>
  (JSON.parse(readFileSync(journalFile, 'utf8')) as Journal).entries.map(({ when }) => when);

/** As the migrator of drizzle-orm finds out what to run. */
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

/** Once the tables were found new enough they stay so, and only the connection is asked for. */
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

/** Whether PostgreSQL lets us in, whatever tables it has: for the command that makes them. */
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
    await pause(PAUSE_MS);
  }
}

/** For the entries: what is missing ends the process with words, not with a stack. */
export async function databaseOrExit(ready: Promise<void>, say: (words: string) => void): Promise<void> {
  try {
    await ready;
  } catch (error) {
    if (!(error instanceof DatabaseMissing)) throw error;
    say(error.message);
    process.exit(1);
  }
}
