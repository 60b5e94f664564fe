/** Jobs entry: the same rooms as main.ts, working through the queue instead of answering requests. */
import { createLimiter, createServices } from './app.ts';
import { accountsJobs } from './modules/accounts/jobs.ts';
import { startSealing } from './modules/audit/sealer.ts';
import { decisionsJobs } from './modules/decisions/jobs.ts';
import { directoryJobs } from './modules/directory/jobs.ts';
import { filingsJobs } from './modules/filings/jobs.ts';
import { publicFormsJobs } from './modules/public-forms/jobs.ts';
import { reportsJobs } from './modules/reports/jobs.ts';
import { readSettingsOrExit } from './platform/config/settings.ts';
import { openDatabase } from './platform/db/database.ts';
import { createReadiness, databaseOrExit, waitForDatabase } from './platform/db/readiness.ts';
import { startJobs } from './platform/jobs/jobs.ts';
import { createLog } from './platform/log/log.ts';
import { createMailer } from './platform/mail/mail.ts';
import { onStopSignal } from './platform/stop-signal.ts';

const settings = readSettingsOrExit('worker');
const log = createLog(settings.logLevel);
const database = openDatabase(settings, log);
await databaseOrExit(
  waitForDatabase(createReadiness(database, settings.databaseUrl), settings.databaseWaitSeconds, (words) =>
    log.warn(`waiting for the database: ${words}`),
  ),
  (words) => log.fatal(`stopped: ${words}`),
);
const sendMail = createMailer(settings.mail, log);
const jobs = await startJobs(settings.databaseUrl, log);
const limiter = createLimiter({ database, log, settings });
const services = createServices({ database, queue: jobs, limiter, log, settings });
const { accounts, contact, contactOpenings, directory, publicForms, tasks } = services;

await jobs.work([
  ...accountsJobs({ database, accounts, sendMail, log }),
  ...contact.letterJobs(sendMail),
  ...filingsJobs({ ...services, sendMail }),
  ...contactOpenings.jobs(),
  ...tasks.jobs(),
  ...publicFormsJobs({ publicForms, sendMail }),
  ...decisionsJobs({ ...services, sendMail }),
  ...reportsJobs({ ...services, log }),
  ...directoryJobs({ database, directory, jobs, log, sendMail, operatorEmail: settings.operatorEmail }),
]);
const sealing = startSealing({ database, log, ...settings.audit });
if (settings.isProduction && !settings.mail.smtpUrl)
  log.warn('SMTP_URL is not set: letters are kept as files and reach nobody');
if (settings.isProduction && !settings.hasSalesEmail)
  log.warn('SALES_EMAIL and COMPANY_EMAIL are not set: messages to sales are stored and reach nobody by mail');
if (settings.isProduction && !settings.operatorEmail)
  log.warn('OPERATOR_EMAIL is not set: nobody is told when a single administrator takes a warning away');
log.info('working');
onStopSignal(log, async () => {
  await jobs.stop();
  await sealing.stop();
  limiter.close();
  await database.close();
});
