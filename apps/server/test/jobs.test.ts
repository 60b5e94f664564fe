/** Jobs on a real PostgreSQL: enqueued with the transaction, run, retried, and mailed. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { createServices } from '../src/app.ts';
import { directoryJobs, reconcileCounts } from '../src/modules/directory/jobs.ts';
import { defineJob } from '../src/platform/jobs/job.ts';
import { type Jobs, startJobs } from '../src/platform/jobs/jobs.ts';
import { createLog } from '../src/platform/log/log.ts';
import { createMailer, mailJobs } from '../src/platform/mail/mail.ts';
import { useDatabase } from './database.ts';
import { makeProvider } from './makers.ts';

const test = useDatabase();
const log = createLog('silent');
const outboxFolder = mkdtempSync(join(tmpdir(), 'hakiki-outbox-'));
const letters = () => readdirSync(outboxFolder).map((file) => readFileSync(join(outboxFolder, file), 'utf8'));

const greet = defineJob({ name: 'test.greet', payload: z.object({ name: z.string() }) });
const greeted: string[] = [];
let failures = 0;
let jobs: Jobs;

beforeAll(async () => {
  jobs = await startJobs(test.url, log);
  const { directory } = createServices({ database: test.database });
  await jobs.work([
    ...mailJobs(createMailer({ smtpUrl: undefined, from: 'Hakiki <no-reply@hakiki.example>', outboxFolder })),
    ...directoryJobs({ database: test.database, directory, jobs, log, operatorEmail: 'operator@example.com' }),
    greet.handledBy(async ({ name }) => {
      if (name === 'later' && failures === 0) {
        failures += 1;
        throw new Error('not yet');
      }
      greeted.push(name);
    }),
  ]);
});
afterAll(async () => {
  await jobs.stop();
  rmSync(outboxFolder, { recursive: true });
});

describe('jobs', () => {
  it('run when their transaction commits, and never otherwise', async () => {
    const undone = test.database.transaction(async (tx) => {
      await jobs.enqueue(tx, greet, { name: 'undone' });
      throw new Error('rolled back');
    });
    await expect(undone).rejects.toThrow('rolled back');
    await test.database.transaction((tx) => jobs.enqueue(tx, greet, { name: 'done' }));
    await vi.waitFor(() => expect(greeted).toContain('done'), 8000);
    expect(greeted).not.toContain('undone');
  });

  it('run again after a failure', async () => {
    await test.database.transaction((tx) => jobs.enqueue(tx, greet, { name: 'later' }));
    await vi.waitFor(() => expect(greeted).toContain('later'), 12_000);
    expect(failures).toBe(1);
  });

  it('refuse a payload that is not theirs', async () => {
    await expect(greet.handledBy(async () => undefined).run({ name: 7 })).rejects.toThrow();
  });
});

describe('the nightly check of counts', () => {
  it('is scheduled', async () => {
    expect(await test.sql('select name, cron from pgboss.schedule')).toEqual([
      { name: reconcileCounts.name, cron: '20 2 * * *' },
    ]);
  });

  it('repairs drift and writes to the operator; without drift it is silent', async () => {
    await makeProvider(test.database.db, { countries: ['kenya'] });
    await test.sql(`update provider_counts set n = 99 where country = 'kenya'`);
    await test.database.transaction((tx) => jobs.enqueue(tx, reconcileCounts, {}));
    await vi.waitFor(() => expect(letters()).toHaveLength(1), 10_000);
    expect(letters()[0]).toContain('To: operator@example.com');
    expect(letters()[0]).toContain('repaired 1 counts, 0 listings');
    expect(await test.sql(`select n from provider_counts where country = 'kenya'`)).toEqual([{ n: 1 }]);

    const { directory } = createServices({ database: test.database });
    expect(await test.database.transaction((tx) => directory.reconcile(tx))).toEqual({
      counts: 0,
      listings: 0,
      words: 0,
    });
    expect(letters()).toHaveLength(1);
  });
});
