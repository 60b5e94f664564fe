import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { useDatabase } from '../../../test/support/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { type Jobs, startJobs } from '../../platform/jobs/jobs.ts';
import { createLog } from '../../platform/log/log.ts';
import type { OutgoingEmail } from '../../platform/mail/mail.ts';
import { recordBackup } from '../../platform/storage/backup-age.ts';
import { createAuditService } from '../audit/service.ts';
import { createTestServices } from '../../../test/support/services.ts';
import { createNewsService } from '../news/service.ts';
import { alarmEmail, alarmEmailJob } from './emails.ts';
import { createMeasurements, type Measurements } from './measurements.ts';
import { createAlarms } from './service.ts';
import { alarmKinds, thresholds } from './thresholds.ts';

const test = useDatabase();
const log = createLog('silent');
const OPERATOR = 'operator@example.com';
const folder = mkdtempSync(join(tmpdir(), 'hakiki-alarms-'));
const sentEmails: OutgoingEmail[] = [];
let jobs: Jobs;

beforeAll(async () => {
  jobs = await startJobs(test.url, log);
  const sendMail = (emailJobName: OutgoingEmail) => Promise.resolve(void sentEmails.push(emailJobName));
  await jobs.work([alarmEmailJob({ sendMail, operatorEmail: OPERATOR })]);
});
afterAll(async () => {
  await jobs.stop();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  sentEmails.length = 0;
  await test.sql('delete from alarms');
});

const createTestMeasurements = (publicUrl = 'http://hakiki.test', fetchesNews = true) =>
  createMeasurements(
    test.database,
    {
      publicUrl,
      backupFolder: folder,
      evidence: { folder: join(folder, 'not/yet/there'), s3: undefined },
    },
    {
      chat: { measureOldestOpenSeconds: () => Promise.resolve(300), countOverBudget: () => Promise.resolve(1) },
      logSigning: { secondsUnsigned: () => 400 },
      news: createNewsService({
        database: test.database,
        queue: jobs,
        audit: createAuditService(),
        decisions: createTestServices(test.database).decisions,
        settings: { fetchesNews, publicUrl },
      }),
      openData: { measureAgeHours: () => Promise.resolve(17) },
      replies: { countOverdue: () => Promise.resolve(2) },
      masks: { countOverdue: () => Promise.resolve(1) },
    },
  );

const measureNothing = () => Promise.resolve(undefined);
const noMeasurements = Object.fromEntries(alarmKinds.map((kind) => [kind, measureNothing])) as Measurements;

/** The emails sent so far, after the queue is empty. */
async function readSentEmails() {
  await vi.waitFor(
    async () =>
      expect(
        await test.sql(`select from pgboss.job where name = $1 and state <> 'completed'`, [alarmEmail.job.name]),
      ).toEqual([]),
    { timeout: 20_000 },
  );
  return sentEmails.map(({ to, subject, text }) => ({ to, subject, text: text.split('\n\n-- ')[0] }));
}

