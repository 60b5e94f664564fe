/** Runs jobs on a real PostgreSQL: enqueued with the transaction, run, retried, and sent by email. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { directoryJobs, reconcileCountsJob, refreshSitesJob } from '../src/modules/directory/jobs.ts';
import { createTestServices } from './support/services.ts';
import { defineJob } from '../src/platform/jobs/job.ts';
import { type Jobs, openQueue, startJobs } from '../src/platform/jobs/jobs.ts';
import { createLog } from '../src/platform/log/log.ts';
import { createMailer } from '../src/platform/mail/mail.ts';
import { useDatabase } from './support/database.ts';
import { makeProvider } from './support/factories.ts';

const test = useDatabase();
const log = createLog('silent');
const outboxFolder = mkdtempSync(join(tmpdir(), 'hakiki-outbox-'));
/** Only complete files: an email is written under another name first. */
const readEmailFiles = () =>
  readdirSync(outboxFolder)
    .filter((file) => file.endsWith('.eml'))
    .map((file) => readFileSync(join(outboxFolder, file), 'utf8'));

const greetJob = defineJob({ name: 'test.greet', payload: z.object({ name: z.string() }) });
const greeted: string[] = [];
const attempts: { name: string; id: string }[] = [];
let failures = 0;
/** All three wait for each other, so they finish only if they run at the same time. */
const meetJob = defineJob({ name: 'test.meet', payload: z.object({}), concurrency: 3 });
const allMet = Promise.withResolvers<void>();
let arrived = 0;
let jobs: Jobs;

beforeAll(async () => {
  jobs = await startJobs(test.url, log);
  const { directory } = createTestServices(test.database);
  const sendMail = createMailer({ smtpUrl: undefined, from: 'Hakiki <no-reply@hakiki.example>', outboxFolder }, log);
  await jobs.work([
    ...directoryJobs({
      database: test.database,
      directory,
      jobs,
      log,
      sendMail,
      operatorEmail: 'operator@example.com',
    }),
    greetJob.withHandler(async ({ name }, { id }) => {
      attempts.push({ name, id });
      if (name === 'later' && failures === 0) {
        failures += 1;
        throw new Error('not yet');
      }
      greeted.push(name);
    }),
    meetJob.withHandler(() => {
      arrived += 1;
      if (arrived === 3) allMet.resolve();
      return allMet.promise;
    }),
  ]);
});
afterAll(async () => {
  await jobs.stop();
  rmSync(outboxFolder, { recursive: true });
});

describe('jobs', () => {
  it('a job runs when its transaction commits, and never otherwise', async () => {
    const undone = test.database.transaction(async (tx) => {
      await jobs.enqueue(tx, greetJob, { name: 'undone' });
      throw new Error('rolled back');
    });
    await expect(undone).rejects.toThrow('rolled back');
    await test.database.transaction((tx) => jobs.enqueue(tx, greetJob, { name: 'done' }));
    await vi.waitFor(() => expect(greeted).toContain('done'), 8000);
    expect(greeted).not.toContain('undone');
  });

  it('a job runs again under the same id after a failure', async () => {
    await test.database.transaction((tx) => jobs.enqueue(tx, greetJob, { name: 'later' }));
    await vi.waitFor(() => expect(greeted).toContain('later'), 12_000);
    expect(failures).toBe(1);
    const ids = attempts.flatMap(({ name, id }) => (name === 'later' ? [id] : []));
    expect(ids).toEqual([ids[0], ids[0]]);
  });

  it('three jobs of one queue that become due later without a notification run concurrently', async () => {
    await test.database.transaction(async (tx) => {
      for (let count = 0; count < 3; count += 1) await jobs.enqueue(tx, meetJob, {}, { afterSeconds: 1 });
    });
    const dueAt = Date.now() + 1000;
    await allMet.promise;
    // The poll interval of two seconds, with slack; the fallback poll runs every thirty seconds.
    expect(Date.now() - dueAt).toBeLessThan(15_000);
  });

  it('ten jobs of one queue run within four seconds, without a delay between them', async () => {
    const names = Array.from({ length: 10 }, (_, index) => `one of many ${index}`);
    const started = performance.now();
    await test.database.transaction(async (tx) => {
      for (const name of names) await jobs.enqueue(tx, greetJob, { name });
    });
    await vi.waitFor(() => expect(greeted).toEqual(expect.arrayContaining(names)), 8000);
    expect(performance.now() - started).toBeLessThan(4000);
  });

  it('a job is enqueued with the number of retries and the delays that its definition sets', async () => {
    const retries = { limit: 77, initialDelaySeconds: 3, maxDelaySeconds: 600 };
    await test.database.transaction((tx) => jobs.enqueue(tx, { ...greetJob, retries }, { name: 'patient' }));
    await test.database.transaction((tx) => jobs.enqueue(tx, greetJob, { name: 'usual' }));
    const storedJobs = await test.sql(
      `select data->>'name' as name, retry_limit, retry_delay, retry_delay_max, retry_backoff from pgboss.job
       where data->>'name' in ('patient', 'usual') order by 1`,
    );
    expect(storedJobs).toEqual([
      { name: 'patient', retry_limit: 77, retry_delay: 3, retry_delay_max: 600, retry_backoff: true },
      { name: 'usual', retry_limit: 5, retry_delay: 2, retry_delay_max: null, retry_backoff: true },
    ]);
  });

  it('a job rejects a payload that does not match its schema', async () => {
    await expect(greetJob.withHandler(async () => undefined).run({ name: 7 }, { id: 'any' })).rejects.toThrow();
  });
});

