import * as z from 'zod';
import { defineJob, type JobHandler } from '../../platform/jobs/job.ts';
import type { Log } from '../../platform/log/log.ts';
import type { RegtechService } from './service.ts';

/** Runs after the counts it reads were reconciled. */
const workOut = defineJob({ name: 'regtech.work-out', payload: z.object({}), schedule: '5 3 * * *' });

export const regtechJobs = ({ regtech, log }: { regtech: RegtechService; log: Log }): JobHandler[] => [
  workOut.withHandler(async () => {
    const published = await regtech.workOut();
    if (published > 0) log.info({ published }, 'monthly summaries published');
  }),
];
