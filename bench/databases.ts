/** Creates one filled database per size, or reuses an existing one. */
import pg from 'pg';
import { migrate } from '../apps/server/src/platform/db/migrate.ts';
import { seedDatabase } from '../apps/server/src/seed/seed.ts';
import type { Cluster } from '../tools/pg.ts';
import { progressReporter } from '../tools/progress.ts';

const reviewsPerProvider = 2;
/** More than one page shows. */
const ALERTS = 1000;

export async function fillDatabase(cluster: Cluster, size: number): Promise<string> {
  const name = `bench_${size}`;
  await withClient(cluster.url(), async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${name}`);
  });
  const url = cluster.url(name);
  await migrate(url);
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ n: number }>('select count(*)::int as n from providers');
    if (rows[0]!.n === size) return;
    const progress = progressReporter(process.stderr);
    const amounts = { providers: size, reviews: size * reviewsPerProvider, alerts: ALERTS };
    await seedDatabase(client, { seed: 7, amounts }, { fresh: true, onProgress: progress.show });
    progress.end();
  });
  return url;
}

async function withClient(url: string, task: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await task(client);
  } finally {
    await client.end();
  }
}
