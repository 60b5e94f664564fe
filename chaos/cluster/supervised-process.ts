/** A process that is restarted when it exits, until its machine is killed; `start` brings it back. */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { listChildPids } from '../../tools/supervised.ts';

/** As systemd restarts a service. */
const RESTART_MS = 1000;

export interface SupervisedProcess {
  start: () => void;
  /** Kills it and its child processes with SIGKILL. */
  kill: () => Promise<void>;
  /** Of the process and its children. */
  pids: () => number[];
}

/** Cleans up when this process exits early. One listener for all, the last one first. */
const exitHandlers = new Set<() => void>();
process.once('exit', () => [...exitHandlers].toReversed().forEach((end) => end()));
export const onExit = (end: () => void): void => void exitHandlers.add(end);

interface ProcessOptions {
  command: string;
  args: readonly string[];
  env: NodeJS.ProcessEnv;
  account?: { uid: number; gid: number } | undefined;
  logFile: string;
}

export function createSupervisedProcess({ command, args, env, account, logFile }: ProcessOptions): SupervisedProcess {
  let child: ChildProcess | undefined;
  let shouldRun = false;
  const run = () => {
    const log = openSync(logFile, 'a');
    const started = spawn(command, args, { env, cwd: '/', stdio: ['ignore', log, log], ...account });
    closeSync(log);
    child = started;
    started.once('exit', () => setTimeout(() => shouldRun && child === started && run(), RESTART_MS).unref());
  };
  const pids = () => (child && isAlive(child) ? withChildren(child.pid!) : []);
  const killAll = () => {
    for (const id of pids()) signal(id, 'SIGKILL');
  };
  onExit(killAll);
  return {
    pids,
    start() {
      shouldRun = true;
      run();
    },
    async kill() {
      shouldRun = false;
      const ids = pids();
      killAll();
      await waitUntilGone(ids);
    },
  };
}

const isAlive = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode === null && signalCode === null;

export const withChildren = (id: number): number[] => [id, ...listChildPids(id).flatMap(withChildren)];

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
