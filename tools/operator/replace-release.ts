/**
 * Another release in the place of the one that runs, without failing a request. The tables come first: the release before runs on
 * them too. Then the worker, which must know each kind of job before a server asks for it; then one server after the other, each when
 * the one before it answers. The way back is the other way round and leaves the tables.
 */
import { copyFileSync, existsSync, readdirSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { MISTRUST_SECONDS } from '../../ops/nginx/render.ts';

/** Of the servers of one machine: ops/systemd/hakiki-server@.service. Between them is the worker (WORKER_PORT). */
export const serverPorts = [3000, 3002] as const;

export interface Machine {
  /** A link to the folder of the release that runs. */
  link: string;
  ports: readonly number[];
  migrate: (folder: string) => Promise<void>;
  /** Ends a process when it has answered what it was asked, and starts it from where the link leads. */
  restartServer: (port: number) => Promise<void>;
  restartWorker: () => Promise<void>;
  /** Whether the server, since it was restarted, has ended by itself so often that it is not worth waiting for. */
  hasCrashed: (port: number) => Promise<boolean>;
  /** The edge's configuration of this release, without a pause. */
  renewEdge: (folder: string) => Promise<void>;
  /** How long a server may take to answer. */
  patienceMs: number;
  say: (words: string) => void;
}

/** A process is asked again when the edge has forgotten that it was away; before that the other must not go. */
const FORGOTTEN_MS = (MISTRUST_SECONDS + 1) * 1000;

export async function replaceRelease(to: string, { isBack = false }, machine: Machine): Promise<void> {
  const { link, say } = machine;
  const from = realpathSync(link);
  if (!existsSync(join(to, 'apps/server/src/main.ts'))) throw new Error(`There is no release in ${to}.`);
  shareAssets(from, to);
  if (!isBack) {
    say('the tables');
    await machine.migrate(to);
  }
  turn(link, to);
  const servers = async () => {
    for (const port of machine.ports) {
      say(`the server on ${port}`);
      await replaceServer(port, from, machine);
      await pause(FORGOTTEN_MS);
    }
  };
  const worker = async () => {
    say('the worker');
    await machine.restartWorker();
  };
  const edge = async () => {
    say('the edge');
    await machine.renewEdge(to);
  };
  for (const part of isBack ? [edge, servers, worker] : [worker, servers, edge]) await part();
}

/** One that does not come up is replaced by what ran before, and so are those before it: one release answers, not two. */
async function replaceServer(port: number, from: string, machine: Machine): Promise<void> {
  const { ports } = machine;
  await machine.restartServer(port);
  if (await answers(port, machine)) return;
  turn(machine.link, from);
  for (const one of ports.slice(0, ports.indexOf(port) + 1).toReversed()) {
    await machine.restartServer(one);
    // Then another goes on answering, whichever release it is of: it must not go as well.
    if (!(await answers(one, machine)))
      throw new Error(`The server on ${one} answers with neither release: hakiki doctor`);
    await pause(FORGOTTEN_MS);
  }
  await machine.restartWorker();
  throw new Error(`The new server on ${port} did not answer. ${from} runs again: hakiki doctor`);
}

async function answers(port: number, { patienceMs, hasCrashed }: Machine): Promise<boolean> {
  const deadline = Date.now() + patienceMs;
  while (Date.now() < deadline) {
    const reply = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    if (reply?.ok) return true;
    if (await hasCrashed(port)) return false;
    await pause(200);
  }
  return false;
}

/** Once may be the database that was away for a moment; what has ended twice by itself, or is not started again, stays down. */
const MOST_CRASHES = 1;

/** Reads what `systemctl show` says of a service; `reset-failed` begins to count its restarts anew. */
export function isCrashLoop(shown: string): boolean {
  const told = new Map(shown.split('\n').map((line) => line.split('=', 2) as [string, string]));
  return told.get('ActiveState') === 'failed' || Number(told.get('NRestarts') ?? 0) > MOST_CRASHES;
}

/** Nobody sees a moment without a release. */
function turn(link: string, folder: string): void {
  const next = `${link}.next`;
  rmSync(next, { force: true });
  symlinkSync(folder, next);
  renameSync(next, link);
}

const assetsOf = (release: string) => join(release, 'apps/web/build/client/assets');

/** Pages that are open or kept ask for the files of the release that wrote them. Each has a hash in its name, so none is replaced. */
function shareAssets(one: string, other: string): void {
  for (const [from, to] of [
    [assetsOf(one), assetsOf(other)],
    [assetsOf(other), assetsOf(one)],
  ] as const) {
    const known = new Set(readdirSync(to));
    for (const name of readdirSync(from)) if (!known.has(name)) copyFileSync(join(from, name), join(to, name));
  }
}
