import { appendFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { useDatabase } from '../../../../test/support/database.ts';
import { makeProvider } from '../../../../test/support/factories.ts';
import type { Log } from '../../../platform/log/log.ts';
import { businessJobs } from '../jobs.ts';

const test = useDatabase();
const folder = mkdtempSync(join(tmpdir(), 'hakiki-views-'));
afterAll(() => rmSync(folder, { recursive: true }));

let fileNumber = 0;
let log = '';
let id = '';
beforeEach(async () => {
  fileNumber += 1;
  log = join(folder, `views-${fileNumber}.log`);
  id = (await makeProvider(test.database.db)).id;
});

const line = (day: string, providerId = id) => `${day} ${providerId}\n`;
/** Runs the job of the worker. */
const runJob = () => {
  const documents = {} as Parameters<typeof businessJobs>[0]['business']['documents'];
  const deps = { database: test.database, business: { documents }, log: {} as Log, viewsLog: log };
  return businessJobs(deps)[0]!.run({}, { id: 'now' });
};
const readViews = async () =>
  (await test.sql(`select day::text, views from page_views where provider_id = $1 order by day`, [id])).map(
    ({ day, views }) => `${String(day)}: ${String(views)}`,
  );

describe('counting page views', () => {
  it('counts each line once per day, however often the job runs [REAL-20]', async () => {
    writeFileSync(log, line('2026-11-15') + line('2026-11-15') + line('2026-11-16'));
    await runJob();
    await runJob();
    expect(await readViews()).toEqual(['2026-11-15: 2', '2026-11-16: 1']);
    appendFileSync(log, line('2026-11-16'));
    await Promise.all([runJob(), runJob()]);
    expect(await readViews()).toEqual(['2026-11-15: 2', '2026-11-16: 2']);
  });

  it('skips a line that is still being written, and lines of another format', async () => {
    writeFileSync(log, `${line('2026-11-16')}nonsense\n2026-11-16 ${id.slice(0, 8)}`);
    await runJob();
    expect(await readViews()).toEqual(['2026-11-16: 1']);
    appendFileSync(log, `${id.slice(8)}\n${line('2026-11-16', '01890000-0000-7000-8000-00000000dead')}`);
    await runJob();
    expect(await readViews()).toEqual(['2026-11-16: 2']);
  });

  it('counts every line when the log is rotated', async () => {
    writeFileSync(log, line('2026-11-16'));
    await runJob();
    appendFileSync(log, line('2026-11-16'));
    renameSync(log, `${log}.1`);
    writeFileSync(log, line('2026-11-17'));
    await runJob();
    expect(await readViews()).toEqual(['2026-11-16: 2', '2026-11-17: 1']);
  });

  it('counts nothing without a log of the edge', async () => {
    await runJob();
    expect(await readViews()).toEqual([]);
  });
});
