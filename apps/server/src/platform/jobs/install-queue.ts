import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../log/log.ts';
import { createQueueKeeper, startBoss } from './boss.ts';

const PAUSE_MS = 200;

/**
 * For the owner of the tables: makes those of the queue, or brings them up to date, and makes a queue for each of these jobs. Where
 * server and worker have roles of their own, neither of them may.
 */
export async function installQueue(databaseUrl: string, log: Log, jobs: readonly { name: string }[]): Promise<void> {
  const boss = await startBoss(log, { connectionString: databaseUrl, max: 2, supervise: false, schedule: false });
  try {
    const ensureQueue = createQueueKeeper(boss);
    for (const { name } of jobs) await ensureQueue(name);
    await waitForLateChanges(databaseUrl);
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** What a newer version of the library changes beside the daily work; nobody else may do it. */
async function waitForLateChanges(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (;;) {
      const { rowCount } = await client.query(
        `select from pgboss.bam where status in ('pending', 'in_progress') limit 1`,
      );
      if (rowCount === 0) return;
      await pause(PAUSE_MS);
    }
  } finally {
    await client.end();
  }
}
