/**
 * Checks that tables and migrations agree (a migration generated now, into a copy, would be empty), and that no
 * migration locks tables in use (migration-locks.ts).
 */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import drizzleConfig from '../apps/server/drizzle.config.ts';
import { findLocks } from './migration-locks.ts';

const root = join(import.meta.dirname, '..');
const server = join(root, 'apps/server');

/** Returns the output of drizzle-kit for a new migration; undefined when the migrations are complete. */
export async function findDrift(tables = String(drizzleConfig.schema)): Promise<string | undefined> {
  const copy = await mkdtemp(join(tmpdir(), 'hakiki-migrations-'));
  try {
    await cp(join(server, 'migrations'), copy, { recursive: true });
    const out = relative(server, copy);
    const { dialect, casing = 'camelCase' } = drizzleConfig;
    const args = [`--dialect=${dialect}`, `--casing=${casing}`, `--schema=${tables}`, `--out=${out}`];
    // drizzle-kit asks on the terminal when a column might have been renamed. Without a terminal the question itself
    // shows a change.
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      [join(root, 'node_modules/drizzle-kit/bin.cjs'), 'generate', ...args],
      { cwd: server, timeout: 60_000 },
    ).catch((error: { stdout: string; stderr: string }) => error);
    return stdout.includes('No schema changes') ? undefined : `${stdout}${stderr}`.trim();
  } finally {
    await rm(copy, { recursive: true });
  }
}

/** The last migration of the baseline, which runs on an empty database. */
const LAST_UNCHECKED_MIGRATION = 4;

async function findLockingMigrations(): Promise<string[]> {
  const files = (await readdir(join(server, 'migrations'))).filter((file) => file.endsWith('.sql')).toSorted();
  const newer = files.filter((file) => Number(file.slice(0, 4)) > LAST_UNCHECKED_MIGRATION);
  const problems = await Promise.all(
    newer.map(async (file) =>
      findLocks(await readFile(join(server, 'migrations', file), 'utf8')).map((fault) => `${file}: ${fault}`),
    ),
  );
  return problems.flat();
}

if (import.meta.main) {
  const locking = await findLockingMigrations();
  if (locking.length > 0) {
    console.error(
      `${locking.join('\n')}\n\nThese tables are in use during a migration: tools/migration-locks.ts says what to do.`,
    );
    process.exitCode = 1;
  }
  const drift = await findDrift();
  if (drift !== undefined) {
    console.error(`${drift}\n\nThe tables have changed without a migration: npm run db:generate -- what_it_does`);
    process.exitCode = 1;
  }
}
