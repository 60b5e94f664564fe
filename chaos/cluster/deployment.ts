/**
 * The reference deployment on one machine: three database machines, two application machines, two edges, and external
 * services. Every process of a simulated machine is known, so that all of it can be killed at once.
 */
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Database, openDatabase } from '../../apps/server/src/platform/db/database.ts';
import { createLog } from '../../apps/server/src/platform/log/log.ts';
import { bucketSettings } from '../../apps/server/test/support/bucket.ts';
import { type DatabaseMachine, renderDatabaseMachine, renderHaproxy } from '../../ops/cluster/render.ts';
import { nginxBinary, unlimited } from '../../ops/nginx/edge.ts';
import { renderEdge } from '../../ops/nginx/render.ts';
import { findFreePort, serverAccount } from '../../tools/pg.ts';
import { fillWithDemoData, createEnvironments, makeRoles, waitUntilReady } from '../../tools/product.ts';
import {
  onExit,
  signal,
  type Supervised,
  superviseCommand,
  waitUntilGone,
  withChildren,
} from '../../tools/supervised.ts';
import { createHttpClient, type HttpClient } from '../http-client.ts';
import { clusterTools } from './packages.ts';

const root = join(import.meta.dirname, '../..');
/** Restarts it as systemd does. */
const RESTART_MS = 1000;
const READY_WITHIN_MS = 90_000;
const PROXY_SETTLED_MS = 3000;
const SETTLED_WITHIN_MS = 120_000;

export interface LosablePart {
  name: string;
  kill: () => Promise<void>;
  start: () => void;
}

export interface DatabaseMachineHandle extends LosablePart {
  /** Stops its processes with connections open, like a machine without network. */
  freeze: () => void;
  thaw: () => void;
  patroni: LosablePart;
  killPostgres: () => Promise<void>;
}

export interface Deployment {
  /** One client per edge. */
  clients: HttpClient[];
  bases: DatabaseMachineHandle[];
  servers: LosablePart[];
  workers: LosablePart[];
  proxies: LosablePart[];
  edges: LosablePart[];
  redis: LosablePart;
  storage: LosablePart;
  mail: LosablePart;
  leader: () => Promise<DatabaseMachineHandle>;
  syncStandby: () => Promise<DatabaseMachineHandle>;
  /** Resolves when there are a leader and two followers, one of them synchronous, and every lost part is back. */
  waitUntilHealthy: () => Promise<void>;
  /** Connects as the owner, through a separate proxy. */
  database: Database;
  sql: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
  bucketFolder: string;
  /** Environment of each worker. */
  workerEnvironments: NodeJS.ProcessEnv[];
  stop: () => Promise<void>;
}

interface Member {
  name: string;
  role: string;
  state: string;
}

/** The settings with which every part of the deployment is started. */
interface Place {
  /** A path in the folder of the deployment. */
  at: (name: string) => string;
  logs: string;
  tools: ReturnType<typeof clusterTools>;
  password: string;
  part: (
    name: string,
    command: string,
    args: string[],
    env: NodeJS.ProcessEnv,
    account?: typeof serverAccount,
  ) => Supervised;
  losable: (name: string, one: Supervised) => LosablePart;
  undo: (() => unknown)[];
  stop: () => Promise<void>;
}

type Machines = Required<DatabaseMachine>[];
interface ProxyPorts {
  leaderPort: number;
  replicaPort: number;
}

const own = { PATH: process.env['PATH'] };
const toUrl = ({ password }: Place, port: number, user = 'postgres') =>
  `postgres://${user}:${password}@127.0.0.1:${port}/postgres`;

