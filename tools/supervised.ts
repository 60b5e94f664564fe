/** Processes that are restarted whenever they end, as systemd does, and functions that kill them without a warning. */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Supervised {
  readonly pid: number | undefined;
  /** Kills it with SIGKILL. It is restarted a moment later. */
  kill: () => Promise<void>;
  /** Stops it for good. */
  stop: () => Promise<void>;
}

export function supervise(
  file: string,
  env: NodeJS.ProcessEnv,
  { onStart = () => {}, logFile }: { onStart?: () => void; logFile?: string | undefined } = {},
): Supervised {
  let isSupervised = true;
  let child: ChildProcess | undefined;
  const run = () => {
    onStart();
    const output = logFile === undefined ? 'ignore' : openSync(logFile, 'a');
    child = spawn(process.execPath, [file], { env, stdio: ['ignore', output, 'inherit'] });
    if (typeof output === 'number') closeSync(output);
    child.once('exit', () => isSupervised && run());
  };
  const kill = () =>
    new Promise<void>((resolve) => {
      child!.once('exit', () => resolve());
      child!.kill('SIGKILL');
    });
  const endWithUs = () => child?.kill('SIGKILL');
  process.once('exit', endWithUs);
  run();
  return {
    get pid() {
      return child?.pid;
    },
    kill,
    stop: () => {
      isSupervised = false;
      process.off('exit', endWithUs);
      return kill();
    },
  };
}

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
}

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
  for (const id of all) if (isRunning(id)) process.kill(id, 'SIGKILL');
  while (all.some(isRunning)) await sleep(10);
}
