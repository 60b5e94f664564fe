/** Runs the real entry points as processes: they stop without losing a request and report wrong settings. */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { expect, it } from 'vitest';
import { generateKeyPair } from '../src/platform/sealing/sealed-box.ts';
import { useDatabase } from './support/database.ts';
import { makeProvider } from './support/factories.ts';
import { processEnvironment } from './support/process-environment.ts';

const test = useDatabase();
const entry = (name: string) => fileURLToPath(new URL(`../src/${name}.ts`, import.meta.url));

function start(name: string, settings: Record<string, string>, flags: readonly string[] = []) {
  const child = spawn(process.execPath, [...flags, entry(name)], { env: { ...processEnvironment, ...settings } });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.on('exit', (code) => resolve(code)));
  const until = async (pattern: RegExp) => {
    for (;;) {
      const found = pattern.exec(output);
      if (found) return found;
      if (child.exitCode !== null) throw new Error(`ended early: ${output}`);
      await pause(20);
    }
  };
  return { child: child as ChildProcess, ended, until, output: () => output };
}

/** A process starts slowly on a busy machine. */
const TIMEOUT_MS = 60_000;
const { publicKey, privateKey } = generateKeyPair();

const production = (): Record<string, string> => ({
  NODE_ENV: 'production',
  DATABASE_URL: test.url,
  APP_SECRET: randomBytes(32).toString('hex'),
  PUBLIC_URL: 'https://hakiki.test',
  PORT: '0',
  REPLY_CACHE_SECONDS: '0',
  DRAIN_SECONDS: '1',
  REPORTER_PUBLIC_KEY: publicKey,
  EVIDENCE_FOLDER: '/nowhere',
});

const get = (agent: Agent, port: number, path: string) =>
  new Promise<number>((resolve, reject) => {
    const sent = request({ agent, port, host: '127.0.0.1', path }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    sent.on('error', reject);
    sent.end();
  });

it('the server stops under load without failing a request', { timeout: TIMEOUT_MS }, async () => {
  await makeProvider(test.database.db);
  const server = start('main', production());
  const port = Number((await server.until(/"port":(\d+)/))[1]);

  // Clients act like a load balancer: they send until /readyz fails, and must not see a single failure.
  let isAccepting = true;
  const statuses: number[] = [];
  const client = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (isAccepting) statuses.push(await get(agent, port, '/api/providers'));
    agent.destroy();
  };
  const watch = async () => {
    const agent = new Agent();
    while ((await get(agent, port, '/readyz')) === 200) await pause(50);
    await pause(300);
    isAccepting = false;
  };
  const clients = [watch(), ...Array.from({ length: 6 }, client)];
  await expect.poll(() => statuses.length, { timeout: TIMEOUT_MS / 2 }).toBeGreaterThan(0);
  const before = statuses.length;
  server.child.kill('SIGTERM');

  await Promise.all(clients);
  expect(await server.ended).toBe(0);
  expect(statuses.length).toBeGreaterThan(before);
  expect(new Set(statuses)).toEqual(new Set([200]));
});

it('the worker exits with 0 after SIGTERM', { timeout: TIMEOUT_MS }, async () => {
  const worker = start('worker', { ...production(), REPORTER_PRIVATE_KEYS: privateKey });
  await worker.until(/"msg":"working"/);
  worker.child.kill('SIGTERM');
  expect(await worker.ended).toBe(0);
});

/**
 * Throws an uncaught error on SIGUSR2. Its message must not be logged; it is in two parts, since stack frames quote
 * this code.
 */
const failOnSignal = (how: string) => ['--import', `data:text/javascript,process.on('SIGUSR2', () => { ${how} })`];
const rejected = `Promise.reject(new SyntaxError('ami' + 'na@example.com is not valid JSON'))`;
const thrown = `throw 'ami' + 'na@example.com'`;

const findFatalLine = (output: string) =>
  output
    .split('\n')
    .filter((line) => line.includes('"level":"fatal"'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

it(
  'after an uncaught error the server is not ready, finishes the running request, exits with 1 and does not log the message of the error',
  { timeout: TIMEOUT_MS },
  async () => {
    const server = start('main', production(), failOnSignal(rejected));
    const port = Number((await server.until(/"port":(\d+)/))[1]);
    const holder = new pg.Client({ connectionString: test.url });
    await holder.connect();
    await holder.query('begin');
    await holder.query('lock table providers in access exclusive mode');
    const underWay = get(new Agent(), port, '/api/providers');
    await expect.poll(() => test.sql(`select from pg_locks where not granted`)).not.toEqual([]);
    server.child.kill('SIGUSR2');
    await server.until(/handled by nobody/);
    expect(await get(new Agent(), port, '/readyz')).toBe(503);
    await holder.query('rollback');
    await holder.end();
    expect(await underWay).toBe(200);
    expect(await server.ended).toBe(1);
    await expect(get(new Agent(), port, '/readyz')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    expect(findFatalLine(server.output())).toEqual([
      {
        level: 'fatal',
        time: expect.any(String),
        kind: 'unhandledRejection',
        type: 'SyntaxError',
        stack: expect.stringMatching(/^\s+at /),
        msg: 'an error was handled by nobody; stopping',
      },
    ]);
    expect(server.output()).not.toContain('amina');
  },
);

it('after an uncaught error the worker exits with 1 and logs no thrown text', { timeout: TIMEOUT_MS }, async () => {
  const worker = start('worker', { ...production(), REPORTER_PRIVATE_KEYS: privateKey }, failOnSignal(thrown));
  await worker.until(/"msg":"working"/);
  worker.child.kill('SIGUSR2');
  expect(await worker.ended).toBe(1);
  expect(findFatalLine(worker.output())).toEqual([
    {
      level: 'fatal',
      time: expect.any(String),
      kind: 'uncaughtException',
      type: 'string',
      msg: 'an error was handled by nobody; stopping',
    },
  ]);
  expect(worker.output()).not.toContain('amina');
});

it('the server lists every wrong or missing setting and exits with 1', async () => {
  const server = start('main', { NODE_ENV: 'production', PORT: 'high' });
  expect(await server.ended).toBe(1);
  expect(server.output()).toBe(
    'The settings have 6 problems:\n  PORT must be a number\n  DATABASE_URL is required in production\n' +
      '  APP_SECRET is required in production\n  PUBLIC_URL is required in production\n' +
      '  REPORTER_PUBLIC_KEY is required in production\n  EVIDENCE_FOLDER or S3_BUCKET is required in production\n',
  );
});

it(
  'the server does not start with the private key for contact data in its settings, and the worker does not start without it',
  { timeout: TIMEOUT_MS },
  async () => {
    const server = start('main', { ...production(), REPORTER_PRIVATE_KEYS: privateKey });
    const worker = start('worker', production());
    expect([await server.ended, await worker.ended]).toEqual([1, 1]);
    expect(server.output()).toBe(
      'The settings have a problem:\n  REPORTER_PRIVATE_KEYS belongs to the worker alone and must not be here\n',
    );
    expect(worker.output()).toBe('The settings have a problem:\n  REPORTER_PRIVATE_KEYS is required in production\n');
  },
);
