/**
 * Prometheus metrics of the whole installation, served by the worker: jobs, email, audit, cases, backup. They are
 * cached for ten seconds, however many clients scrape. When the database is down, a scrape returns only the metrics of
 * the process itself and `hakiki_figures_known` 0. docs/runbooks/metrics.md lists all metrics.
 */
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Database } from '../../platform/db/database.ts';
import type { Log } from '../../platform/log/log.ts';
import { type MailOutcome, mailOutcomes } from '../../platform/mail/mail.ts';
import { getBackupAge } from '../../platform/storage/backup-age.ts';
import * as store from './metrics-store.ts';

const CACHE_MS = 10_000;
const HOUR_SECONDS = 3600;

interface Deps {
  registry: Registry;
  database: Pick<Database, 'db'>;
  /** The folder in which a backup records its success. */
  backupFolder: string | undefined;
  log: Log;
}

export function createWorkerMetrics({ registry, database: { db }, backupFolder, log }: Deps) {
  const registers = [registry];
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const createBacklogGauges = (name: string, countHelp: string, ageHelp: string) => {
    const count = gauge(name, countHelp);
    const oldest = gauge(`${name}_oldest_seconds`, ageHelp);
    return {
      set: (backlog: store.Backlog) => {
        count.set(backlog.count);
        oldest.set(backlog.oldest);
      },
      remove: () => {
        count.remove();
        oldest.remove();
      },
    };
  };

  const availabilityGauge = gauge(
    'hakiki_figures_known',
    '1 while the database responds to the queries of the other metrics.',
  );
  const jobs = new Gauge({
    name: 'hakiki_jobs',
    help: 'Jobs in the queue: ready, deferred, active, or permanently failed.',
    labelNames: ['queue', 'state'] as const,
    registers,
  });
  const oldestJob = new Gauge({
    name: 'hakiki_jobs_oldest_seconds',
    help: 'Time since the oldest job of the queue was due.',
    labelNames: ['queue'] as const,
    registers,
  });
  const mail = createBacklogGauges(
    'hakiki_mail_waiting',
    'Emails that are not sent yet.',
    'Time since the oldest unsent email was due.',
  );
  const emailCounter = new Counter({
    name: 'hakiki_mail_total',
    help: 'Emails by outcome: sent, stored as a file, permanently rejected, or failed and retried.',
    labelNames: ['outcome'] as const,
    registers,
  });
  for (const outcome of mailOutcomes) emailCounter.inc({ outcome }, 0);
  const unsealed = createBacklogGauges(
    'hakiki_audit_unsealed',
    'Entries of the audit that are not sealed yet, up to 10,000.',
    'Age of the oldest entry that is not sealed.',
  );
  const cases = createBacklogGauges(
    'hakiki_cases_waiting',
    'Open cases, up to 10,000.',
    'Age of the oldest open case.',
  );
  const unsorted = createBacklogGauges(
    'hakiki_filings_unsorted',
    'Reports that are in no case yet, up to 10,000.',
    'Age of the oldest report that is in no case.',
  );
  const backup = gauge('hakiki_backup_age_seconds', 'Time since the last successful backup; absent if there was none.');
  backup.remove();

  async function refreshFromDatabase(): Promise<void> {
    const queues = await store.listQueues(db);
    jobs.reset();
    oldestJob.reset();
    for (const { queue, oldest, ...states } of queues) {
      for (const state of ['ready', 'deferred', 'active', 'failed'] as const) jobs.set({ queue, state }, states[state]);
      oldestJob.set({ queue }, oldest);
    }
    const mailQueues = queues.filter(({ queue }) => queue.startsWith('mail.'));
    mail.set({
      count: mailQueues.reduce((sum, { ready, deferred }) => sum + ready + deferred, 0),
      oldest: Math.max(0, ...mailQueues.map(({ oldest }) => oldest)),
    });
    unsealed.set(await store.measureUnsealedEntries(db));
    cases.set(await store.measureOpenCases(db));
    unsorted.set(await store.measureUnsortedFilings(db));
  }

  async function refreshBackupAge(): Promise<void> {
    const age = backupFolder === undefined ? undefined : await getBackupAge(backupFolder).catch(() => undefined);
    if (age?.exists) backup.set(age.hours * HOUR_SECONDS);
    else backup.remove();
  }

  async function refreshAll(): Promise<void> {
    await refreshBackupAge();
    try {
      await refreshFromDatabase();
      availabilityGauge.set(1);
    } catch (error) {
      // An outdated value would hide the failure.
      for (const gauges of [mail, unsealed, cases, unsorted]) gauges.remove();
      jobs.reset();
      oldestJob.reset();
      availabilityGauge.set(0);
      log.error({ err: error }, 'figures not known');
    }
  }

  let refreshedAt = Number.NEGATIVE_INFINITY;
  let refreshing: Promise<void> | undefined;
  return {
    countMail: (outcome: MailOutcome) => emailCounter.inc({ outcome }),
    /** Call before the registry is read. */
    async refresh(): Promise<void> {
      if (performance.now() - refreshedAt < CACHE_MS) return;
      refreshing ??= refreshAll().finally(() => {
        refreshedAt = performance.now();
        refreshing = undefined;
      });
      await refreshing;
    },
  };
}
