/** Starts a real edge on a free port of this machine, in its own folder, for tests and benchmarks. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../../tools/pg.ts';
import { type EdgeSettings, renderEdge } from './render.ts';

export interface Nginx {
  url: string;
  pid: number;
  /** All its files; removed by `stop`. */
  folder: string;
  stop: () => Promise<void>;
}

/** Debian installs nginx in a folder that is only in root's PATH. */
export const nginxBinary =
  ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'].find(existsSync) ?? 'nginx';

/** Limits that let one address send the requests of a thousand people. */
export const unlimited = {
  callsPerSecond: 100_000,
  callsBurst: 100_000,
  personalPagesPerSecond: 100_000,
  personalPagesBurst: 100_000,
  personalPagesOfClient: 10_000,
  missesOfClient: 10_000,
  writesOfClient: 10_000,
  uploadsOfClient: 1000,
};

type TestEdgeOptions = Pick<EdgeSettings, 'origins'> &
  Partial<EdgeSettings> & {
    /** Addresses of trusted proxies, whose X-Forwarded-For names the client. */
    behind?: string;
  };

/** Another process may take a free port before nginx does. */
const MAX_ATTEMPTS = 3;

export async function startEdge({ behind, ...settings }: TestEdgeOptions, attempt = 1): Promise<Nginx> {
  const missListen = `127.0.0.1:${await findFreePort()}`;
  try {
    return await startNginx((folder, listen) => {
      const main = renderEdge({ folder, listen, missListen, workers: 1, accessLog: false, ...settings });
      const trust = `set_real_ip_from ${behind};\nreal_ip_header X-Forwarded-For;\n`;
      if (behind) writeFileSync(join(folder, 'own/server/real-ip.conf'), trust);
      return main;
    });
  } catch (error) {
    if (attempt === MAX_ATTEMPTS || !String(error).includes('Address already in use')) throw error;
    return startEdge({ ...settings, ...(behind && { behind }) }, attempt + 1);
  }
}

/** Starts nginx with the configuration that `render` writes into the folder. */
export async function startNginx(render: (folder: string, listen: string) => string): Promise<Nginx> {
  // In memory if possible, so that the speed of the disk does not matter.
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'hakiki-edge-'));
  // The workers run under another account.
  chmodSync(folder, 0o755);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const port = await findFreePort();
  let main: string;
  try {
    main = render(folder, `127.0.0.1:${port}`);
  } catch (error) {
    remove();
    throw error;
  }
  const nginx = spawn(nginxBinary, ['-p', folder, '-c', main, '-e', join(folder, 'error.log'), '-g', 'daemon off;'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaint = '';
  nginx.stderr.on('data', (text: Buffer) => (complaint += text.toString()));
  const ended = once(nginx, 'exit');

  const stop = async () => {
    if (nginx.exitCode === null) nginx.kill('SIGTERM');
    await ended;
    remove();
  };
  // nginx writes its process id once it has all its ports; before that it accepts on the first and may still give up.
  const isReady = async () => existsSync(join(folder, 'nginx.pid')) && (await canConnect(port));
  for (let attempt = 0; !(await isReady()); attempt += 1) {
    if (nginx.exitCode !== null || attempt === 100) {
      const log = join(folder, 'error.log');
      const reason = complaint || (existsSync(log) ? readFileSync(log, 'utf8') : '');
      await stop();
      throw new Error(`nginx did not start: ${reason}`);
    }
    await sleep(50);
  }
  return { url: `http://127.0.0.1:${port}`, pid: nginx.pid!, folder, stop };
}

export function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
}
