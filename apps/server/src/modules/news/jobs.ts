import * as z from 'zod';
import type { Settings } from '../../platform/config/settings.ts';
import type { Database } from '../../platform/db/database.ts';
import { createGuardedFetch } from '../../platform/fetch/guarded-fetch.ts';
import { defineJob, type JobHandler } from '../../platform/jobs/job.ts';
import type { Log } from '../../platform/log/log.ts';
import { createImporting } from './importing.ts';
import { newsSources } from './sources/index.ts';

/** Often, since each source has its own time; most runs find nothing to do. */
const lookForNews = defineJob({ name: 'news.look', payload: z.object({}), schedule: '*/5 * * * *' });

interface Needs {
  database: Database;
  log: Log;
  settings: Settings;
}

export function newsJobs({ database, log, settings }: Needs): JobHandler[] {
  const { fetchesNews, isProduction, publicUrl } = settings;
  const fetch = createGuardedFetch({ contact: `${publicUrl}/contact`, isProduction });
  const importing = createImporting({ database, fetch, log, sources: newsSources });
  return [
    lookForNews.handledBy(async () => {
      if (fetchesNews) await importing.runDue();
    }),
  ];
}
