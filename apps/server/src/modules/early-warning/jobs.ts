import * as z from 'zod';
import { defineJob, type JobHandler } from '../../platform/jobs/job.ts';
import type { Log } from '../../platform/log/log.ts';
import type { EarlyWarningService } from './service.ts';

/** Once a night: the documented false alarm rate assumes one check a day. */
const nightlyCheckJob = defineJob({ name: 'early-warning.look', payload: z.object({}), schedule: '20 3 * * *' });

export const earlyWarningJobs = ({
  earlyWarning,
  log,
}: {
  earlyWarning: EarlyWarningService;
  log: Log;
}): JobHandler[] => [
  nightlyCheckJob.withHandler(async () => {
    const result = await earlyWarning.runNightlyCheck();
    if (result.raised + result.endReason > 0) log.info(result, 'withdrawal watches opened or ended');
  }),
];
