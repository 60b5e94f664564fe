import * as z from 'zod';
import { defineJob } from '../../platform/jobs/job.ts';

/**
 * What happens to every report after it was acknowledged. Several at once, since fetching a job and marking it as done takes as
 * long as the job.
 */
export const examineFiling = defineJob({
  name: 'filings.examine',
  payload: z.object({ filingId: z.uuid() }),
  atOnce: 3,
});
