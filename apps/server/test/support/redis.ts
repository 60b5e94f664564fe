/** A Redis for one test file, which can be killed, frozen and restarted on the same port. */
import { type ChildProcess, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { Redis } from 'ioredis';
import { afterAll, beforeAll } from 'vitest';
import { findFreePort } from '../../../../tools/pg.ts';

export interface TestRedis {
  readonly url: string;
  /** Sends SIGKILL. */
  kill: () => Promise<void>;
  start: () => Promise<void>;
  /** Keeps its connections open and does not respond until `thaw`. */
  freeze: () => void;
  thaw: () => void;
  keys: () => Promise<string[]>;
}

export function useRedis(): TestRedis {
  let port = 0;
  let server: ChildProcess | undefined;
  const url = () => `redis://127.0.0.1:${port}`;
  const killOnExit = () => server?.kill('SIGKILL');

  const start = async () => {
    server = await spawnRedis(port);
  };
  const kill = async () => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const exited = new Promise((resolve) => server?.once('exit', resolve));
    server.kill('SIGKILL');
    await exited;
  };

  beforeAll(async () => {
    port = await findFreePort();
    process.once('exit', killOnExit);
    await start();
  });
  afterAll(async () => {
    await kill();
    process.off('exit', killOnExit);
  });

  return {
    get url() {
      return url();
    },
    kill,
    start,
    freeze: () => server?.kill('SIGSTOP'),
    thaw: () => server?.kill('SIGCONT'),
    keys: async () => {
      const client = new Redis(url());
      try {
        return await client.keys('*');
      } finally {
        client.disconnect();
      }
    },
  };
}

function spawnRedis(port: number): Promise<ChildProcess> {
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', tmpdir()];
  const server = spawn('redis-server', options, { stdio: ['ignore', 'pipe', 'ignore'] });
  return new Promise((resolve, reject) => {
    let output = '';
    server.once('error', (cause) => reject(new Error('These tests need redis-server on the PATH.', { cause })));
    server.once('exit', () => reject(new Error(`Redis did not start: ${output}`)));
    server.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('Ready to accept connections')) resolve(server);
    });
  });
}
