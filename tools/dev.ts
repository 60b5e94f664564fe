/**
 * Starts the whole product on one port, without other installed software: its own PostgreSQL, migrations, demo data,
 * the API, the site with hot updates, the jobs, and an outbox for email. Set DATABASE_URL to use another server. A
 * change of the site appears in open pages; a change of the server restarts it behind a port that stays open.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { devNull } from 'node:os';
import { dirname, join, relative } from 'node:path';
import type { CreateWebHandler } from '@hakiki/contract/web-handler';
import { createServer as createViteServer } from 'vite';
import { testAdmin } from '../apps/server/src/modules/accounts/profile/administration.ts';
import { readSettings } from '../apps/server/src/platform/config/settings.ts';
import { migrate } from '../apps/server/src/platform/db/migrate.ts';
import { createLog } from '../apps/server/src/platform/log/log.ts';
import { onStopSignal } from '../apps/server/src/platform/stop-signal.ts';
import { demoAccounts, demoPassword } from '../apps/server/src/seed/accounts.ts';
import { seedDemo } from '../apps/server/src/seed/demo.ts';
import { seedDemoQueue } from '../apps/server/src/seed/demo-queue.ts';
import type { StartedServer } from '../apps/server/src/start-server.ts';
import { createDevelopmentPort } from './dev-front.ts';
import type * as DevServer from './dev-server.ts';
import { findStablePort } from './stable-port.ts';
import { startPayfast } from './payfast/server.ts';
import { startDevelopmentPostgres, stopPostgresOnExit } from './pg.ts';
import { runWithRestarts } from './restart-on-change.ts';

const root = join(import.meta.dirname, '..');
const DEFAULT_PORT = 3000;
const DEFAULT_PAYFAST_PORT = 3100;
const printLine = (message: string) => void process.stdout.write(`  ${message}\n`);

/** In the order of starting; stopped in the opposite order. */
const stopSteps: (() => unknown)[] = [];
onStopSignal(createLog('warn'), async () => {
  for (const stop of stopSteps.toReversed()) await stop();
});
// A closed terminal: nothing can be printed any more, and everything has to end all the same.
process.once('SIGHUP', () => process.kill(process.pid, 'SIGTERM'));
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);

function startOwnPostgres() {
  stopPostgresOnExit();
  const starting = startDevelopmentPostgres();
  stopSteps.push(() => starting);
  return starting;
}

async function prepareDatabase(): Promise<string> {
  const url = process.env['DATABASE_URL'] ?? (await startOwnPostgres()).url();
  await migrate(url);
  const target = { databaseUrl: url, appSecret: readOrCreateSecret() };
  if (await seedDemo(target)) await seedDemoQueue(target);
  return url;
}

/** Server and worker are two processes and must derive the same tokens, also after a restart. */
function readOrCreateSecret(): string {
  const file = join(root, '.local/app-secret');
  mkdirSync(dirname(file), { recursive: true });
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 });
  return readFileSync(file, 'utf8');
}

/** A requested port must be free; the default port falls back to the next free one. */
const port = process.env['PORT']
  ? Number(process.env['PORT'])
  : await findStablePort(join(root, '.local/web-port'), DEFAULT_PORT);
if (port !== DEFAULT_PORT && !process.env['PORT'])
  printLine(`Port ${DEFAULT_PORT} is in use: this checkout uses ${port}.`);

// Vite listens for upgrades on its own server; ours forwards them, so that hot updates share the port.
const upgrades = createHttpServer();
const startingVite = createViteServer({
  root: join(root, 'apps/web'),
  appType: 'custom',
  server: { middlewareMode: true, ws: { server: upgrades } },
});
/** The first page needs all modules of the site: they are loaded while the database starts. */
const loadSite = async () => (await startingVite).ssrLoadModule('./server/entry.ts').catch(() => undefined);
void loadSite();
/** Starts a fake PayFast, unless the settings name another. */
const startOwnPayfast = async () =>
  process.env['PAYFAST_MERCHANT_ID']
    ? undefined
    : startPayfast({ port: await findStablePort(join(root, '.local/payfast-port'), DEFAULT_PAYFAST_PORT) });
