/** Stops and starts the real worker: filings of the meantime are counted, and the health check reports it. */
import type { Sorting } from '@hakiki/contract/triage-admin';
import { beforeAll, expect, it, vi } from 'vitest';
import { findFreePort } from '../../../tools/pg.ts';
import { type Admin, createConsoleClient, makeModerator } from './support/staff.ts';
import { useDatabase } from './support/database.ts';
import { parseSamples } from './support/prometheus-text.ts';
import { createReporter } from './support/reporter.ts';
import { useServer } from './support/server.ts';
import { useWorkers } from './support/worker-process.ts';

const test = useDatabase();
const server = useServer(test);
const reporter = createReporter(server);
const { getJson } = createConsoleClient(server);
const startWorker = useWorkers();
/** A process starts slowly on a busy machine. */
const TIMEOUT_MS = 120_000;

let moderator: Admin;
beforeAll(async () => {
  moderator = await makeModerator(test.database.db);
});

const readSortingState = () => getJson<Sorting>(moderator, '/api/admin/sorting');
const waitUntilSorted = () =>
  vi.waitFor(async () => expect((await readSortingState()).count).toBe(0), { timeout: TIMEOUT_MS, interval: 100 });

it(
  'a moderator sees how many filings wait while the worker is down, the worker groups them when it starts, and its /readyz fails when a filing waits too long [VERD-08]',
  async () => {
    await reporter.reportScam();
    expect(await readSortingState()).toEqual({ count: 1, since: expect.any(String), isLate: false });
    const worker = await startWorker(test.url, /"msg":"working"/);
    await waitUntilSorted();
    const ready = { status: 'ready', database: 'ready', jobs: 'running', unsorted: 0, oldestUnsortedSeconds: null };
    expect(await worker.getJson('/readyz')).toEqual([200, ready]);
    expect(await worker.getJson('/healthz')).toEqual([200, { status: 'ok' }]);
    expect(await worker.getJson('/api/providers')).toEqual([404, { status: 'not found' }]);

    // A filing whose job has failed permanently stays ungrouped.
    const { item } = await reporter.reportScam();
    await waitUntilSorted();
    await test.sql(`insert into unsorted_filings (filing_id, created_at) values ($1, now() - interval '6 minutes')`, [
      item.id,
    ]);
    expect(await worker.getJson('/readyz')).toEqual([
      503,
      { ...ready, status: 'sorting is late', unsorted: 1, oldestUnsortedSeconds: expect.closeTo(360, -1) },
    ]);
    expect(await worker.end()).toBe(0);

    await reporter.reportScam();
    expect(await readSortingState()).toEqual({ count: 2, since: expect.any(String), isLate: true });
  },
  TIMEOUT_MS,
);

it(
  'the worker reports at /readyz that its database is unreachable, and in its metrics that its figures are unknown [VERD-08] [OPS-07]',
  async () => {
    const worker = await startWorker(
      `postgres://nobody@127.0.0.1:${await findFreePort()}/nothing`,
      /health port is open/,
    );
    expect(await worker.getJson('/readyz')).toEqual([
      503,
      {
        status: 'database unreachable',
        database: 'database unreachable',
        jobs: 'starting',
        unsorted: null,
        oldestUnsortedSeconds: null,
      },
    ]);
    const exportedSamples = parseSamples(await worker.readMetrics()).filter(({ name }) => name.startsWith('hakiki_'));
    expect(exportedSamples.map(({ name, labels, value }) => [name, ...Object.values(labels), value])).toEqual([
      ['hakiki_database_connections', 'in_use', 0],
      ['hakiki_database_connections', 'idle', 0],
      ['hakiki_database_connections_most', 10],
      ['hakiki_database_waiting', 0],
      ['hakiki_figures_known', 0],
      ['hakiki_mail_total', 'sent', 0],
      ['hakiki_mail_total', 'kept', 0],
      ['hakiki_mail_total', 'refused', 0],
      ['hakiki_mail_total', 'failed', 0],
    ]);
  },
  TIMEOUT_MS,
);
