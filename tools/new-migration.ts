/**
 * Command: generates the migration for the changed tables, or with `--custom` an empty one for changes outside the
 * table definitions. `npm run db:generate -- receipts_end`
 */
import { spawnSync } from 'node:child_process';
import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const server = join(import.meta.dirname, '../apps/server');
const USAGE = `A migration is named for what it does, in lower case: npm run db:generate -- receipts_end`;

/** Without a name the generator would invent a meaningless one. */
export const isMigrationName = (name: string | undefined): name is string => /^[a-z][a-z0-9_]{2,59}$/.test(name ?? '');

if (import.meta.main) {
  const [name, ...flags] = process.argv.slice(2);
  if (!isMigrationName(name) || flags.some((flag) => flag !== '--custom')) {
    console.error(USAGE);
    process.exit(2);
  }
  const { status } = spawnSync('drizzle-kit', ['generate', '--name', name, ...flags], {
    cwd: server,
    stdio: 'inherit',
  });
  // drizzle-kit compares with the newest snapshot only; each has 14,000 lines.
  const snapshots = globSync(join(server, 'migrations/meta/*_snapshot.json')).toSorted();
  for (const older of snapshots.slice(0, -1)) rmSync(older);
  process.exitCode = status ?? 1;
}
