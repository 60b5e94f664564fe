import * as z from 'zod';
import { defineJob } from '../../../platform/jobs/job.ts';

/** Runs often, since each source has its own schedule; most runs do nothing. Also enqueued by "run now". */
export const fetchNewsJob = defineJob({ name: 'news.look', payload: z.object({}), schedule: '*/5 * * * *' });
