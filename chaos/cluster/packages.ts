/** Extracts Patroni, etcd and HAProxy from Debian packages into a local folder, without installing them. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../.local/cluster');
const tree = join(folder, 'debian');

/** With dependencies that a Debian with PostgreSQL and Python may not have. */
const packages = [
  'patroni',
  'python3-cdiff',
  'python3-click',
  'python3-dateutil',
  'python3-dnspython',
  'python3-etcd',
  'python3-pkg-resources',
  'python3-prettytable',
  'python3-psutil',
  'python3-psycopg2',
  'python3-six',
  'python3-urllib3',
  'python3-wcwidth',
  'python3-yaml',
  'etcd-server',
  'haproxy',
  'liblua5.3-0',
  'libopentracing1',
  'libopentracing-c-wrapper0',
];

const libraries = (): string =>
  readdirSync(join(tree, 'usr/lib'))
    .filter((name) => name.endsWith('-linux-gnu'))
    .map((name) => join(tree, 'usr/lib', name))
    .join(':');

export interface Tool {
  command: string;
  args: string[];
  env: NodeJS.ProcessEnv;
}

export function clusterTools(): Record<'patroni' | 'etcd' | 'haproxy', Tool> {
  if (!existsSync(tree)) unpack();
  const { PATH } = process.env;
  const modules = join(tree, 'usr/lib/python3/dist-packages');
  return {
    // Debian's own Python, whichever is first in PATH: the modules are compiled for it.
    patroni: { command: '/usr/bin/python3', args: ['-m', 'patroni'], env: { PATH, PYTHONPATH: modules } },
    etcd: { command: join(tree, 'usr/bin/etcd'), args: [], env: { PATH } },
    haproxy: { command: join(tree, 'usr/sbin/haproxy'), args: [], env: { PATH, LD_LIBRARY_PATH: libraries() } },
  };
}

function unpack(): void {
  mkdirSync(folder, { recursive: true });
  const making = mkdtempSync(join(folder, 'making-'));
  const download = () => execFileSync('apt-get', ['download', '-qq', ...packages], { cwd: making, stdio: 'pipe' });
  try {
    try {
      download();
    } catch {
      // The package lists may be outdated.
      execFileSync('apt-get', ['update', '-qq'], { stdio: 'pipe' });
      download();
    }
    for (const file of readdirSync(making).filter((name) => name.endsWith('.deb')))
      execFileSync('dpkg-deb', ['-x', file, 'debian'], { cwd: making, stdio: 'pipe' });
    // Gets its final name only when it is complete.
    renameSync(join(making, 'debian'), tree);
  } finally {
    rmSync(making, { recursive: true });
  }
}
