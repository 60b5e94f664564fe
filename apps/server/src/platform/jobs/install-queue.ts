import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../log/log.ts';
import { createQueueEnsurer, startBoss } from './boss.ts';

const POLL_INTERVAL_MS = 200;

/** Creates or updates the queue's tables, and a queue for each job. Requires the owner of the tables. */
export async function installQueue(databaseUrl: string, log: Log, jobs: readonly { name: string }[]): Promise<void> {
  const boss = await startBoss(log, { connectionString: databaseUrl, max: 2, supervise: false, schedule: false });
  try {
    const ensureQueue = createQueueEnsurer(boss);
    for (const { name } of jobs) await ensureQueue(name);
    await waitForBackgroundMigrations(databaseUrl);
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** Waits for changes that a new version of pg-boss applies in the background; other roles cannot make them. */
async function waitForBackgroundMigrations(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (;;) {
      const { rowCount } = await client.query(
        `select from pgboss.bam where status in ('pending', 'in_progress') limit 1`,
      );
      if (rowCount === 0) return;
      await sleep(POLL_INTERVAL_MS);
    }
  } finally {
    await client.end();
  }
}
