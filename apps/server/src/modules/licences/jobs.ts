import * as z from 'zod';
import type { Settings } from '../../platform/config/settings.ts';
import type { Database } from '../../platform/db/database.ts';
import { createGuardedFetch } from '../../platform/fetch/guarded-fetch.ts';
import { defineJob, type JobHandler } from '../../platform/jobs/job.ts';
import type { Log } from '../../platform/log/log.ts';
import { createRegisterReading } from './reading.ts';

/** Each register has its own schedule; most runs do nothing. */
const readRegistersJob = defineJob({
  name: 'licences.read-registers',
  payload: z.object({}),
  schedule: '*/15 * * * *',
});

interface Deps {
  database: Database;
  log: Log;
  settings: Settings;
}

export function licencesJobs({ database, log, settings }: Deps): JobHandler[] {
  const { fetchesNews, isProduction, publicUrl } = settings;
  const fetch = createGuardedFetch({ contact: `${publicUrl}/contact`, isProduction });
  const reading = createRegisterReading({ database, fetch, log });
  return [readRegistersJob.withHandler(async () => void (fetchesNews && (await reading.runDue())))];
}
