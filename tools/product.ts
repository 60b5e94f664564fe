/** Starts the product as in production, on its own database with the demo data, for tools that test it from outside. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { UserId } from '@hakiki/contract/accounts';
import pg from 'pg';
import { type Db, openDatabase } from '../apps/server/src/platform/db/database.ts';
import { migrate } from '../apps/server/src/platform/db/migrate.ts';
import { createLog } from '../apps/server/src/platform/log/log.ts';
import { generateKeyPair } from '../apps/server/src/platform/sealing/sealed-box.ts';
import { formatSigningKey } from '../apps/server/src/platform/signing/signed-note.ts';
import { makeSession, makeUser } from '../apps/server/test/support/factories.ts';
import { startPayfast } from './payfast/server.ts';
import { listFiles, findFreePort, getPreparedCluster, startTemporaryPostgres } from './pg.ts';

const root = join(import.meta.dirname, '..');
const READY_WITHIN_SECONDS = 180;
const runFile = promisify(execFile);

/** Of every product with demo data: parts of the data are encrypted with it. */
const demoSecret = createHash('sha256').update('products with demo data').digest('hex');

/** Recipient of messages to sales. */
export const salesAddress = 'sales@hakiki.example';

export interface Product {
  /**
   * A name and not an IP address: passkeys need a name, and browsers accept secure cookies for `localhost` without TLS.
   */
  url: string;
  databaseUrl: string;
  appSecret: string;
  /** URL of its fake PayFast: the payment page, and its actions (tools/payfast/control.ts). */
  payfastUrl: string;
  /** Returns the output of `npm run audit:verify`. Throws if the verification fails. */
  verifyAudit: () => Promise<string>;
  /** Runs `hakiki <command>` on the machine of the product, as its operator, and returns the output. */
  runHakiki: (...command: string[]) => Promise<string>;
  stop: () => Promise<void>;
}

interface ProductOptions {
  /** With a mail server the worker runs too, and emails arrive there. */
  smtpUrl?: string;
  /** Other than production, which has no page for test payments. */
  environment?: 'test';
  /**
   * Replacement of the internet for the worker. Production rejects this setting, so only the worker runs in test mode.
   */
  internet?: { namePort: number; webPort: number };
  /** Without the demo data, as after an installation. */
  isEmpty?: true;
}

export async function startProduct(
  label: string,
  { smtpUrl, environment, internet, isEmpty }: ProductOptions = {},
): Promise<Product> {
  if (!existsSync(join(root, 'apps/web/build/server'))) throw new Error('The site is not built: npm run build');
  const cluster = await startTemporaryPostgres(label, isEmpty ? undefined : await getDemoCluster());
  const databaseUrl = cluster.url();
  const roles = isEmpty ? await makeRoles(databaseUrl) : toRoleUrls(databaseUrl);

  const payfast = await startPayfast();
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  const { web, worker, remove } = createEnvironments(roles, {
    PUBLIC_URL: url,
    PORT: String(port),
    ...payfast.environment,
    ...(smtpUrl && { SMTP_URL: smtpUrl }),
    ...(environment && { NODE_ENV: environment }),
  });
  const server = startProcess('main.ts', web);
  const outside = internet && {
    NODE_ENV: 'test',
    TEST_NAME_PORT: String(internet.namePort),
    TEST_WEB_PORT: String(internet.webPort),
  };
  const entries = [server, ...(smtpUrl ? [startProcess('worker.ts', { ...worker, ...outside })] : [])];
  const endWithUs = () => {
    for (const entry of entries) entry.kill();
  };
  process.once('exit', endWithUs);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const stop = async () => {
    process.off('exit', endWithUs);
    await Promise.all(entries.map(stopProcess));
    await payfast.stop();
    await cluster.stop();
    remove();
  };
  try {
    await waitUntilReady(url, () => server.exitCode !== null);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    databaseUrl,
    appSecret: web['APP_SECRET'] ?? '',
    payfastUrl: payfast.url,
    verifyAudit: () => verifyAudit(worker),
    runHakiki: async (...command) =>
      (await runFile(process.execPath, [join(root, 'tools/operator/hakiki.ts'), ...command], { cwd: root, env: web }))
        .stdout,
    stop,
  };
}

/**
 * Migrated and seeded once, then copied for each product. The demo data contains relative times, so it is recreated
 * every hour.
 */
export const getDemoCluster = (): Promise<string> => {
  const sources = ['apps/server/migrations', 'apps/server/src', 'packages/contract/src'];
  const files = [import.meta.filename, join(root, 'package-lock.json')];
  return getPreparedCluster(
    join(root, '.local/demo-clusters'),
    {
      files: [...files, ...sources.flatMap((folder) => listFiles(join(root, folder)))],
      moment: new Date().toISOString().slice(0, 'yyyy-mm-ddThh'.length),
    },
    async ({ url }) => {
      await makeRoles(url());
      await fillWithDemoData(url());
    },
  );
};

