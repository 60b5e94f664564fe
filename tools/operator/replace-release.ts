/**
 * Replaces the running release without a failed request. First the tables: the previous release works with them, too.
 * Then the worker, which must know each kind of job before a server enqueues it; then one server after the other, each
 * when the previous one responds. A rollback runs in the opposite order and leaves the tables.
 */
import { copyFileSync, existsSync, readdirSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { FAIL_TIMEOUT_SECONDS } from '../../ops/nginx/render.ts';

/**
 * Ports of the servers of one machine (ops/systemd/hakiki-server@.service). The worker has the port between them
 * (WORKER_PORT).
 */
export const serverPorts = [3000, 3002] as const;

export interface Machine {
  /** A symbolic link to the folder of the running release. */
  link: string;
  ports: readonly number[];
  migrate: (folder: string) => Promise<void>;
  /** Stops a process after its pending responses, and starts the release that the link points to. */
  restartServer: (port: number) => Promise<void>;
  restartWorker: () => Promise<void>;
  /** Whether the server has crashed so often since its restart that waiting is pointless. */
  hasCrashed: (port: number) => Promise<boolean>;
  /** Applies the edge's configuration of this release, without downtime. */
  applyEdgeConfig: (folder: string) => Promise<void>;
  /** How long a server may take to respond. */
  timeoutMs: number;
  say: (message: string) => void;
}

/** The edge uses a process again when its fail_timeout is over; the other process must run until then. */
const EDGE_RETRY_MS = (FAIL_TIMEOUT_SECONDS + 1) * 1000;

export async function replaceRelease(to: string, { isBack = false }, machine: Machine): Promise<void> {
  const { link, say } = machine;
  const from = realpathSync(link);
  if (!existsSync(join(to, 'apps/server/src/main.ts'))) throw new Error(`There is no release in ${to}.`);
  shareAssets(from, to);
  if (!isBack) {
    say('the tables');
    await machine.migrate(to);
  }
  replaceLink(link, to);
  const servers = async () => {
    for (const port of machine.ports) {
      say(`the server on ${port}`);
      await replaceServer(port, from, machine);
      await pause(EDGE_RETRY_MS);
    }
  };
  const worker = async () => {
    say('the worker');
    await machine.restartWorker();
  };
  const edge = async () => {
    say('the edge');
    await machine.applyEdgeConfig(to);
  };
  for (const part of isBack ? [edge, servers, worker] : [worker, servers, edge]) await part();
}

/**
 * If a server does not start, it and the servers before it return to the previous release, so that only one release
 * runs.
 */
async function replaceServer(port: number, from: string, machine: Machine): Promise<void> {
  const { ports } = machine;
  await machine.restartServer(port);
  if (await waitUntilResponding(port, machine)) return;
  replaceLink(machine.link, from);
  for (const one of ports.slice(0, ports.indexOf(port) + 1).toReversed()) {
    await machine.restartServer(one);
    // If the restored server does not respond, another one keeps running, whichever release it has, and must not be
    // restarted.
    if (!(await waitUntilResponding(one, machine)))
      throw new Error(`The server on ${one} does not respond with either release. Run hakiki doctor.`);
    await pause(EDGE_RETRY_MS);
  }
  await machine.restartWorker();
  throw new Error(`The new server on ${port} did not respond. ${from} is running again. Run hakiki doctor.`);
}

async function waitUntilResponding(port: number, { timeoutMs, hasCrashed }: Machine): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    const reply = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    if (reply?.ok) return true;
    if (await hasCrashed(port)) return false;
    await pause(200);
  }
  return false;
}

/** One crash may be a short outage of the database; a server that crashed twice, or is not restarted, stays down. */
const MAX_CRASHES = 1;

/** Parses the output of `systemctl show` of a service; `reset-failed` resets its count of restarts. */
export function isCrashLoop(systemctlOutput: string): boolean {
  const properties = new Map(systemctlOutput.split('\n').map((line) => line.split('=', 2) as [string, string]));
  return properties.get('ActiveState') === 'failed' || Number(properties.get('NRestarts') ?? 0) > MAX_CRASHES;
}

/** Replaces the link atomically. */
function replaceLink(link: string, folder: string): void {
  const next = `${link}.next`;
  rmSync(next, { force: true });
  symlinkSync(folder, next);
  renameSync(next, link);
}

const toAssetsFolder = (release: string) => join(release, 'apps/web/build/client/assets');

/**
 * Open or cached pages request the files of the release that rendered them. Each has a hash in its name, so none is
 * overwritten.
 */
function shareAssets(one: string, other: string): void {
  for (const [from, to] of [
    [toAssetsFolder(one), toAssetsFolder(other)],
    [toAssetsFolder(other), toAssetsFolder(one)],
  ] as const) {
    const known = new Set(readdirSync(to));
    for (const name of readdirSync(from)) if (!known.has(name)) copyFileSync(join(from, name), join(to, name));
  }
}
