import type { Settings } from '../../platform/config/settings.ts';
import type { Database } from '../../platform/db/database.ts';
import { createGuardedFetch } from '../../platform/fetch/guarded-fetch.ts';
import type { JobHandler } from '../../platform/jobs/job.ts';
import type { Queue } from '../../platform/jobs/jobs.ts';
import type { Log } from '../../platform/log/log.ts';
import type { SendMail } from '../../platform/mail/mail.ts';
import { createImporting } from './import/importing.ts';
import { fetchNewsJob } from './import/fetch-news-job.ts';
import { newsSources } from './sources/index.ts';
import { weeklyEmailJobs } from './readers/weekly-email.ts';

interface Deps {
  database: Database;
  queue: Pick<Queue, 'enqueue'>;
  sendMail: SendMail;
  log: Log;
  settings: Settings;
}

export function newsJobs({ database, queue, sendMail, log, settings }: Deps): JobHandler[] {
  const { fetchesNews, isProduction, publicUrl } = settings;
  const fetch = createGuardedFetch({ contact: `${publicUrl}/contact`, isProduction });
  const importing = createImporting({ database, fetch, log, sources: newsSources });
  return [
    fetchNewsJob.withHandler(async () => {
      await importing.applyReleasedRewordings();
      if (fetchesNews) await importing.runDue();
    }),
    ...weeklyEmailJobs({ database, queue, sendMail, settings }),
  ];
}
