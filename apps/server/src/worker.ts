/** Entry point of the worker: the same modules as main.ts, but it processes jobs instead of requests. */
import { collectDefaultMetrics, Registry } from 'prom-client';
import packageJson from '../package.json' with { type: 'json' };
import { createLimiter, createServices } from './app.ts';
import { findDemoProblem } from './demo-marker.ts';
import { accountsJobs } from './modules/accounts/jobs.ts';
import { alarmEmailJob } from './modules/alarms/emails.ts';
import { createWorkerMetrics } from './modules/alarms/metrics.ts';
import { createMeasurements } from './modules/alarms/measurements.ts';
import { createAlarms } from './modules/alarms/service.ts';
import { startStatusPage } from './modules/alarms/status-page.ts';
import { apiKeysJobs } from './modules/public-api/jobs.ts';
import { appealsJobs } from './modules/moderation/appeals/jobs.ts';
import { ledgerCheckJobs } from './modules/billing/ledger/ledger-check.ts';
import { startSealing } from './modules/audit/sealer.ts';
import { billingJobs } from './modules/billing/jobs.ts';
import { chatJobs } from './modules/chat/jobs.ts';
import { claimJobs } from './modules/business/claims/claim-jobs.ts';
import { businessJobs } from './modules/business/jobs.ts';
import { casesJobs } from './modules/moderation/cases/jobs.ts';
import { createWorkerHealth } from './modules/moderation/cases/worker-health.ts';
import { startAppending } from './modules/moderation/decision-log/appender.ts';
import { startSigning } from './modules/moderation/decision-log/signing.ts';
import { decisionsJobs } from './modules/moderation/workflow/jobs.ts';
import { dashboardJobs } from './modules/dashboard/jobs.ts';
import { directoryJobs, refreshSitesJob } from './modules/directory/jobs.ts';
import { earlyWarningJobs } from './modules/early-warning/jobs.ts';
import { evidenceJobs } from './modules/evidence/jobs.ts';
import { familiesJobs } from './modules/families/jobs.ts';
import { filingsJobs } from './modules/filings/jobs.ts';
import { licencesJobs } from './modules/licences/jobs.ts';
import { fetchSourcesJob, sourcesJobs } from './modules/sources/jobs.ts';
import { newsJobs } from './modules/news/jobs.ts';
import { startPublishing } from './modules/open-data/publisher.ts';
import { publicFormsJobs } from './modules/public-forms/jobs.ts';
import { regtechJobs } from './modules/regtech/jobs.ts';
import { dailyEmailJobs } from './modules/reports/alerts/daily-email.ts';
import { reportsJobs } from './modules/reports/issues/jobs.ts';
import { retentionJobs } from './retention-jobs.ts';
import { startDeliveryWorker } from './modules/webhooks/delivery-worker.ts';
import { pausedEmailJob } from './modules/webhooks/emails.ts';
import { readEnvironment } from './platform/config/environment.ts';
import { readSettingsOrExit } from './platform/config/settings.ts';
import { openDatabase } from './platform/db/database.ts';
import { registerPoolMetrics } from './platform/db/pool-metrics.ts';
import {
  createReadinessCheck,
  DatabaseNotReadyError,
  exitUnlessReady,
  waitForDatabase,
} from './platform/db/readiness.ts';
import { createGuardedPost } from './platform/fetch/guarded-post.ts';
import { startHealthServer } from './platform/http/health-server.ts';
import { startJobs } from './platform/jobs/jobs.ts';
import { onUncaughtError } from './platform/uncaught-error.ts';
import { createLog } from './platform/log/log.ts';
import { createMailer } from './platform/mail/mail.ts';
import { onStopSignal } from './platform/stop-signal.ts';

const settings = readSettingsOrExit('worker');
const log = createLog(settings.logLevel);
let stop = () => Promise.resolve();
onUncaughtError(log, () => stop());
const registry = new Registry();
const tracing =
  settings.tracing &&
  (await import('./platform/tracing/tracer.ts')).startTracing(settings.tracing, {
    log,
    registry,
    version: packageJson.version,
  });
const database = openDatabase(settings, log);
const readiness = createReadinessCheck(database, settings.databaseUrl);
const workerHealth = createWorkerHealth(readiness);
collectDefaultMetrics({ register: registry });
registerPoolMetrics(registry, database, settings.databasePoolSize);
const workerMetrics = createWorkerMetrics({ registry, database, backupFolder: settings.backupFolder, log });
/** Set once there is a database to query. */
const renderers = { alarms: () => Promise.resolve('') };
const health = await startHealthServer({
  port: settings.workerPort,
  host: settings.workerHost,
  log,
  checkReadiness: workerHealth.check,
  renderMetrics: async () => {
    await workerMetrics.refresh();
    return (await registry.metrics()) + (await renderers.alarms().catch(() => ''));
  },
});
async function prepareDatabase(): Promise<void> {
  await waitForDatabase(readiness, settings.databaseWaitSeconds, (message) =>
    log.warn(`waiting for the database: ${message}`),
  );
  if (settings.isDemo) {
    const { resetDemo, msToNextReset } = await import('./seed/demo-reset.ts');
    await resetDemo(settings, { environment: readEnvironment('worker'), log });
    // The supervisor starts the worker again, which resets: nothing of the day before is in its memory.
    setTimeout(() => process.kill(process.pid, 'SIGTERM'), msToNextReset(Date.now())).unref();
  }
  const problem = await findDemoProblem(database, settings);
  if (problem) throw new DatabaseNotReadyError(problem);
}
await exitUnlessReady(prepareDatabase(), (message) => log.fatal(`stopped: ${message}`));
const sendMail = createMailer(settings.mail, log, workerMetrics.countMail);
const jobs = await startJobs(settings.databaseUrl, log);
const limiter = createLimiter({ database, log, settings });
const services = createServices({ database, queue: jobs, limiter, log, settings });
const { accounts, contact, contactOpenings, directory, publicForms, tasks } = services;

