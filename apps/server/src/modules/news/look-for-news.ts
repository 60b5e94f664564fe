import * as z from 'zod';
import { defineJob } from '../../platform/jobs/job.ts';

/** Often, since each source has its own time; most runs find nothing to do. Also enqueued when somebody does not want to wait. */
export const lookForNews = defineJob({ name: 'news.look', payload: z.object({}), schedule: '*/5 * * * *' });
