import * as z from 'zod';
import { defineJob } from '../../platform/jobs/job.ts';

/** Runs often, since each source has its own schedule; also enqueued by every decision in the console. */
export const fetchSourcesJob = defineJob({ name: 'sources.fetch', payload: z.object({}), schedule: '*/5 * * * *' });
