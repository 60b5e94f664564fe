import * as z from 'zod';
import { defineJob, type JobHandler } from '../../platform/jobs/job.ts';
import type { FamiliesService } from './service.ts';

/** What reports, lists and decisions change waits in the traces, so nothing has to enqueue it. */
const applyJob = defineJob({ name: 'families.apply', payload: z.object({}), schedule: '* * * * *' });
/** After the lists have expired. */
const rebuildJob = defineJob({ name: 'families.rebuild', payload: z.object({}), schedule: '20 4 * * *' });

export const familiesJobs = ({ families }: { families: FamiliesService }): JobHandler[] => [
  applyJob.withHandler(() => families.applyWaiting()),
  rebuildJob.withHandler(async () => {
    await families.rebuild();
  }),
];