describe('a queue without a worker', () => {
  it('a job enqueued by a queue without a worker runs at a worker with another connection within eight seconds', async () => {
    const queue = openQueue(test.url, log, [greetJob]);
    await test.database.transaction((tx) => queue.enqueue(tx, greetJob, { name: 'from elsewhere' }));
    await vi.waitFor(() => expect(greeted).toContain('from elsewhere'), 8000);
    await queue.stop();
  });

  it('a queue without a worker stores a job that was not listed when it was opened', async () => {
    const queue = openQueue(test.url, log);
    const unknown = defineJob({ name: 'test.unannounced', payload: z.object({}) });
    await test.database.transaction((tx) => queue.enqueue(tx, unknown, {}));
    expect(await test.sql(`select state from pgboss.job where name = 'test.unannounced'`)).toEqual([
      { state: 'created' },
    ]);
    await queue.stop();
  });

  it('a queue rejects a job while it cannot reach the database, and enqueues jobs when it can', async () => {
    const { port, hostname } = new URL(test.url);
    const passage = createServer((socket) => {
      const onwards = connect(Number(port), hostname);
      socket.on('error', () => onwards.destroy()).pipe(onwards);
      onwards.on('error', () => socket.destroy()).pipe(socket);
    });
    const listen = async (at: number) => {
      await new Promise<void>((resolve) => passage.listen(at, '127.0.0.1', resolve));
      return (passage.address() as AddressInfo).port;
    };
    const freePort = await listen(0);
    await new Promise((resolve) => passage.close(resolve));
    const url = new URL(test.url);
    url.host = `127.0.0.1:${freePort}`;

    const queue = openQueue(url.href, log, [greetJob]);
    const early = test.database.transaction((tx) => queue.enqueue(tx, greetJob, { name: 'too early' }));
    await expect(early).rejects.toThrow();
    await listen(freePort);
    await test.database.transaction((tx) => queue.enqueue(tx, greetJob, { name: 'after the outage' }));
    await vi.waitFor(() => expect(greeted).toContain('after the outage'), 8000);
    expect(greeted).not.toContain('too early');
    await queue.stop();
    passage.close();
  });
});

describe('the nightly jobs of the directory', () => {
  it('the nightly jobs of the directory are scheduled at 01:50 and 02:20', async () => {
    expect(await test.sql('select name, cron from pgboss.schedule order by name')).toEqual([
      { name: reconcileCountsJob.name, cron: '20 2 * * *' },
      { name: refreshSitesJob.name, cron: '50 1 * * *' },
    ]);
  });

  it('the job that refreshes sites corrects the stored site of a provider website', async () => {
    const { id } = await makeProvider(test.database.db, { website: 'https://one.webflow.io' });
    await test.sql(`update providers set website_site = 'webflow.io' where id = $1`, [id]);
    await test.database.transaction((tx) => jobs.enqueue(tx, refreshSitesJob, {}));
    await vi.waitFor(
      async () =>
        expect(await test.sql('select website_site as site from providers where id = $1', [id])).toEqual([
          { site: 'one.webflow.io' },
        ]),
      10_000,
    );
  });
});

describe('the nightly check of counts', () => {
  it('the nightly check of counts repairs drift and emails the operator once, and a second check finds nothing to repair', async () => {
    await makeProvider(test.database.db, { countries: ['kenya'] });
    await test.sql(`update provider_counts set n = 99 where country = 'kenya'`);
    await test.database.transaction((tx) => jobs.enqueue(tx, reconcileCountsJob, {}));
    // The file exists a moment before its content is written.
    await vi.waitFor(() => expect(readEmailFiles()[0]).toContain('To: operator@example.com'), 10_000);
    expect(readEmailFiles()).toHaveLength(1);
    expect(readEmailFiles()[0]).toContain('repaired 1 counts, 0 listings');
    expect(await test.sql(`select n from provider_counts where country = 'kenya'`)).toEqual([{ n: 1 }]);

    const { directory } = createTestServices(test.database);
    expect(await test.database.transaction((tx) => directory.reconcile(tx))).toEqual({
      counts: 0,
      listings: 0,
      words: 0,
    });
    expect(readEmailFiles()).toHaveLength(1);
  });
});
