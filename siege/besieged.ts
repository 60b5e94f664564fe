/**
 * Starts the product as in production: PostgreSQL, two web processes, the worker and the edge; each of them can be
 * killed.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '../apps/server/src/platform/db/database.ts';
import { createLog } from '../apps/server/src/platform/log/log.ts';
import { startMailServer } from '../apps/server/test/mail-folder.ts';
import { type Nginx, startEdge, withoutLimits } from '../ops/nginx/edge.ts';
import type { EdgeSettings } from '../ops/nginx/render.ts';
import { type Cluster, freePort, killServer, startPostgres } from '../tools/pg.ts';
import { fillWithDemoData, layOut, makeRoles, type Roles, waitUntilReady } from '../tools/product.ts';
import { killPostgres, type Supervised, supervise } from '../tools/supervised.ts';
import { createLine, type Line } from './line.ts';

export interface Options {
  /** Environment variables of all processes. */
  settings?: Record<string, string>;
  /** Acknowledged writes are on disk, as in production. */
  durable?: boolean;
  /** Limits of the edge per client. Default: far above those of production, since most trials have few addresses. */
  limits?: EdgeSettings['limits'];
  /** Addresses whose X-Forwarded-For the edge trusts. */
  behind?: string;
  /** Data folder of PostgreSQL. Default: a folder in memory. */
  dataDir?: string;
  /** Puts a proxy between the processes and PostgreSQL: takes its URLs, returns those to use. */
  between?: (roles: Roles) => Promise<Roles>;
}

export interface Besieged {
  /** Client of the edge. */
  line: Line;
  /** Client of one web process, without the edge. */
  inside: Line;
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
const logFile = process.env['SIEGE_LOG'];
const entry = (file: string) => join(root, 'apps/server/src', file);
const inMemory = (label: string) =>
  mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), `hakiki-siege-${label}-`));

export async function besiege(options: Options = {}): Promise<Besieged> {
  const { settings = {}, durable = false, limits = withoutLimits, behind, dataDir, between } = options;
  if (!existsSync(join(root, 'apps/web/build/server'))) throw new Error('The site is not built: npm run build');
  const undo: (() => unknown)[] = [];
  const stop = async () => {
    for (const step of undo.splice(0).toReversed()) await step();
  };
  try {
    const data = dataDir ?? inMemory('pg');
    undo.push(() => rmSync(data, { recursive: true, force: true }));
    const port = await freePort();
    let cluster: Cluster | undefined;
    const startDatabase = async () => {
      cluster = await startPostgres({ dataDir: data, port, durable });
    };
    await startDatabase();
    const endDatabase = () => killServer(data);
    process.once('exit', endDatabase);
    undo.push(
      () => process.off('exit', endDatabase),
      () => cluster!.stop(),
    );
    const directUrl = cluster!.url();
    const roles = await makeRoles(directUrl);
    await fillWithDemoData(directUrl);
    const database = openDatabase(
      { databaseUrl: directUrl, databasePoolSize: 4, statementTimeoutMs: 60_000 },
      createLog('silent'),
    );
    undo.push(() => database.close());

    const mailFolder = inMemory('mail');
    const mail = await startMailServer(mailFolder);
    undo.push(() => rmSync(mailFolder, { recursive: true, force: true }), mail.stop);

    const compiled = inMemory('compiled');
    undo.push(() => rmSync(compiled, { recursive: true, force: true }));
    const ports = [await freePort(), await freePort()];
    const laid = layOut(between ? await between(roles) : roles, {
      PUBLIC_URL: `http://localhost:${ports[0]}`,
      SMTP_URL: mail.url,
      // Clients have other addresses of the same machine.
      TRUSTED_PROXIES: '127.0.0.1',
      NODE_COMPILE_CACHE: compiled,
      ...settings,
    });
    undo.push(laid.remove);
    const webs = ports.map((one) => supervise(entry('main.ts'), { ...laid.web, PORT: String(one) }, { logFile }));
    const worker = supervise(entry('worker.ts'), laid.worker, { logFile });
    undo.push(() => Promise.all([...webs, worker].map((one) => one.end())));
    for (const one of ports) await waitUntilReady(`http://127.0.0.1:${one}`);

    const edge = await startEdge({
      origins: ports.map((one) => `127.0.0.1:${one}`),
      limits,
      ...(behind && { behind }),
    });
    undo.push(edge.stop);
    const line = createLine(edge.url);
    const inside = createLine(`http://127.0.0.1:${ports[0]}`);
    undo.push(line.close, inside.close);
    const endEdge = () => process.kill(edge.pid);
    process.once('exit', endEdge);
    undo.push(() => process.off('exit', endEdge));
    return {
      line,
      inside,
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
      env: laid.worker,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
