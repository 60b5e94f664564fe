/**
 * What one request of each kind costs, as CPU time of edge, server and database: how many machines are needed follows from it
 * (docs/runbooks/capacity.md). How many a second a shared machine answers would say less, since its neighbours take part.
 */
import pg from 'pg';
import { makeSession, makeUser } from '../apps/server/test/makers.ts';
import { openDatabase } from '../apps/server/src/platform/db/database.ts';
import { createLog } from '../apps/server/src/platform/log/log.ts';
import { cpuMicroseconds } from './cpu.ts';
import { type Load, wrk } from './wrk.ts';

/** A process that takes part, by the pid of the first of its kind. */
type Parts = Record<string, number>;

/** Whose children are the backends. */
export async function postmasterOf(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ pid: string }>(
    `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid`,
  );
  await client.end();
  return Number(rows[0]!.pid);
}

/** In milliseconds of CPU for each request, by part. */
export async function costOf(load: Load, parts: Parts): Promise<Record<string, number>> {
  await wrk({ ...load, seconds: 1 });
  const before = Object.values(parts).map(cpuMicroseconds);
  const { requests } = await wrk(load);
  const after = Object.values(parts).map(cpuMicroseconds);
  return Object.fromEntries(
    // A connection that ended meanwhile has taken its account with it.
    Object.keys(parts).map((part, place) => [part, Math.max(0, after[place]! - before[place]!) / requests / 1000]),
  );
}

/** The cookie of somebody who is signed in. */
export async function signIn(databaseUrl: string): Promise<{ Cookie: string }> {
  const database = openDatabase({ databaseUrl, databasePoolSize: 1, statementTimeoutMs: 10_000 }, createLog('silent'));
  const { id: userId } = await makeUser(database.db);
  const { token } = await makeSession(database.db, { userId });
  await database.close();
  return { Cookie: `__Host-session=${token}` };
}
