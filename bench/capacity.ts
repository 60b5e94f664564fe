/**
 * Measures the CPU time of one request of each kind in edge, server and database, from which the number of machines
 * follows (docs/runbooks/capacity.md). Requests per second would say less, because other load on a shared machine
 * changes them.
 */
import pg from 'pg';
import { makeSession, makeUser } from '../apps/server/test/support/factories.ts';
import { openDatabase } from '../apps/server/src/platform/db/database.ts';
import { createLog } from '../apps/server/src/platform/log/log.ts';
import { cpuMicroseconds } from './cpu.ts';
import { type Load, runWrk } from './wrk.ts';

/** The pid of the parent process of each part. */
type Parts = Record<string, number>;

/** The parent process of the backends. */
export async function findPostmasterPid(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ pid: string }>(
    `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid`,
  );
  await client.end();
  return Number(rows[0]!.pid);
}

/** Milliseconds of CPU per request, by part. */
export async function measureCpuPerRequest(load: Load, parts: Parts): Promise<Record<string, number>> {
  await runWrk({ ...load, seconds: 1 });
  const before = Object.values(parts).map(cpuMicroseconds);
  const { requests } = await runWrk(load);
  const after = Object.values(parts).map(cpuMicroseconds);
  return Object.fromEntries(
    // The CPU time of a connection that closed meanwhile is not in the total.
    Object.keys(parts).map((part, index) => [part, Math.max(0, after[index]! - before[index]!) / requests / 1000]),
  );
}

/** The cookie of a signed-in user. */
export async function signIn(databaseUrl: string): Promise<{ Cookie: string }> {
  const database = openDatabase({ databaseUrl, databasePoolSize: 1, statementTimeoutMs: 10_000 }, createLog('silent'));
  const { id: userId } = await makeUser(database.db);
  const { token } = await makeSession(database.db, { userId });
  await database.close();
  return { Cookie: `__Host-session=${token}` };
}