function createPlace(): Place {
  const place = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'hakiki-cluster-'));
  chmodSync(place, 0o755);
  const remove = () => rmSync(place, { recursive: true, force: true });
  onExit(remove);
  const at = (name: string) => join(place, name);
  const logs = process.env['CLUSTER_LOGS'] ?? at('logs');
  for (const folder of [logs, at('letters'), at('bucket'), at('redis')]) mkdirSync(folder, { recursive: true });
  const tools = clusterTools();
  const undo: (() => unknown)[] = [];
  const stop = async () => {
    for (const step of undo.splice(0).toReversed()) await step();
    remove();
  };
  const part = (
    name: string,
    command: string,
    args: string[],
    env: NodeJS.ProcessEnv,
    account?: typeof serverAccount,
  ) => superviseCommand(command, args, env, { account, logFile: join(logs, `${name}.log`), restartMs: RESTART_MS });
  const losable = (name: string, one: Supervised): LosablePart => {
    undo.push(one.stop);
    return { name, kill: one.stop, start: one.start };
  };
  return { at, logs, tools, password: randomBytes(12).toString('hex'), part, losable, undo, stop };
}

async function chooseMachinePorts(): Promise<Machines> {
  const machines: Machines = [];
  for (const name of ['one', 'two', 'three'])
    machines.push({
      name,
      host: '127.0.0.1',
      etcdPort: await findFreePort(),
      etcdPeerPort: await findFreePort(),
      restPort: await findFreePort(),
      postgresPort: await findFreePort(),
    });
  return machines;
}

function startDatabaseMachine(
  { at, part, tools, password, undo }: Place,
  machines: Machines,
  machineName: string,
): DatabaseMachineHandle {
  const folder = at(machineName);
  const { etcd, patroni } = renderDatabaseMachine({ folder, machines, machineName, network: '127.0.0.1/32' });
  if (serverAccount) chownSync(folder, serverAccount.uid, serverAccount.gid);
  chmodSync(folder, 0o700);
  const ofEtcd = part(
    `${machineName}-etcd`,
    tools.etcd.command,
    ['--config-file', etcd],
    tools.etcd.env,
    serverAccount,
  );
  const ofPatroni = part(
    `${machineName}-patroni`,
    tools.patroni.command,
    [...tools.patroni.args, patroni],
    {
      ...tools.patroni.env,
      ...Object.fromEntries(
        ['SUPERUSER', 'REPLICATION', 'REWIND', 'RESTAPI'].map((who) => [`PATRONI_${who}_PASSWORD`, password]),
      ),
      PATRONI_RESTAPI_USERNAME: 'patroni',
      LC_ALL: 'C.UTF-8',
    },
    serverAccount,
  );
  const data = join(folder, 'data');
  const killPostgres = async () => {
    const ids = listPostgresPids(data);
    for (const id of ids) signal(id, 'SIGKILL');
    await waitUntilGone(ids);
  };
  const all = () => [...ofPatroni.pids(), ...listPostgresPids(data), ...ofEtcd.pids()];
  const start = () => {
    ofEtcd.start();
    ofPatroni.start();
  };
  const kill = async () => {
    // Patroni first, because it would restart PostgreSQL.
    await ofPatroni.stop();
    await Promise.all([killPostgres(), ofEtcd.stop()]);
  };
  onExit(() => listPostgresPids(data).forEach((id) => signal(id, 'SIGKILL')));
  undo.push(kill);
  return {
    name: machineName,
    start,
    kill,
    freeze: () => all().forEach((id) => signal(id, 'SIGSTOP')),
    thaw: () => all().forEach((id) => signal(id, 'SIGCONT')),
    patroni: { name: 'Patroni', kill: ofPatroni.stop, start: ofPatroni.start },
    killPostgres,
  };
}

/** Finds the machine that has a role, as Patroni sees it. */
async function findMachine(
  machines: Machines,
  bases: readonly DatabaseMachineHandle[],
  role: 'leader' | 'sync_standby',
): Promise<DatabaseMachineHandle> {
  const members = async (): Promise<Member[]> => {
    for (const { restPort } of machines) {
      const url = `http://127.0.0.1:${restPort}/cluster`;
      const found = await fetch(url, { signal: AbortSignal.timeout(1000) }).then(
        (answer) => answer.json() as Promise<{ members: Member[] }>,
        () => undefined,
      );
      if (found) return found.members;
    }
    return [];
  };
  for (;;) {
    const member = (await members()).find((one) => one.role === role && one.state === 'running');
    const found = bases.find(({ name }) => name === member?.name);
    if (found) return found;
    await sleep(200);
  }
}

