/** Jobs entry: the same rooms as main.ts, working through the queue instead of answering requests. */
import { createServices } from './app.ts';
import { directoryJobs } from './modules/directory/jobs.ts';
import { readSettingsOrExit } from './platform/config/settings.ts';
import { openDatabase } from './platform/db/database.ts';
import { startJobs } from './platform/jobs/jobs.ts';
import { createLog } from './platform/log/log.ts';
import { createMailer } from './platform/mail/mail.ts';
import { onStopSignal } from './platform/stop-signal.ts';

const settings = readSettingsOrExit();
const log = createLog(settings.logLevel);
const database = openDatabase(settings, log);
const { directory } = createServices({ database });
const sendMail = createMailer(settings.mail, log);
const jobs = await startJobs(settings.databaseUrl, log);

await jobs.work([
  ...directoryJobs({ database, directory, jobs, log, sendMail, operatorEmail: settings.operatorEmail }),
]);
log.info('working');
onStopSignal(log, async () => {
  await jobs.stop();
  await database.close();
});
