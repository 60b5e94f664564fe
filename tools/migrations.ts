/** Tables and migrations must agree: a migration made now, into a copy, has nothing to say. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import drizzleConfig from '../apps/server/drizzle.config.ts';

const root = join(import.meta.dirname, '..');
const server = join(root, 'apps/server');

/** What a new migration would hold, in the words of drizzle-kit; nothing when the migrations are complete. */
export async function findDrift(tables = String(drizzleConfig.schema)): Promise<string | undefined> {
  const copy = await mkdtemp(join(tmpdir(), 'hakiki-migrations-'));
  try {
    await cp(join(server, 'migrations'), copy, { recursive: true });
    const out = relative(server, copy);
    const { dialect, casing = 'camelCase' } = drizzleConfig;
    const args = [`--dialect=${dialect}`, `--casing=${casing}`, `--schema=${tables}`, `--out=${out}`];
    // It asks on the terminal when a column might have been renamed. There is nobody to answer, which is an answer too.
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

if (import.meta.main) {
  const drift = await findDrift();
  if (drift !== undefined) {
    console.error(`${drift}\n\nThe tables have changed and no migration says so: npm run db:generate`);
    process.exitCode = 1;
  }
}
