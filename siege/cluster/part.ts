/** A process that its machine keeps running, until all of it is killed at once; it comes back when it is told to. */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { childrenOf } from '../../tools/supervised.ts';

/** As systemd does with a service that ended. */
const RESTART_MS = 1000;

export interface Part {
  start: () => void;
  /** With all that it started, and without a word. */
  kill: () => Promise<void>;
  /** Of it and of all that it started. */
  pids: () => number[];
}

/** Whoever ends in the middle leaves nothing behind. One listener for all of them, the last first. */
const atTheEnd = new Set<() => void>();
process.once('exit', () => [...atTheEnd].toReversed().forEach((end) => end()));
export const endWithUs = (end: () => void): void => void atTheEnd.add(end);

interface Given {
  command: string;
  words: readonly string[];
  env: NodeJS.ProcessEnv;
  account?: { uid: number; gid: number } | undefined;
  logFile: string;
}

export function partOf({ command, words, env, account, logFile }: Given): Part {
  let child: ChildProcess | undefined;
  let isWanted = false;
  const run = () => {
    const log = openSync(logFile, 'a');
    const started = spawn(command, words, { env, cwd: '/', stdio: ['ignore', log, log], ...account });
    closeSync(log);
    child = started;
    started.once('exit', () => setTimeout(() => isWanted && child === started && run(), RESTART_MS).unref());
  };
  const pids = () => (child && isAlive(child) ? withChildren(child.pid!) : []);
  const killAll = () => {
    for (const id of pids()) signal(id, 'SIGKILL');
  };
  endWithUs(killAll);
  return {
    pids,
    start() {
      isWanted = true;
      run();
    },
    async kill() {
      isWanted = false;
      const ids = pids();
      killAll();
      await gone(ids);
    },
  };
}

const isAlive = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode === null && signalCode === null;

export const withChildren = (id: number): number[] => [id, ...childrenOf(id).flatMap(withChildren)];

export function signal(id: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(id, name);
  } catch {
    return false;
  }
}

export async function gone(ids: readonly number[]): Promise<void> {
  while (ids.some((id) => signal(id, 0))) await sleep(10);
}
