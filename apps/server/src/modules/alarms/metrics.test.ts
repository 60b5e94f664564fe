import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { useDatabase } from '../../../test/support/database.ts';
import { parseSamples } from '../../../test/support/prometheus-text.ts';
import { installQueue } from '../../platform/jobs/install-queue.ts';
import { createLog } from '../../platform/log/log.ts';
import { createWorkerMetrics } from './metrics.ts';

const test = useDatabase();
const log = createLog('silent');
const folder = mkdtempSync(join(tmpdir(), 'hakiki-figures-'));
const backupMark = join(folder, 'last-backup');
afterAll(() => rmSync(folder, { recursive: true }));

const HOUR = 3600;
const closeTo = (seconds: number) => expect.closeTo(seconds, -2) as number;

/** Returns the metrics as a scrape reads them. */
function createScraper(database: Parameters<typeof createWorkerMetrics>[0]['database'] = test.database) {
  const registry = new Registry();
  const figures = createWorkerMetrics({ registry, database, backupFolder: folder, log });
  const scrape = async () => {
    await figures.refresh();
    return Object.fromEntries(
      parseSamples(await registry.metrics())
        .map(({ name, labels, value }): [string, number] => [[name, ...Object.values(labels)].join(' '), value])
        .filter(([name]) => !/^hakiki_jobs\S* (?!mail\.alarm|reports\.late)/.test(name)),
    );
  };
  return { ...figures, scrape };
}

const emptyMetrics = {
  hakiki_figures_known: 1,
  'hakiki_mail_total sent': 0,
  'hakiki_mail_total kept': 0,
  'hakiki_mail_total refused': 0,
  'hakiki_mail_total failed': 0,
  hakiki_mail_waiting: 0,
  hakiki_mail_waiting_oldest_seconds: 0,
  hakiki_audit_unsealed: 0,
  hakiki_audit_unsealed_oldest_seconds: 0,
  hakiki_cases_waiting: 0,
  hakiki_cases_waiting_oldest_seconds: 0,
  hakiki_filings_unsorted: 0,
  hakiki_filings_unsorted_oldest_seconds: 0,
};
const queue = (name: string, [ready, deferred, active, failed, oldest]: unknown[]) => ({
  [`hakiki_jobs ${name} ready`]: ready,
  [`hakiki_jobs ${name} deferred`]: deferred,
  [`hakiki_jobs ${name} active`]: active,
  [`hakiki_jobs ${name} failed`]: failed,
  [`hakiki_jobs_oldest_seconds ${name}`]: oldest,
});

beforeAll(() => installQueue(test.url, log, [{ name: 'mail.alarm' }, { name: 'reports.late' }]));

describe('metrics of the worker', () => {
  it('the metrics are zero without a backlog, and absent for a backup that was never made [OPS-07]', async () => {
    expect(await createScraper().scrape()).toEqual({
      ...emptyMetrics,
      ...queue('mail.alarm', [0, 0, 0, 0, 0]),
      ...queue('reports.late', [0, 0, 0, 0, 0]),
    });
  });

  it('the metrics show the backlog of jobs, email, audit, cases and reports, and the age of the backup [OPS-07]', async () => {
    writeFileSync(backupMark, '');
    const then = Date.now() / 1000 - 5 * HOUR;
    utimesSync(backupMark, then, then);
    await test.sql(`insert into audit_entries (id, actor_kind, action, at) values
      (gen_random_uuid(), 'system', 'account.deleted', now() - interval '1 hour'), (gen_random_uuid(), 'system', 'account.deleted', now())`);
    await test.sql(`insert into cases (id, lead_id, undecided_count, created_at) values
      (gen_random_uuid(), gen_random_uuid(), 1, now() - interval '2 hours'), (gen_random_uuid(), gen_random_uuid(), 1, now()),
      (gen_random_uuid(), gen_random_uuid(), 0, now() - interval '9 hours')`);
    // A deferred job is not late; a retried job is late since its creation.
    await test.sql(`insert into pgboss.job (name, state, start_after, created_on, retry_count) values
      ('mail.alarm', 'retry', now() - interval '1 minute', now() - interval '3 hours', 7),
      ('mail.alarm', 'created', now() + interval '8 hours', now() - interval '8 hours', 0),
      ('reports.late', 'created', now() - interval '4 hours', now() - interval '8 hours', 0)`);
    await test.sql(
      `update pgboss.queue set ready_count = 1, deferred_count = 1, failed_count = 3 where name = 'mail.alarm'`,
    );
    await test.sql(`update pgboss.queue set ready_count = 1, active_count = 2 where name = 'reports.late'`);
    const { scrape, countMail } = createScraper();
    countMail('sent');
    countMail('sent');
    countMail('failed');
    expect(await scrape()).toEqual({
      ...emptyMetrics,
      ...queue('mail.alarm', [1, 1, 0, 3, closeTo(3 * HOUR)]),
      ...queue('reports.late', [1, 0, 2, 0, closeTo(4 * HOUR)]),
      'hakiki_mail_total sent': 2,
      'hakiki_mail_total failed': 1,
      hakiki_mail_waiting: 2,
      hakiki_mail_waiting_oldest_seconds: closeTo(3 * HOUR),
      hakiki_audit_unsealed: 2,
      hakiki_audit_unsealed_oldest_seconds: closeTo(HOUR),
      hakiki_cases_waiting: 2,
      hakiki_cases_waiting_oldest_seconds: closeTo(2 * HOUR),
      hakiki_backup_age_seconds: closeTo(5 * HOUR),
    });
  });

  it('the metrics are queried once in ten seconds, however many clients scrape, and are bounded [OPS-07]', async () => {
    await test.sql(`insert into cases (id, lead_id, created_at)
      select gen_random_uuid(), gen_random_uuid(), now() - interval '6 hours' from generate_series(1, 10100)`);
    const { db } = test.database;
    const execute = vi.fn<(query: never) => ReturnType<typeof db.execute>>((query) => db.execute(query));
    const { scrape } = createScraper({ db: { execute } as unknown as typeof db });
    const [firstScrape] = await Promise.all(Array.from({ length: 20 }, scrape));
    await scrape();
    expect(execute).toHaveBeenCalledTimes(4);
    expect([firstScrape?.['hakiki_cases_waiting'], firstScrape?.['hakiki_cases_waiting_oldest_seconds']]).toEqual([
      10_000,
      closeTo(6 * HOUR),
    ]);
  });

  it('the metrics are absent instead of outdated while the database is down [OPS-07]', async () => {
    const broken = { execute: () => Promise.reject(new Error('gone')) } as unknown as typeof test.database.db;
    expect(await createScraper({ db: broken }).scrape()).toEqual({
      hakiki_figures_known: 0,
      'hakiki_mail_total sent': 0,
      'hakiki_mail_total kept': 0,
      'hakiki_mail_total refused': 0,
      'hakiki_mail_total failed': 0,
      hakiki_backup_age_seconds: closeTo(5 * HOUR),
    });
  });
});