async function startProxies({ at, part, losable, tools }: Place, machines: Machines) {
  const proxyPorts: ProxyPorts[] = [];
  const proxies: LosablePart[] = [];
  // The last one is for our checks and is never killed.
  for (const n of [1, 2, 3]) {
    const ports = { leaderPort: await findFreePort(), replicaPort: await findFreePort() };
    const file = renderHaproxy({ folder: at(`proxy-${n}`), machines, ...ports });
    const { command, env } = tools.haproxy;
    proxyPorts.push(ports);
    proxies.push(losable(`HAProxy ${n}`, part(`haproxy-${n}`, command, ['-db', '-f', file], env)));
  }
  return { proxyPorts, proxies };
}

/** Opens the database as its owner, with the roles and the demo data. */
async function prepareDatabase({ undo, password }: Place, ownerUrl: string): Promise<Database> {
  // HAProxy treats every machine as the leader until its first check.
  await sleep(PROXY_SETTLED_MS);
  await waitUntilConnected(ownerUrl);
  await makeRoles(ownerUrl);
  const database = openDatabase(
    { databaseUrl: ownerUrl, databasePoolSize: 6, statementTimeoutMs: 20_000 },
    createLog('silent'),
  );
  undo.push(() => database.close());
  for (const role of ['hakiki_app', 'hakiki_worker'])
    await database.query({ text: `alter role ${role} password '${password}'` }, []);
  await fillWithDemoData(ownerUrl);
  return database;
}

/** Resolves when two followers stream from the leader, one of them synchronously. */
async function waitUntilReplicated(database: Database): Promise<void> {
  const followers = `select count(*)::int as followers, coalesce(bool_or(sync_state = 'sync'), false) as "isSafe"
    from pg_stat_replication where state = 'streaming'`;
  for (const deadline = Date.now() + SETTLED_WITHIN_MS; ; await sleep(250)) {
    const [row] = await database.read({ text: followers }, []).catch(() => []);
    if (row?.['followers'] === 2 && row['isSafe'] === true) return;
    if (Date.now() > deadline) throw new Error(`The cluster is not healthy: ${JSON.stringify(row)}`);
  }
}

/** Starts what is outside of the product: Redis, the bucket and the mail server. */
async function startOutside({ at, part, losable }: Place) {
  const redisPort = await findFreePort();
  const redisWords = ['--port', String(redisPort), '--bind', '127.0.0.1', '--save', '', '--dir', at('redis')];
  const redis = losable('Redis', part('redis', 'redis-server', redisWords, own));
  const outside = async (name: string, kind: 'bucket' | 'mail', folder: string) => {
    const port = await findFreePort();
    const words = [join(import.meta.dirname, 'outside.ts'), kind, folder, String(port)];
    return { port, losable: losable(name, part(kind, process.execPath, words, own)) };
  };
  const storage = await outside('S3', 'bucket', at('bucket'));
  const mail = await outside('SMTP', 'mail', at('letters'));
  return { redisPort, redis, storage, mail };
}

async function startApplication(place: Place, proxyPorts: readonly ProxyPorts[], edgePort: number) {
  const { at, part, losable, undo } = place;
  const { redisPort, redis, storage, mail } = await startOutside(place);
  const ports = [await findFreePort(), await findFreePort()];
  const laid = createEnvironments(
    { web: '', worker: '' },
    {
      PUBLIC_URL: `http://localhost:${edgePort}`,
      TRUSTED_PROXIES: '127.0.0.1',
      RATE_LIMIT_SCALE: '1000',
      REDIS_URL: `redis://127.0.0.1:${redisPort}`,
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      S3_ENDPOINT: `http://127.0.0.1:${storage.port}`,
      S3_BUCKET: bucketSettings.bucket,
      S3_ACCESS_KEY_ID: bucketSettings.accessKeyId,
      S3_SECRET_ACCESS_KEY: bucketSettings.secretAccessKey,
      LOG_LEVEL: 'warn',
      NODE_COMPILE_CACHE: at('compiled'),
    },
  );
  undo.push(laid.remove);
  const entry = (file: string) => [join(root, 'apps/server/src', file)];
  const servers = ports.map((port, n) =>
    losable(
      `server ${n + 1}`,
      part(`server-${n + 1}`, process.execPath, entry('main.ts'), {
        ...laid.web,
        PORT: String(port),
        DATABASE_URL: toUrl(place, proxyPorts[n]!.leaderPort, 'hakiki_app'),
        READ_DATABASE_URL: toUrl(place, proxyPorts[n]!.replicaPort, 'hakiki_app'),
      }),
    ),
  );
  const workerEnvironments = [0, 1].map((n) => ({
    ...laid.worker,
    DATABASE_URL: toUrl(place, proxyPorts[n]!.leaderPort, 'hakiki_worker'),
    AUDIT_HEAD_FILE: at(`audit-head-${n + 1}`),
  }));
  const workers = workerEnvironments.map((env, n) =>
    losable(`worker ${n + 1}`, part(`worker-${n + 1}`, process.execPath, entry('worker.ts'), env)),
  );
  for (const port of ports) await waitUntilReady(`http://127.0.0.1:${port}`);
  return { ports, servers, workers, workerEnvironments, redis, storage: storage.losable, mail: mail.losable };
}

