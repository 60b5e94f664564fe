/**
 * Starts the product as in production: PostgreSQL, two web processes, the worker and the edge; each of them can be
 * killed.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '../apps/server/src/platform/db/database.ts';
import { createLog } from '../apps/server/src/platform/log/log.ts';
import { startFolderMailServer } from '../apps/server/test/support/mail-folder.ts';
import { type Nginx, startEdge, unlimited } from '../ops/nginx/edge.ts';
import type { EdgeSettings } from '../ops/nginx/render.ts';
import { type Cluster, copyCluster, findFreePort, killServer, startPostgres } from '../tools/pg.ts';
import {
  createEnvironments,
  fillWithDemoData,
  getDemoCluster,
  makeRoles,
  type Roles,
  toRoleUrls,
  waitUntilReady,
} from '../tools/product.ts';
import { killPostgres, type Supervised, supervise } from '../tools/supervised.ts';
import { createHttpClient, type HttpClient } from './http-client.ts';

export interface Options {
  /** Environment variables of all processes. */
  settings?: Record<string, string>;
  /** Acknowledged writes are on disk, as in production. */
  durable?: boolean;
  /** Limits of the edge per client. Default: far above those of production, since most trials have few addresses. */
  limits?: EdgeSettings['limits'];
  /** Addresses whose X-Forwarded-For the edge trusts. */
  behind?: string;
  /** Data folder of PostgreSQL. Default: a copy of the demo data in memory. */
  dataDir?: string;
  /** Puts a proxy between the processes and PostgreSQL: takes its URLs, returns those to use. */
  wrapDatabase?: (roles: Roles) => Promise<Roles>;
}

export interface TestStack {
  /** Client of the edge. */
  client: HttpClient;
  /** Client of one web process, without the edge. */
  directClient: HttpClient;
  edge: Nginx;
  webs: Supervised[];
  worker: Supervised;
  /** Direct connection for the checks. */
  database: Database;
  sql: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
  dataDir: string;
  startDatabase: () => Promise<void>;
  killDatabase: () => Promise<void>;
  /** Environment of the worker. */
  env: NodeJS.ProcessEnv;
  stop: () => Promise<void>;
}

const root = join(import.meta.dirname, '..');
/** Log file of the processes, to find the cause of a finding. */
const logFile = process.env['CHAOS_LOG'];
const entry = (file: string) => join(root, 'apps/server/src', file);
const inMemory = (label: string) =>
  mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), `hakiki-chaos-${label}-`));

export async function startTestStack(options: Options = {}): Promise<TestStack> {
  const { settings = {}, durable = false, limits = unlimited, behind, dataDir, wrapDatabase } = options;
  if (!existsSync(join(root, 'apps/web/build/server'))) throw new Error('The site is not built: npm run build');
  const cleanups: (() => unknown)[] = [];
  const stop = async () => {
    for (const step of cleanups.splice(0).toReversed()) await step();
  };
  try {
    const data = dataDir ?? inMemory('pg');
    cleanups.push(() => rmSync(data, { recursive: true, force: true }));
    const port = await findFreePort();
    let cluster: Cluster | undefined;
    const startDatabase = async () => {
      cluster = await startPostgres({ dataDir: data, port, durable });
    };
    if (!dataDir) copyCluster(await getDemoCluster(), data);
    await startDatabase();
    const endDatabase = () => killServer(data);
    process.once('exit', endDatabase);
    cleanups.push(
      () => process.off('exit', endDatabase),
      () => cluster!.stop(),
    );
    const directUrl = cluster!.url();
    const roles = dataDir ? await makeRoles(directUrl) : toRoleUrls(directUrl);
    if (dataDir) await fillWithDemoData(directUrl);
    const database = openDatabase(
      { databaseUrl: directUrl, databasePoolSize: 4, statementTimeoutMs: 60_000 },
      createLog('silent'),
    );
    cleanups.push(() => database.close());

    const mailFolder = inMemory('mail');
    const mail = await startFolderMailServer(mailFolder);
    cleanups.push(() => rmSync(mailFolder, { recursive: true, force: true }), mail.stop);

    const ports = [await findFreePort(), await findFreePort()];
    const environments = createEnvironments(wrapDatabase ? await wrapDatabase(roles) : roles, {
      PUBLIC_URL: `http://localhost:${ports[0]}`,
      SMTP_URL: mail.url,
      // Clients have other addresses of the same machine.
      TRUSTED_PROXIES: '127.0.0.1',
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(root, 'node_modules/.cache/compiled'),
      ...settings,
    });
    cleanups.push(environments.remove);
    const webs = ports.map((one) =>
      supervise(entry('main.ts'), { ...environments.web, PORT: String(one) }, { logFile }),
    );
    const worker = supervise(entry('worker.ts'), environments.worker, { logFile });
    cleanups.push(() => Promise.all([...webs, worker].map((one) => one.stop())));
    for (const one of ports) await waitUntilReady(`http://127.0.0.1:${one}`);

    const edge = await startEdge({
      origins: ports.map((one) => `127.0.0.1:${one}`),
      limits,
      ...(behind && { behind }),
    });
    cleanups.push(edge.stop);
    const client = createHttpClient(edge.url);
    const directClient = createHttpClient(`http://127.0.0.1:${ports[0]}`);
    cleanups.push(client.close, directClient.close);
    const endEdge = () => process.kill(edge.pid);
    process.once('exit', endEdge);
    cleanups.push(() => process.off('exit', endEdge));
    return {
      client,
      directClient,
      edge,
      webs,
      worker,
      database,
      sql: (text, values = []) => database.read({ text }, values),
      dataDir: data,
      startDatabase,
      killDatabase: async () => {
        await killPostgres(data);
        await startDatabase();
      },
      env: environments.worker,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
