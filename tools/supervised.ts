/** Processes that are restarted whenever they end, as systemd does, and functions that kill them without a warning. */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Supervised {
  readonly pid: number | undefined;
  /** Of the process and its children. */
  pids: () => number[];
  /** Kills it with SIGKILL. It is restarted a moment later. */
  kill: () => Promise<void>;
  /** Kills it and its children, until `start`. */
  stop: () => Promise<void>;
  start: () => void;
}

interface Options {
  onStart?: () => void;
  logFile?: string | undefined;
  account?: { uid: number; gid: number } | undefined;
  restartMs?: number;
}

/** Cleans up when this process exits early. One listener for all, the last one first. */
const exitHandlers = new Set<() => void>();
process.once('exit', () => [...exitHandlers].toReversed().forEach((end) => end()));
export const onExit = (end: () => void): void => void exitHandlers.add(end);

/** Supervises a Node process. */
export const supervise = (file: string, env: NodeJS.ProcessEnv, options: Options = {}): Supervised =>
  superviseCommand(process.execPath, [file], env, options);

export function superviseCommand(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  { onStart = () => {}, logFile, account, restartMs = 0 }: Options = {},
): Supervised {
  let shouldRun = false;
  let child: ChildProcess | undefined;
  const run = () => {
    onStart();
    const log = logFile === undefined ? undefined : openSync(logFile, 'a');
    const stdio = ['ignore', log ?? 'ignore', log ?? 'inherit'] as const;
    const started = spawn(command, args, { env, stdio: [...stdio], ...(account && { cwd: '/', ...account }) });
    if (log !== undefined) closeSync(log);
    child = started;
    const restart = () => shouldRun && child === started && run();
    started.once('exit', () => (restartMs === 0 ? restart() : setTimeout(restart, restartMs).unref()));
  };
  const isAlive = () => child !== undefined && child.exitCode === null && child.signalCode === null;
  const pids = () => (isAlive() ? withChildren(child!.pid!) : []);
  const killAll = () => pids().forEach((id) => signal(id, 'SIGKILL'));
  const start = () => {
    shouldRun = true;
    exitHandlers.add(killAll);
    run();
  };
  start();
  return {
    get pid() {
      return child?.pid;
    },
    pids,
    start,
    kill: () =>
      new Promise<void>((resolve) => {
        child!.once('exit', () => resolve());
        child!.kill('SIGKILL');
      }),
    stop: async () => {
      shouldRun = false;
      exitHandlers.delete(killAll);
      const ids = pids();
      killAll();
      await waitUntilGone(ids);
    },
  };
}

/** Returns false if there is no such process. */
export function signal(id: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(id, name);
  } catch {
    return false;
  }
}

export async function waitUntilGone(ids: readonly number[]): Promise<void> {
  while (ids.some((id) => signal(id, 0))) await sleep(10);
}

export const withChildren = (id: number): number[] => [id, ...listChildPids(id).flatMap(withChildren)];

/** The child processes of this process, from /proc; empty on other systems than Linux. */
export function listChildPids(id: number): number[] {
  try {
    return readFileSync(`/proc/${id}/task/${id}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

/** Kills all its processes at once, like a power failure. The caller starts it again. */
export async function killPostgres(dataDir: string): Promise<void> {
  const main = Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0]);
  const all = [main, ...listChildPids(main)];
  for (const id of all) signal(id, 'SIGKILL');
  await waitUntilGone(all);
}
