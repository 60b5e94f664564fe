/** The real worker, stopped and started: what is filed meanwhile is counted, and whoever watches the worker is told. */
import type { Sorting } from '@hakiki/contract/triage-admin';
import { beforeAll, expect, it, vi } from 'vitest';
import { freePort } from '../../../tools/pg.ts';
import { type Admin, consoleAt, makeModerator } from './admins.ts';
import { useDatabase } from './database.ts';
import { samplesOf } from './exposition.ts';
import { reporterAt } from './reporter.ts';
import { useServer } from './server.ts';
import { useWorkers } from './worker-process.ts';

const test = useDatabase();
const server = useServer(test);
const reporter = reporterAt(server);
const { read } = consoleAt(server);
const startWorker = useWorkers();
/** A process starts slowly on a busy machine. */
const PATIENCE_MS = 120_000;

let moderator: Admin;
beforeAll(async () => {
  moderator = await makeModerator(test.database.db);
});

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
  'says what it waits for while there is no database, and that its figures are not known [VERD-08] [OPS-07]',
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
    const told = samplesOf(await worker.figures()).filter(({ name }) => name.startsWith('hakiki_'));
    expect(told.map(({ name, labels, value }) => [name, ...Object.values(labels), value])).toEqual([
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
  PATIENCE_MS,
);