const [vite, databaseUrl, payfast] = await Promise.all([startingVite, prepareDatabase(), startOwnPayfast()]);

const environment = {
  LOG_LEVEL: 'warn',
  DRAIN_SECONDS: '0',
  APP_SECRET: readOrCreateSecret(),
  TEST_ADMINISTRATOR: 'on',
  PUBLIC_URL: `http://localhost:${port}`,
  WORKER_PORT: '0',
  ...payfast?.environment,
  ...process.env,
  NODE_ENV: 'development',
  DATABASE_URL: databaseUrl,
  // The settings file of this machine may name a database with real people in it.
  ENV_FILE: devNull,
};
const settings = readSettings(environment);

const createWebHandler: CreateWebHandler = (dependencies) => async (request, options) => {
  const entry = (await vite.ssrLoadModule('./server/entry.ts')) as { createWebHandler: CreateWebHandler };
  return entry.createWebHandler(dependencies)(request, options);
};

const front = createDevelopmentPort(() => vite.middlewares);
front.server.on('upgrade', (request, socket, head) => upgrades.emit('upgrade', request, socket, head));

let worker: ChildProcess | undefined;
function startWorker(): void {
  worker?.kill();
  const entry = join(root, 'apps/server/src/worker.ts');
  worker = spawn(process.execPath, [...process.execArgv, entry], { stdio: 'inherit', env: environment });
}
async function stopWorker(): Promise<void> {
  if (!worker?.kill()) return;
  await once(worker, 'exit');
}
process.once('exit', () => worker?.kill());

/** Prints the restart, and lets requests wait for it. */
async function announce(starting: Promise<StartedServer>, changed: readonly string[]): Promise<void> {
  const startedAt = performance.now();
  const files = [...new Set(changed)].map((file) => relative(root, file)).join(', ');
  if (files) printLine(`${files} changed: restarting the server …`);
  try {
    await starting;
    if (files) printLine(`… ready after ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
    // Starts after the server, so that no request waits for it.
    startWorker();
  } catch (error) {
    if (!files) throw error;
    console.error(error);
    printLine('… failed to start. The previous server keeps running.');
  }
}

const listening = new Promise<void>((resolve, reject) => {
  front.server.once('error', reject).listen(port, settings.host, resolve);
});
let last: Promise<number> | undefined;
const first = Promise.withResolvers<void>();
const server = await runWithRestarts<StartedServer>({
  root: join(root, 'apps/server'),
  entry: join(root, 'tools/dev-server.ts'),
  requiresRestart: (file) => /\/(?:src|migrations)\/(?!.*\.test\.ts$)/.test(file),
  start: (module) =>
    (module as typeof DevServer).startDevServer({ ...environment, PORT: '0', HOST: '127.0.0.1' }, createWebHandler),
  stop: (running) => running.stop(),
  onStart: (starting, changed) => {
    const before = last;
    last = starting.then(
      (running) => running.port,
      (error: unknown) => before ?? Promise.reject(error),
    );
    front.pointAt(last);
    announce(starting, changed).then(first.resolve, first.reject);
  },
});
stopSteps.push(server.stop, stopWorker);
await Promise.all([listening, first.promise]);

process.stdout.write(`
  Hakiki       ${settings.publicUrl}
  API          ${settings.publicUrl}/api/openapi.json
  Accounts     ${[...(settings.hasTestAdmin ? [testAdmin] : []), ...demoAccounts].map(({ email }) => email).join('\n               ')}
               each with the password ${demoPassword}
  Mail         ${settings.mail.smtpUrl ?? `${relative(process.cwd(), settings.mail.outboxFolder)} (each mail is a file to open)`}
  PayFast      ${payfast ? `${payfast.url} (played here: charges, refuses and cancels as you like)` : settings.payfast?.siteUrl}
  Database     ${databaseUrl}
`);
