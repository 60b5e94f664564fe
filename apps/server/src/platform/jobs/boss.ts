/** Starts pg-boss, the library behind the job queue, with our settings. */
import { retention } from '@hakiki/contract/retention';
import pg from 'pg';
import { type ConstructorOptions, PgBoss } from 'pg-boss';
import type { Log } from '../log/log.ts';

const queueOptions = {
  notify: true,
  heartbeatSeconds: 10,
  retryLimit: 5,
  retryDelay: 2,
  retryBackoff: true,
  // Completed jobs and jobs that nobody fetches are deleted; emails are retried for four days.
  deleteAfterSeconds: retention.letters.days * 24 * 3600,
  retentionSeconds: retention.letters.days * 24 * 3600,
} as const;
/** A role that owns or may create the queue's tables keeps them up to date; others use what `migrate` created. */
const canManageSchemaStatement = `
  select coalesce(
    (select pg_has_role(nspowner, 'usage') from pg_namespace where nspname = 'pgboss'),
    has_database_privilege(current_database(), 'create')
  ) as may`;

async function canManageSchema(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ may: boolean }>(canManageSchemaStatement);
    return rows[0]?.may ?? false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

export async function startBoss(log: Log, options: ConstructorOptions & { connectionString: string }): Promise<PgBoss> {
  const boss = new PgBoss({ ...options, migrate: await canManageSchema(options.connectionString) });
  boss.on('error', (error) => log.error({ err: error }, 'jobs failed'));
  try {
    return await boss.start();
  } catch (error) {
    await boss.stop({ graceful: false });
    throw error;
  }
}

export function createQueueEnsurer(boss: PgBoss) {
  const ensured = new Set<string>();
  return async (name: string) => {
    if (ensured.has(name)) return;
    // A role without the right to create queues finds those that the owner created.
    if (!(await boss.getQueue(name))) await boss.createQueue(name, queueOptions);
    ensured.add(name);
  };
}
