/** Starts the real worker as a process. */
import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import { processEnvironment } from './process-environment.ts';

const entry = fileURLToPath(new URL('../../src/worker.ts', import.meta.url));

/** The workers end with the test file. */
export function useWorkers() {
  const workers: { end: () => Promise<unknown> }[] = [];
  afterAll(() => Promise.all(workers.map((worker) => worker.end())));

  /** Resolves when the output matches. */
  return async (databaseUrl: string, outputPattern: RegExp, settings: Record<string, string> = {}) => {
    const child = spawn(process.execPath, [entry], {
      env: { ...processEnvironment, NODE_ENV: 'test', DATABASE_URL: databaseUrl, ...settings },
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
    while (!outputPattern.test(output)) {
      if (child.exitCode !== null) throw new Error(`ended early: ${output}`);
      await pause(20);
    }
    const port = Number(/"port":(\d+)/.exec(output)?.[1]);
    const worker = {
      getJson: async (path: string) => {
        const reply = await fetch(`http://127.0.0.1:${port}${path}`);
        return [reply.status, await reply.json()] as const;
      },
      readMetrics: async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text(),
      end: () => {
        child.kill('SIGTERM');
        return ended;
      },
    };
    workers.push(worker);
    return worker;
  };
}
