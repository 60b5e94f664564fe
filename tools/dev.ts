/**
 * The whole product on one port, with nothing else installed: a PostgreSQL of its own, migrations, demo data, the API, the site
 * with live updates, the jobs, and an outbox for mail. Set DATABASE_URL to use another server.
 */
import { spawn } from 'node:child_process';
import { createServer as createHttpServer } from 'node:http';
import { devNull } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { CreateWebHandler } from '@hakiki/contract/web-handler';
import pg from 'pg';
import { createServer as createViteServer } from 'vite';
import { readSettings } from '../apps/server/src/platform/config/settings.ts';
import { migrate } from '../apps/server/src/platform/db/migrate.ts';
import { createLog } from '../apps/server/src/platform/log/log.ts';
import { onStopSignal } from '../apps/server/src/platform/stop-signal.ts';
import { testAdmin } from '../apps/server/src/modules/accounts/administration.ts';
import { demoAccounts, demoPassword, seedAccounts } from '../apps/server/src/seed/accounts.ts';
import { seedDemo } from '../apps/server/src/seed/demo.ts';
import { seedDemoQueue } from '../apps/server/src/seed/demo-queue.ts';
import { startServer } from '../apps/server/src/start-server.ts';
import { developmentCluster, startPostgres } from './pg.ts';

const root = join(import.meta.dirname, '..');

async function prepareDatabase(): Promise<string> {
  const given = process.env['DATABASE_URL'];
  const url = given ?? (await startPostgres(developmentCluster)).url();
  await migrate(url);
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  if (await seedDemo(pool)) await seedDemoQueue(pool);
  await pool.end();
  return url;
}

/** Server and worker are two processes and must derive the same tokens, also after a restart. */
function keptSecret(): string {
  const file = join(root, '.local/app-secret');
  mkdirSync(dirname(file), { recursive: true });
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 });
  return readFileSync(file, 'utf8');
}

const databaseUrl = await prepareDatabase();
const environment = {
  LOG_LEVEL: 'warn',
  DRAIN_SECONDS: '0',
  APP_SECRET: keptSecret(),
  TEST_ADMINISTRATOR: 'on',
  ...process.env,
  NODE_ENV: 'development',
  DATABASE_URL: databaseUrl,
  // The file says how the product runs on this machine, and may name a database with real people in it.
  ENV_FILE: devNull,
};
const settings = readSettings(environment);
const log = createLog(settings.logLevel);

// Vite listens for upgrades on a server of its own; ours passes them on, so that live updates share the port.
const upgrades = createHttpServer();
const vite = await createViteServer({
  root: join(root, 'apps/web'),
  appType: 'custom',
  server: { middlewareMode: true, hmr: { server: upgrades } },
});

const createWebHandler: CreateWebHandler = (dependencies) => async (request, options) => {
  const entry = (await vite.ssrLoadModule('./server/entry.ts')) as { createWebHandler: CreateWebHandler };
  return entry.createWebHandler(dependencies)(request, options);
};

const server = await startServer({
  settings,
  log,
  createWebHandler,
  beforeWeb: vite.middlewares,
  upgrade: (request, socket, head) => upgrades.emit('upgrade', request, socket, head),
});
await server.ready;
await seedAccounts(server.database.db);
const worker = spawn(process.execPath, [join(root, 'apps/server/src/worker.ts')], {
  stdio: 'inherit',
  env: environment,
});

onStopSignal(log, async () => {
  worker.kill();
  await vite.close();
  await server.stop();
});

process.stdout.write(`
  Hakiki       ${settings.publicUrl}
  API          ${settings.publicUrl}/api/openapi.json
  Accounts     ${[...(settings.hasTestAdmin ? [testAdmin] : []), ...demoAccounts].map(({ email }) => email).join('\n               ')}
               each with the password ${demoPassword}
  Mail         ${settings.mail.smtpUrl ?? `${relative(process.cwd(), settings.mail.outboxFolder)} (each mail is a file to open)`}
  Database     ${databaseUrl}
`);