/** Database URLs of each process. */
export interface Roles {
  web: string;
  worker: string;
}

/** Server and worker have their own roles as in production, so that every e2e test checks their permissions. */
export async function makeRoles(databaseUrl: string): Promise<Roles> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('create role hakiki_app login; create role hakiki_worker login');
  await client.end();
  // Imported only here: the workers of e2e tests do not prepare clusters, and the whole server takes seconds to load.
  const { jobsEnqueuedByServer } = await import('../apps/server/src/app.ts');
  await migrate(databaseUrl, { web: 'hakiki_app', worker: 'hakiki_worker', jobs: jobsEnqueuedByServer });
  return toRoleUrls(databaseUrl);
}

export function toRoleUrls(databaseUrl: string): Roles {
  const as = (username: string) => Object.assign(new URL(databaseUrl), { username }).href;
  return { web: as('hakiki_app'), worker: as('hakiki_worker') };
}

/**
 * Environment of both processes as in production, with their own folders; the second argument adds or overrides
 * settings.
 */
export function createEnvironments(roles: Roles, settings: Record<string, string>) {
  const evidenceFolder = mkdtempSync(join(tmpdir(), 'hakiki-evidence-'));
  const auditFolder = mkdtempSync(join(tmpdir(), 'hakiki-audit-'));
  const reporterKeys = generateKeyPair();
  const web: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: 'production',
    ENV_FILE: devNull,
    DATABASE_URL: roles.web,
    APP_SECRET: demoSecret,
    WORKER_PORT: '0',
    DRAIN_SECONDS: '0',
    LOG_LEVEL: 'error',
    // All clients have one address here.
    RATE_LIMIT_SCALE: '100',
    SALES_EMAIL: salesAddress,
    REPORTER_PUBLIC_KEY: reporterKeys.publicKey,
    EVIDENCE_FOLDER: evidenceFolder,
    AUDIT_HEAD_FILE: join(auditFolder, 'head'),
    ...settings,
  };
  return {
    web,
    // Only the worker can decrypt reporters' contact data.
    worker: {
      ...web,
      DATABASE_URL: roles.worker,
      REPORTER_PRIVATE_KEYS: reporterKeys.privateKey,
      LOG_SIGNING_KEYS: formatSigningKey('hakiki.test/decisions'),
    },
    remove: () => {
      for (const folder of [evidenceFolder, auditFolder]) rmSync(folder, { recursive: true, force: true });
    },
  };
}

export const verifyAudit = async (env: NodeJS.ProcessEnv): Promise<string> =>
  (await runFile(process.execPath, [join(root, 'tools/operator/audit-verify.ts')], { cwd: root, env })).stdout;

const startProcess = (file: 'main.ts' | 'worker.ts', env: NodeJS.ProcessEnv): ChildProcess =>
  spawn(process.execPath, ['--import', join(root, 'tools/node-version.mjs'), join(root, 'apps/server/src', file)], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env,
  });

async function stopProcess(entry: ChildProcess): Promise<void> {
  if (entry.exitCode !== null || entry.signalCode !== null) return;
  const exited = new Promise<void>((resolve) => entry.once('exit', () => resolve()));
  entry.kill();
  await exited;
}

type UserOverrides = Parameters<typeof makeUser>[1];
type SessionOverrides = Omit<Parameters<typeof makeSession>[1], 'userId'>;

export interface People {
  /** For factories of other test data. */
  db: Db;
  make: (given?: UserOverrides) => ReturnType<typeof makeUser>;
  /** Creates a session of this user and returns its cookie. */
  signIn: (userId: UserId, given?: SessionOverrides) => Promise<{ name: string; value: string }>;
  close: () => Promise<void>;
}

/** Creates users for the running product. */
export function createPeople(databaseUrl: string): People {
  const { db, close } = openDatabase(
    { databaseUrl, databasePoolSize: 4, statementTimeoutMs: 20_000 },
    createLog('silent'),
  );
  return {
    db,
    make: (given) => makeUser(db, given),
    async signIn(userId, given) {
      const { token } = await makeSession(db, { userId, ...given });
      return { name: '__Host-session', value: token };
    },
    close,
  };
}

export async function fillWithDemoData(databaseUrl: string): Promise<void> {
  const { seedDemo } = await import('../apps/server/src/seed/demo.ts');
  const { appendAll } = await import('../apps/server/src/modules/moderation/decision-log/appender.ts');
  await seedDemo({ databaseUrl, appSecret: demoSecret });
  // Does the worker's job of the first seconds; a product without email has no worker.
  const database = openDatabase({ databaseUrl, databasePoolSize: 1, statementTimeoutMs: 20_000 }, createLog('silent'));
  await appendAll(database);
  await database.close();
}

export async function waitUntilReady(url: string, hasExited: () => boolean = () => false): Promise<void> {
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
