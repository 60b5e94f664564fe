/** Creates one filled database per kind and size, or reuses an existing one. */
import pg from 'pg';
import { openDatabase } from '../apps/server/src/platform/db/database.ts';
import { migrate } from '../apps/server/src/platform/db/migrate.ts';
import { createLog } from '../apps/server/src/platform/log/log.ts';
import { seedDatabase } from '../apps/server/src/seed/seed.ts';
import { makeSession, makeUser } from '../apps/server/test/support/factories.ts';
import type { Cluster } from '../tools/pg.ts';
import { progressReporter } from '../tools/progress.ts';

const reviewsPerProvider = 2;
/** More than one page shows. */
const ALERTS = 1000;

export const fillDirectory = (cluster: Cluster, size: number): Promise<string> =>
  fillOnce(cluster, `bench_${size}`, (client) =>
    seed(client, { providers: size, reviews: size * reviewsPerProvider, alerts: ALERTS }),
  );

export async function seed(client: pg.Client, amounts: Parameters<typeof seedDatabase>[1]['amounts']): Promise<void> {
  const progress = progressReporter(process.stderr);
  await seedDatabase(client, { seed: 7, amounts }, { fresh: true, onProgress: progress.show });
  progress.end();
}

/** A comment marks a database that was filled completely. */
export async function fillOnce(
  cluster: Cluster,
  name: string,
  fill: (client: pg.Client) => Promise<unknown>,
): Promise<string> {
  const isFilled = await withClient(cluster.url(), async (client) => {
    const { rows } = await client.query<{ mark: string | null }>(
      `select shobj_description(oid, 'pg_database') as mark from pg_database where datname = $1`,
      [name],
    );
    if (rows.length === 0) await client.query(`create database ${name}`);
    return rows[0]?.mark === 'filled';
  });
  const url = cluster.url(name);
  await migrate(url);
  if (isFilled) return url;
  await withClient(url, async (client) => {
    await fill(client);
    await client.query('vacuum analyze');
    await client.query(`comment on database ${name} is 'filled'`);
  });
  return url;
}

export async function withClient<Result>(url: string, task: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await task(client);
  } finally {
    await client.end();
  }
}

/** The cookie of a signed-in user. */
export async function signIn(databaseUrl: string, { isAdmin }: { isAdmin: boolean }): Promise<{ Cookie: string }> {
  const database = openDatabase({ databaseUrl, databasePoolSize: 1, statementTimeoutMs: 10_000 }, createLog('silent'));
  try {
    const { id: userId } = await makeUser(database.db, { email: `user-${Date.now()}@hakiki.example`, isAdmin });
    const { token } = await makeSession(database.db, { userId, hasSecondFactor: isAdmin });
    return { Cookie: `__Host-session=${token}` };
  } finally {
    await database.close();
  }
}
