import * as z from 'zod';
import type { Settings } from '../../platform/config/settings.ts';
import type { Database } from '../../platform/db/database.ts';
import { createGuardedFetch } from '../../platform/fetch/guarded-fetch.ts';
import { defineJob, type JobHandler } from '../../platform/jobs/job.ts';
import type { Log } from '../../platform/log/log.ts';
import type { IndicatorsService } from '../indicators/service.ts';
import { fetchSourcesJob } from './fetch-sources-job.ts';
import { createImporting } from './importing.ts';
import { listSources } from './list-sources.ts';

export { fetchSourcesJob } from './fetch-sources-job.ts';

/** A large list over a slow line. */
const TIMEOUT_MS = 120_000;

const expireJob = defineJob({ name: 'indicators.expire', payload: z.object({}), schedule: '40 2 * * *' });

interface Deps {
  database: Database;
  indicators: Pick<IndicatorsService, 'lists'>;
  log: Log;
  settings: Settings;
}

export function sourcesJobs({ database, indicators, log, settings }: Deps): JobHandler[] {
  const { fetchesNews, isProduction, publicUrl } = settings;
  const fetch = createGuardedFetch({ contact: `${publicUrl}/contact`, isProduction, timeoutMs: TIMEOUT_MS });
  const importing = createImporting({ database, indicators, log, sources: listSources });
  return [
    fetchSourcesJob.withHandler(async () => {
      await importing.upsertSources();
      await importing.applyDecisions();
      if (fetchesNews) await importing.fetchDue(fetch);
    }),
    expireJob.withHandler(() => importing.expire()),
  ];
}