describe('alarms', () => {
  const createDiskAlarms = (figure: { now: number }) =>
    createAlarms({
      database: test.database,
      queue: jobs,
      measurements: { ...noMeasurements, 'disk-filling': () => Promise.resolve(figure.now) },
      log,
    });
  const at = (day: number, hour = 12) => new Date(Date.UTC(2027, 0, day, hour));
  const raisedEmail = {
    to: OPERATOR,
    subject: 'The disk is nearly full',
    text:
      '4 percent of the disk of evidence that are free; the alarm is raised below 10.\n\n' +
      'What to do: docs/runbooks/alarms.md, under disk-filling.\n\n' +
      'We email you once a day while it lasts, and when it is over.',
  };
  const overEmail = {
    to: OPERATOR,
    subject: 'Over: The disk is nearly full',
    text: '40 percent of the disk of evidence that are free; the alarm is raised below 10.\n\nIt is over: nothing has to be done.',
  };

  it('sends one email a day while an alarm lasts, and one when it is over', async () => {
    const figure = { now: 40 };
    const { checkAlarms, renderMetrics } = createDiskAlarms(figure);
    await checkAlarms(at(1));
    expect(await readSentEmails()).toEqual([]);
    figure.now = 4;
    for (const hour of [13, 14, 15]) await checkAlarms(at(1, hour));
    expect(await readSentEmails()).toEqual([raisedEmail]);
    expect(await renderMetrics()).toContain(
      'hakiki_alarm{kind="disk-filling"} 1\n# HELP hakiki_alarm_figure Last measured value.',
    );
    await checkAlarms(at(2));
    expect(await readSentEmails()).toEqual([raisedEmail, raisedEmail]);
    figure.now = 40;
    await checkAlarms(at(2, 13));
    await checkAlarms(at(2, 14));
    expect(await readSentEmails()).toEqual([raisedEmail, raisedEmail, overEmail]);
    expect(await renderMetrics()).toContain('hakiki_alarm{kind="disk-filling"} 0\n');
  });

  it('an alarm that starts and ends repeatedly sends one email of each kind a day', async () => {
    const figure = { now: 4 };
    const { checkAlarms } = createDiskAlarms(figure);
    for (let hour = 0; hour < 8; hour += 1) {
      figure.now = hour % 2 === 0 ? 4 : 40;
      await checkAlarms(at(1, hour));
      // Waits for each email: of two queued ones, either may be sent first.
      await readSentEmails();
    }
    expect(await readSentEmails()).toEqual([raisedEmail, overEmail]);
  });

  it('an alarm neither starts nor ends when its value cannot be measured', async () => {
    const figure = { now: 4 };
    await createDiskAlarms(figure).checkAlarms(at(1));
    const broken: Measurements = { ...noMeasurements, 'disk-filling': () => Promise.reject(new Error('no such disk')) };
    await createAlarms({ database: test.database, queue: jobs, measurements: broken, log }).checkAlarms(at(1, 13));
    expect(await readSentEmails()).toEqual([raisedEmail]);
    expect(await test.sql('select kind, figure, raised_at is not null as "isRaised" from alarms')).toEqual([
      { kind: 'disk-filling', figure: 4, isRaised: true },
    ]);
  });

  it('every alarm has a section in the runbook under its name', () => {
    const runbook = readFileSync(new URL('../../../../../docs/runbooks/alarms.md', import.meta.url), 'utf8');
    const headings = [...runbook.matchAll(/^## (.+)$/gm)].map(([, name]) => name);
    expect(headings).toEqual(expect.arrayContaining([...alarmKinds]));
    for (const kind of alarmKinds) expect(runbook).toContain(`${thresholds[kind].limit} ${thresholds[kind].unit}`);
  });
});

describe('alarm metrics', () => {
  it('measures the age of the oldest unsealed audit entry and of the oldest decision that is not in the public log', async () => {
    const measurements = createTestMeasurements();
    expect([await measurements['audit-behind'](), await measurements['decision-log-behind']()]).toEqual([0, 0]);
    await test.sql(`insert into audit_entries (id, actor_kind, action, at)
      values (gen_random_uuid(), 'system', 'account.deleted', now() - interval '10 minutes')`);
    await test.sql(`insert into decision_log_waiting (source, id, created_at, day) values
      ('appeal', gen_random_uuid(), now() - interval '10 minutes', null),
      ('decision', gen_random_uuid(), now() - interval '2 days', current_date)`);
    const values = [await measurements['audit-behind'](), await measurements['decision-log-behind']()];
    expect(values).toEqual([expect.closeTo(600, -1), expect.closeTo(600, -1)]);
  });

  it('counts failed jobs and measures how late emails are', async () => {
    const measurements = createTestMeasurements();
    expect([await measurements['jobs-failing'](), await measurements['mail-waiting']()]).toEqual([0, 0]);
    const add = (name: string, state: string, columns: Record<string, string>) =>
      test.sql(
        `insert into pgboss.job (id, name, state, ${Object.keys(columns).join(', ')})
         values ($1, $2, $3::text::pgboss.job_state, ${Object.values(columns).join(', ')})`,
        [uuidv7(), name, state],
      );
    const emailJobName = alarmEmail.job.name;
    const soon = `now() + interval '1 hour'`;
    await add(emailJobName, 'failed', { completed_on: `now() - interval '5 minutes'` });
    await add(emailJobName, 'failed', { completed_on: `now() - interval '3 hours'` });
    await add(emailJobName, 'retry', { created_on: `now() - interval '2 hours'`, start_after: soon, retry_count: '9' });
    await add(emailJobName, 'created', { created_on: `now() - interval '9 hours'`, start_after: soon });
    expect([await measurements['jobs-failing'](), await measurements['mail-waiting']()]).toEqual([
      1,
      expect.closeTo(7200, -2),
    ]);
    await test.sql('delete from pgboss.job where name = $1', [emailJobName]);
  });

  it('measures the free space of the evidence disk, also before the first file', async () => {
    const percent = await createTestMeasurements()['disk-filling']();
    expect(percent).toBeGreaterThan(0);
    expect(percent).toBeLessThan(100);
  });

  it('measures how long the certificate of the site is valid', async () => {
    const pem = (name: string) => join(folder, name);
    execFileSync('openssl', [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '5'],
      ...['-subj', '/CN=localhost', '-keyout', pem('key'), '-out', pem('cert')],
    ]);
    const site = createServer({ key: readFileSync(pem('key')), cert: readFileSync(pem('cert')) });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void site.close());
    const url = `https://localhost:${(site.address() as AddressInfo).port}`;
    expect(await createTestMeasurements(url)['certificate-ending']()).toBeCloseTo(5, 1);
    expect(await createTestMeasurements()['certificate-ending']()).toBeUndefined();
    expect(await createTestMeasurements('https://localhost:1')['certificate-ending']()).toBeUndefined();
  });

  it('counts silent news sources, where news is fetched', async () => {
    const countSilentSources = (fetchesNews?: boolean) =>
      createTestMeasurements(undefined, fetchesNews)['news-silent']();
    expect([await countSilentSources(), await countSilentSources(false)]).toEqual([0, undefined]);
    await test.sql(`insert into news_source_states (id, added_at, last_good_at, last_item_at) values
      ('cbk', now() - interval '1 year', now() - interval '49 hours', now() - interval '50 hours'),
      ('fic', now() - interval '1 year', now() - interval '47 hours', now() - interval '119 days'),
      ('sarb', now() - interval '1 year', now() - interval '1 hour', now() - interval '121 days'),
      ('cbn', now() - interval '49 hours', null, null),
      ('no-longer-asked', now() - interval '1 year', null, null)`);
    onTestFinished(async () => void (await test.sql('delete from news_source_states')));
    expect(await countSilentSources()).toBe(3);
  });

  it('measures the age of the last backup, or of the empty backup folder [OPS-03]', async () => {
    const hours = createTestMeasurements()['backup-old'];
    expect(await hours()).toBeLessThan(1);
    await recordBackup(folder);
    const before = new Date(Date.now() - 30 * 3_600_000);
    utimesSync(join(folder, 'last-backup'), before, before);
    expect(await hours()).toBeCloseTo(30, 1);
    await recordBackup(folder);
    expect(await hours()).toBeCloseTo(0, 1);
  });

  it('counts overdue replies of businesses [REPLY-02]', async () => {
    expect(await createTestMeasurements()['replies-overdue']()).toBe(2);
  });

  it('measures how far a replica is behind', async () => {
    const measure = createTestMeasurements()['replication-behind'];
    const slot = `alarms_${process.pid}`;
    await test.sql(`select pg_create_physical_replication_slot($1, true)`, [slot]);
    onTestFinished(async () => void (await test.sql('select pg_drop_replication_slot($1)', [slot])));
    await test.sql(`create table moved as select repeat('x', 1000) as x from generate_series(1, 4000)`);
    expect(await measure()).toBeGreaterThan(0.5);
  });
});
