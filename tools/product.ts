/** The product as it runs in production, on a database of its own with the demo data; for tools that look at it from outside. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { migrate } from '../apps/server/src/platform/db/migrate.ts';
import { seedDemo } from '../apps/server/src/seed/demo.ts';
import { freePort, startThrowawayPostgres } from './pg.ts';

const root = join(import.meta.dirname, '..');
const READY_WITHIN_SECONDS = 30;

export interface Product {
  url: string;
  databaseUrl: string;
  stop: () => Promise<void>;
}

export async function startProduct(label: string): Promise<Product> {
  if (!existsSync(join(root, 'apps/web/build/server'))) throw new Error('The site is not built: npm run build');
  const cluster = await startThrowawayPostgres(label);
  const databaseUrl = cluster.url();
  await migrate(databaseUrl);
  await fillWithDemoData(databaseUrl);

  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = spawn(process.execPath, [join(root, 'apps/server/src/main.ts')], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      APP_SECRET: randomBytes(32).toString('hex'),
      PUBLIC_URL: url,
      PORT: String(port),
      DRAIN_SECONDS: '0',
      LOG_LEVEL: 'error',
    },
  });
  const endWithUs = () => server.kill();
  process.once('exit', endWithUs);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const stop = async () => {
    process.off('exit', endWithUs);
    server.kill();
    await exited;
    await cluster.stop();
  };
  try {
    await waitUntilReady(url, () => server.exitCode !== null);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, databaseUrl, stop };
}

async function fillWithDemoData(databaseUrl: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl });
  try {
    await seedDemo(pool);
  } finally {
    await pool.end();
  }
}

async function waitUntilReady(url: string, hasExited: () => boolean): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_SECONDS * 1000;
  while (Date.now() < deadline) {
    const isReady = await fetch(`${url}/readyz`).then(
      (reply) => reply.ok,
      () => false,
    );
    if (isReady) return;
    if (hasExited()) throw new Error('The server ended before it was ready.');
    await sleep(100);
  }
  throw new Error(`The server was not ready within ${READY_WITHIN_SECONDS} seconds.`);
}
