/** The real worker, stopped and started: what is filed meanwhile is counted, and whoever watches the worker is told. */
import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Sorting } from '@hakiki/contract/triage-admin';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { freePort } from '../../../tools/pg.ts';
import { type Admin, consoleAt, makeModerator } from './admins.ts';
import { useDatabase } from './database.ts';
import { processEnvironment } from './process-environment.ts';
import { reporterAt } from './reporter.ts';
import { useServer } from './server.ts';

const test = useDatabase();
const server = useServer(test);
const reporter = reporterAt(server);
const { read } = consoleAt(server);
const entry = fileURLToPath(new URL('../src/worker.ts', import.meta.url));
/** A process starts slowly on a busy machine. */
const PATIENCE_MS = 120_000;
const workers: { end: () => Promise<unknown> }[] = [];

let moderator: Admin;
beforeAll(async () => {
  moderator = await makeModerator(test.database.db);
});
afterAll(() => Promise.all(workers.map((worker) => worker.end())));

/** As soon as it can be asked, or once it works. */
async function startWorker(databaseUrl: string, until: RegExp) {
  const child = spawn(process.execPath, [entry], {
    env: { ...processEnvironment, NODE_ENV: 'test', DATABASE_URL: databaseUrl },
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  while (!until.test(output)) {
    if (child.exitCode !== null) throw new Error(`ended early: ${output}`);
    await pause(20);
  }
  const port = Number(/"port":(\d+)/.exec(output)?.[1]);
  const worker = {
    ask: async (path: string) => {
      const reply = await fetch(`http://127.0.0.1:${port}${path}`);
      return [reply.status, await reply.json()] as const;
    },
    figures: async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text(),
    end: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
  workers.push(worker);
  return worker;
}

const sorting = () => read<Sorting>(moderator, '/api/admin/sorting');
const sorted = () =>
  vi.waitFor(async () => expect((await sorting()).count).toBe(0), { timeout: PATIENCE_MS, interval: 100 });

it(
  'counts what is filed while it is down, sorts it when it is back, and says so at /readyz [VERD-08]',
  async () => {
    await reporter.reportScam();
    expect(await sorting()).toEqual({ count: 1, since: expect.any(String), isLate: false });
    const worker = await startWorker(test.url, /"msg":"working"/);
    await sorted();
    const ready = { status: 'ready', database: 'ready', jobs: 'running', unsorted: 0, oldestUnsortedSeconds: null };
    expect(await worker.ask('/readyz')).toEqual([200, ready]);
    expect(await worker.ask('/healthz')).toEqual([200, { status: 'ok' }]);
    expect(await worker.figures()).toMatch(/^process_cpu_seconds_total [\s\S]*^# TYPE hakiki_alarm gauge$/m);
    expect(await worker.ask('/api/providers')).toEqual([404, { status: 'not found' }]);

    // One whose job has failed for good is left behind.
    const { item } = await reporter.reportScam();
    await sorted();
    await test.sql(`insert into unsorted_filings (filing_id, created_at) values ($1, now() - interval '6 minutes')`, [
      item.id,
    ]);
    expect(await worker.ask('/readyz')).toEqual([
      503,
      { ...ready, status: 'sorting is late', unsorted: 1, oldestUnsortedSeconds: expect.closeTo(360, -1) },
    ]);
    expect(await worker.end()).toBe(0);

    await reporter.reportScam();
    expect(await sorting()).toEqual({ count: 2, since: expect.any(String), isLate: true });
  },
  PATIENCE_MS,
);

it(
  'says what it waits for while there is no database [VERD-08]',
  async () => {
    const worker = await startWorker(`postgres://nobody@127.0.0.1:${await freePort()}/nothing`, /health is told/);
    expect(await worker.ask('/readyz')).toEqual([
      503,
      {
        status: 'database unreachable',
        database: 'database unreachable',
        jobs: 'starting',
        unsorted: null,
        oldestUnsortedSeconds: null,
      },
    ]);
  },
  PATIENCE_MS,
);