async function startEdges(
  { at, logs, part, losable, undo }: Place,
  ports: readonly number[],
  edgePorts: readonly number[],
) {
  const edges: LosablePart[] = [];
  const clients: HttpClient[] = [];
  for (const [n, port] of edgePorts.entries()) {
    const folder = at(`edge-${n + 1}`);
    mkdirSync(folder);
    const file = renderEdge({
      folder,
      listen: `127.0.0.1:${port}`,
      missListen: `127.0.0.1:${await findFreePort()}`,
      workers: 1,
      accessLog: false,
      origins: ports.map((one) => `127.0.0.1:${one}`),
      // All simulated visitors have one address, which the limits would reject.
      limits: unlimited,
    });
    const words = ['-p', folder, '-c', file, '-e', join(logs, `edge-${n + 1}.log`), '-g', 'daemon off;'];
    edges.push(losable(`edge ${n + 1}`, part(`nginx-${n + 1}`, nginxBinary, words, own)));
    const line = createHttpClient(`http://127.0.0.1:${port}`);
    undo.push(line.close);
    clients.push(line);
    while ((await line.send({ method: 'GET', path: '/' })).status !== 200) await sleep(100);
  }
  return { edges, clients };
}

export async function startDeployment(say: (words: string) => void): Promise<Deployment> {
  if (!existsSync(join(root, 'apps/web/build/server'))) throw new Error('The site is not built: npm run build');
  const place = createPlace();
  const { at, stop } = place;
  try {
    const machines = await chooseMachinePorts();
    const bases = machines.map(({ name }) => startDatabaseMachine(place, machines, name));
    say('three database machines start');
    await findMachine(machines, bases, 'sync_standby');
    const { proxyPorts, proxies } = await startProxies(place, machines);
    const database = await prepareDatabase(place, toUrl(place, proxyPorts[2]!.leaderPort));
    say('migrated, with demo data');
    await waitUntilReplicated(database);
    const edgePorts = [await findFreePort(), await findFreePort()];
    const { ports, ...application } = await startApplication(place, proxyPorts, edgePorts[0]!);
    const atEdge = await startEdges(place, ports, edgePorts);
    say('two servers, two workers and two edges are ready');
    return {
      ...application,
      ...atEdge,
      bases,
      proxies: proxies.slice(0, 2),
      leader: () => findMachine(machines, bases, 'leader'),
      syncStandby: () => findMachine(machines, bases, 'sync_standby'),
      waitUntilHealthy: () => waitUntilReplicated(database),
      database,
      sql: (text, values = []) => database.read({ text }, values),
      bucketFolder: at('bucket'),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Empty once it has ended, also if its pid file still exists and another process has the pid. */
function listPostgresPids(data: string): number[] {
  try {
    const id = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
    return readFileSync(`/proc/${id}/cmdline`, 'utf8').includes(data) ? withChildren(id) : [];
  } catch {
    return [];
  }
}

async function waitUntilConnected(connectionString: string): Promise<void> {
  for (const deadline = Date.now() + READY_WITHIN_MS; ; await sleep(200)) {
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: 3000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
