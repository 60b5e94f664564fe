import * as z from 'zod';
import { defineJob, type JobHandler } from '../../platform/jobs/job.ts';
import type { Log } from '../../platform/log/log.ts';
import type { RegtechService } from './service.ts';

/** Runs after the counts it reads were reconciled. */
const nightlyUpdateJob = defineJob({ name: 'regtech.work-out', payload: z.object({}), schedule: '5 3 * * *' });

export const regtechJobs = ({ regtech, log }: { regtech: RegtechService; log: Log }): JobHandler[] => [
  nightlyUpdateJob.withHandler(async () => {
    const published = await regtech.runNightlyUpdate();
    if (published > 0) log.info({ published }, 'monthly summaries published');
  }),
];