await jobs.work([
  ...accountsJobs({ database, accounts, sendMail, log }),
  ...contact.emailJobs(sendMail),
  ...casesJobs({ ...services, log }),
  ...chatJobs(services),
  ...evidenceJobs(services),
  ...familiesJobs(services),
  ...filingsJobs({ ...services, sendMail }),
  ...retentionJobs({
    ...services,
    database,
    log,
    auditSecret: settings.audit.secret,
    outboxFolder: settings.mail.outboxFolder,
  }),
  ...contactOpenings.jobs(),
  ...tasks.jobs(),
  ...publicFormsJobs({ publicForms, sendMail }),
  ...decisionsJobs({ ...services, sendMail }),
  ...appealsJobs({ ...services, sendMail }),
  ...apiKeysJobs({ ...services, database, sendMail, log, settings }),
  ...services.invoices.jobs(),
  ...ledgerCheckJobs({ database, log }),
  ...licencesJobs({ database, log, settings }),
  ...sourcesJobs({ ...services, database, log, settings }),
  ...newsJobs({ database, queue: jobs, sendMail, log, settings }),
  ...businessJobs({ ...services, database, log, viewsLog: settings.viewsLog }),
  ...services.business.colleagues.emailJobs(sendMail),
  ...claimJobs({ ...services, database, sendMail, settings }),
  ...regtechJobs({ ...services, log }),
  ...reportsJobs({ ...services, log }),
  ...dailyEmailJobs({ database, queue: jobs, sendMail, settings }),
  ...earlyWarningJobs({ ...services, log }),
  ...billingJobs({ ...services, database, queue: jobs, sendMail, settings }),
  ...dashboardJobs({ database, queue: jobs, sendMail, settings }),
  ...directoryJobs({ database, directory, jobs, log, sendMail, operatorEmail: settings.operatorEmail }),
  pausedEmailJob({ database, sendMail, publicUrl: settings.publicUrl }),
  alarmEmailJob({ sendMail, operatorEmail: settings.operatorEmail }),
]);
await database.transaction(async (tx) => {
  await jobs.enqueue(tx, refreshSitesJob, {});
  await jobs.enqueue(tx, fetchSourcesJob, {});
});
workerHealth.markRunning(services.cases);
const sealing = startSealing({ database, log, ...settings.audit });
const entering = startAppending({ database, log });
const logSigning = startSigning({ database, log, ...settings.logSigning });
const alarms = createAlarms({
  database,
  queue: jobs,
  measurements: createMeasurements(database, settings, { ...services, logSigning }),
  log,
});
const delivering = startDeliveryWorker({
  database,
  queue: jobs,
  post: createGuardedPost('Hakiki-Webhooks/1.0', {
    contact: `${settings.publicUrl}/contact`,
    isProduction: settings.isProduction,
  }),
  log,
  settings,
});
renderers.alarms = alarms.renderMetrics;
const alarmPolling = alarms.start();
const status = settings.statusFolder
  ? startStatusPage(settings.statusFolder, { database, publicUrl: settings.publicUrl, log })
  : undefined;
const { folder: openDataFolder, signingKey: openDataKey } = settings.openData;
const publishing =
  openDataFolder && openDataKey
    ? startPublishing({
        database,
        indicators: services.indicators,
        folder: openDataFolder,
        signingKey: openDataKey,
        publicUrl: settings.publicUrl,
        log,
      })
    : undefined;
if (openDataFolder && !openDataKey) log.warn('OPEN_DATA_SIGNING_KEY is not set: no open data is published');
if (settings.isProduction && !settings.mail.smtpUrl)
  log.warn('SMTP_URL is not set: emails are stored as files and reach nobody');
if (settings.isProduction && !settings.hasSalesEmail)
  log.warn('SALES_EMAIL and COMPANY_EMAIL are not set: messages to sales are stored and reach nobody by email');
if (settings.isProduction && !settings.operatorEmail)
  log.warn('OPERATOR_EMAIL is not set: nobody is notified of alarms, or when a single administrator removes a warning');
log.info('working');
stop = async () => {
  workerHealth.markStopping();
  await alarmPolling.stop();
  await status?.stop();
  await publishing?.stop();
  await delivering.stop();
  await jobs.stop();
  await health.stop();
  await sealing.stop();
  await entering.stop();
  await logSigning.stop();
  limiter.close();
  await database.close();
  await tracing?.stop();
};
onStopSignal(log, stop);
