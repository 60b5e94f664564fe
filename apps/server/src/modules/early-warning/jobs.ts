import * as z from 'zod';
import { defineJob, type JobHandler } from '../../platform/jobs/job.ts';
import type { Log } from '../../platform/log/log.ts';
import type { EarlyWarningService } from './service.ts';

/** Once a night: the documented false alarm rate assumes one check a day. */
const look = defineJob({ name: 'early-warning.look', payload: z.object({}), schedule: '20 3 * * *' });

export const earlyWarningJobs = ({
  earlyWarning,
  log,
}: {
  earlyWarning: EarlyWarningService;
  log: Log;
}): JobHandler[] => [
  look.withHandler(async () => {
    const told = await earlyWarning.look();
    if (told.raised + told.ended > 0) log.info(told, 'withdrawal watches opened or ended');
  }),
];
